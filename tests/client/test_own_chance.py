"""What a client adds to the chance of a deal, it can reveal whenever the table asks for it."""

import asyncio

from msgspec.structs import replace

from secret_hitler.chance import announcement_hash, player_commitment
from secret_hitler.client import CommandRefused, TableClient
from secret_hitler.rules import Seat
from secret_hitler.tables.connection import Presence
from secret_hitler.tables.table import Table
from secret_hitler.tables.table_state import table_state
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.commands import AnyCommand, Commit, Reveal
from secret_hitler.wire.messages import TableChanged, Welcome
from secret_hitler.wire.refusals import Denial
from secret_hitler.wire.table import TableState

LOBBY = table_state(Table("ABCDEFGH"), Presence(frozenset(), {}, 0, 0), 0)
COMMITTED = replace(LOBBY, chairs=[replace(chair, committed=True) for chair in LOBBY.chairs])


class Noting(TableClient):
    """Notes what it would ask, and is answered Done, or refused as often as it is told."""

    def __init__(self) -> None:
        super().__init__("http://nowhere", "ABCDEFGH", "token")
        self.sent: list[AnyCommand] = []
        self.refusals: list[Denial] = []

    async def do(self, command: AnyCommand) -> None:
        self.sent.append(command)
        if self.refusals:
            refused = self.refusals.pop()
            raise CommandRefused(refused, "", {})

    async def comes(self, table: TableState) -> None:
        await self._take(Welcome(PROTOCOL, player="me", seat=Seat(0), host=False, rules=table.rules, table=table, seq=-1, view=None, now=0))
        await asyncio.sleep(0)

    async def is_shown(self, table: TableState) -> None:
        await self._take(TableChanged(table))
        await asyncio.sleep(0)


def announced(*commitments: str) -> TableState:
    return replace(LOBBY, dealing=True, commitment="5e" * 32, commitments=list(commitments))


async def test_whoever_comes_back_keeps_to_the_secret_they_committed_to() -> None:
    """Their node died, and the host began the next game at another before a new commitment could have arrived."""

    client = Noting()
    await client.comes(LOBBY)
    (committed,) = client.sent
    assert isinstance(committed, Commit)
    await client.comes(COMMITTED)
    await client.is_shown(announced(committed.commitment))
    await client.is_shown(announced(committed.commitment))
    _, revealed = client.sent
    assert isinstance(revealed, Reveal)
    assert player_commitment(bytes.fromhex(revealed.secret)) == committed.commitment


async def test_nothing_is_revealed_to_a_server_that_did_not_commit_itself_and_what_it_announced_is_confirmed() -> None:
    client = Noting()
    await client.comes(LOBBY)
    (committed,) = client.sent
    assert isinstance(committed, Commit)
    await client.is_shown(replace(announced(committed.commitment), commitment=None))
    assert len(client.sent) == 1
    await client.is_shown(announced(committed.commitment))
    _, revealed = client.sent
    assert isinstance(revealed, Reveal)
    assert revealed.announcement == announcement_hash("5e" * 32, [committed.commitment])


async def test_whoever_no_longer_has_the_secret_commits_to_another() -> None:
    client = Noting()
    await client.comes(COMMITTED)
    assert [type(sent) for sent in client.sent] == [Commit]


async def test_a_secret_that_could_not_be_stored_is_revealed_again() -> None:
    client = Noting()
    await client.comes(LOBBY)
    (first,) = client.sent
    assert isinstance(first, Commit)
    client.refusals = [Denial.NOT_DEALING, Denial.STORAGE, Denial.STORAGE]
    await client.is_shown(announced(first.commitment))
    async with asyncio.timeout(5):
        while client.refusals:
            await asyncio.sleep(0.01)
    assert [type(sent) for sent in client.sent] == [Commit, Reveal, Reveal, Reveal]
