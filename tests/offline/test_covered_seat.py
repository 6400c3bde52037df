"""One phone for all: a line whose owner does not hold the phone brings the page nothing that everybody may not know."""

import json
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from secret_hitler import play
from secret_hitler.records import Record
from secret_hitler.rules import NATURE, PUBLIC, RULESETS
from secret_hitler.storage.key_value import MemoryStore
from secret_hitler.tables import dealing
from tests.games import random_record
from tests.offline.test_engine import Page, evening
from tests.twins import chance_of, twin_of

PRIVATE = ("president_hand", "chancellor_hand", "president_discard", "chancellor_discard", "peek", "party")


def game_messages(page: Page, line: int) -> list[dict[str, Any]]:
    return [message for message in page.told[line] if message["type"] in ("Welcome", "Update")]


def knows_a_secret(message: dict[str, Any]) -> bool:
    view = message["view"] or {}
    over = view.get("board", {}).get("phase") == "over"
    seen = [event["audience"] for event in message.get("events", [])]
    known = [view.get("roles"), view.get("parties"), view.get("hand"), view.get("ballot"), view.get("chosen")]
    rounds = [round[field] for round in view.get("rounds", []) for field in PRIVATE]
    return any(audience != "everyone" for audience in seen) or (not over and any(known)) or any(rounds)


@pytest.mark.parametrize("rules", ["official", "manual"])
async def test_a_covered_seat_is_told_what_is_asked_in_the_open_and_no_secret(rules: str) -> None:
    page, rng = Page(MemoryStore()), random.Random(rules)
    await evening(page, rules, goes_round=True)
    assert await page.do(0, "Start") == "Done"

    async def act(seat: int) -> None:
        covered = len(page.told[seat])
        page.engine.cover(seat, False)
        assert page.view(seat)["roles"][str(seat)] in ("L", "F", "H")
        choices = [choice["action"] for choice in page.view(seat)["choices"] if choice["barred"] is None]
        assert await page.do(seat, "Act", action=rng.choice(choices)) == "Done"
        page.engine.cover(seat, True)
        del page.told[seat][covered:-1]

    while page.view(0)["board"]["phase"] != "over":
        board = page.view(0)["board"]
        assert all(page.view(seat)["board"] == board for seat in range(5))
        if board["phase"] in ("nomination", "investigation", "special-election", "execution"):
            assert page.view(board["awaited"][0])["choices"], "asked in the open"
        await act(board["awaited"][0])
    for seat in range(5):
        assert len(game_messages(page, seat)) > 10
        assert not any(map(knows_a_secret, game_messages(page, seat)))


async def transcript(record: Record, monkeypatch: pytest.MonkeyPatch, goes_round: bool = True) -> list[str]:
    """All that the lines of a covered phone bring of a game that is played as it was."""
    monkeypatch.setattr(play, "natures_move", chance_of(record))
    monkeypatch.setattr(dealing, "_opener", lambda at, sitting: record.opener)
    page = Page(MemoryStore())
    await evening(page, record.rules.name, goes_round=goes_round)
    await page.do(0, "Start")
    for move in record.moves:
        if move.seat != NATURE:
            assert await page.do(move.seat, "Act", action=msgspec.to_builtins(move.action)) == "Done"
    return [json.dumps([message.get("events"), message["view"]]) for line in range(5) for message in game_messages(page, line)]


@pytest.mark.parametrize("rules", RULESETS)
async def test_covered_twins_receive_the_same_bytes(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"{rules} on one phone")
    record = random_record(RULESETS[rules], 5, rng)
    prefix = replace(record, moves=record.moves[: -rng.randint(1, 6)], ending=None)
    twin = twin_of(prefix, PUBLIC, rng)
    assert twin.moves != prefix.moves
    assert await transcript(twin, monkeypatch) == await transcript(prefix, monkeypatch)
    seen = [await transcript(record, monkeypatch, goes_round=False) for record in (twin, prefix)]
    assert seen[0] != seen[1], "else nothing is tested"
