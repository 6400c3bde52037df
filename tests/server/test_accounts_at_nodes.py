"""What two nodes do to one account at the same time: nothing is lost, and nothing is good twice."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from secret_hitler.server.accounts.documents import Profile, StoredRating
from secret_hitler.server.accounts.passkeys import Passkeys
from secret_hitler.server.accounts.profiles import Profiles
from secret_hitler.server.accounts.ratings import Ratings
from secret_hitler.server.signed_tokens import CHALLENGE_SECONDS, Tokens
from secret_hitler.storage import Kind, Put, Storage
from secret_hitler.storage.postgres import PostgresStorage
from secret_hitler.storage.postgres_database import prepare
from secret_hitler.storage.sqlite import SqliteStorage
from secret_hitler.tables.refusal import Refusal
from secret_hitler.wire.profile import InvitedTo, PasskeyAnswer
from secret_hitler.wire.refusals import Denial

Nodes = tuple[Storage, Storage]
TIMES = 20


@pytest.fixture(name="both", params=["SQLite", "PostgreSQL"])
async def two_nodes(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Nodes]:
    if request.param == "PostgreSQL":
        url = request.getfixturevalue("postgres").new_database()
        prepare(url)
        nodes: Nodes = PostgresStorage(url, "one"), PostgresStorage(url, "two")
    else:
        one = SqliteStorage(tmp_path / "tables.sqlite")
        nodes = one, one
    yield nodes
    await asyncio.gather(*(storage.close() for storage in set(nodes)))


async def test_of_two_changes_to_a_profile_at_once_none_is_lost(both: Nodes) -> None:
    one, two = both
    nodes = [Profiles(storage, lambda: 1000.0) for storage in (one, two)]

    def invited(number: int) -> Callable[[Profile], Profile]:
        invitation = InvitedTo(code=f"T{number}", name="Ben", time=1000.0)
        return lambda profile: replace(profile, invitations=[*profile.invitations, invitation])

    for time in range(TIMES):
        await asyncio.gather(*(node.update("ann", invited(2 * time + number)) for number, node in enumerate(nodes)))
    found = (await nodes[0].profile("ann")).invitations
    assert sorted(each.code for each in found) == sorted(f"T{number}" for number in range(2 * TIMES))


async def test_somebody_is_forgotten_at_once_or_not_at_all(both: Nodes) -> None:
    """Whoever looks meanwhile finds all of it, or nothing."""

    one, two = both
    everything = [Put(Kind.PROFILE, "ann", b"{}", owner="ann"), Put(Kind.RECOVERY, "code", b"ann", owner="ann")]
    everything += [Put(Kind.PLAYED, f"ann/{number}", b"{}", owner="ann", time=1.0) for number in range(300)]
    for _ in range(TIMES):
        await one.write(*everything)
        forgotten = asyncio.create_task(Profiles(one, lambda: 1000.0).forget("ann"))
        while not forgotten.done():
            assert len(await two.find(Kind.PLAYED, owner="ann")) in (0, 300)
        await forgotten
        assert [await two.find(kind) for kind in (Kind.PROFILE, Kind.PLAYED, Kind.RECOVERY)] == [[], [], []]


async def test_of_two_games_that_end_at_once_both_count_and_each_once(both: Nodes) -> None:
    one, two = both
    nodes = [Ratings(one), Ratings(two)]
    stored: dict[str, bytes] = {}
    for games in range(1, TIMES):
        ratings = [StoredRating("ann", "liberal", 25.0, 8.0, games), StoredRating("bot:random", "fascist", 25.0, 8.0, games)]
        same = [node.keep("2026-4", f"game {games}", ratings, stored) for node in nodes]
        other = [node.keep("2026-4", f"another {games}", ratings, stored) for node in nodes]
        assert sorted(await asyncio.gather(*same, *other)) == [False, False, False, True]
        stored = dict(await one.find(Kind.RATING))
    assert len(await two.find(Kind.RATED)) == TIMES - 1


async def test_a_passkey_challenge_is_answered_at_any_node_and_once(both: Nodes) -> None:
    one, two = both
    now = 1000.0
    tokens = Tokens(b"k" * 32, lambda: now)
    nodes = [Passkeys(tokens, Profiles(storage, lambda: now), storage) for storage in (one, two)]
    answer = PasskeyAnswer(ticket=nodes[0].begin_showing("https://example.org").ticket, credential={"nonsense": 1})

    async def refused(node: Passkeys) -> bool:
        """Whether it was for the challenge, which is looked at first."""
        with pytest.raises(Refusal) as refusal:
            await node.make("ann", "https://example.org", answer)
        assert refusal.value.code == Denial.PASSKEY
        return "already answered" in refusal.value.reason

    assert sorted(await asyncio.gather(*map(refused, nodes))) == [False, True]
    assert [await refused(node) for node in nodes] == [True, True]
    now += CHALLENGE_SECONDS + 1
    answer = PasskeyAnswer(ticket=nodes[1].begin_showing("https://example.org").ticket, credential={})
    assert not await refused(nodes[0])
    assert len(await two.find(Kind.USED_CHALLENGE)) == 1, "the one before is forgotten"


async def test_a_recovery_code_is_good_once_at_any_node(both: Nodes) -> None:
    one, two = both
    tokens = Tokens(b"k" * 32)
    nodes = [Passkeys(tokens, Profiles(storage, lambda: 1000.0), storage) for storage in (one, two)]
    await one.write(Put(Kind.PROFILE, "ann", b'{"passkeys":[{"id":"x","public_key":"","sign_count":0,"made":1}]}', owner="ann"))
    old = await nodes[0].new_codes("ann")
    codes = await nodes[1].new_codes("ann")

    async def recovered(node: Passkeys, code: str) -> str:
        try:
            return await node.recover(code)
        except Refusal:
            return ""

    assert await recovered(nodes[0], old[0]) == "", "new ones are in place of the old"
    for code in codes:
        assert sorted(await asyncio.gather(*(recovered(node, code.lower()) for node in nodes))) == ["", "ann"]
    assert (await nodes[0]._profiles.mine("ann")).recovery_codes == 0
