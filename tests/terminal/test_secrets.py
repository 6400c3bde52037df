"""Twins on the screen: two games that differ only in what a seat may not know look the same to it, to the last sign and style."""

import random

import pytest
from msgspec.structs import replace
from rich.text import Text
from textual.pilot import Pilot

from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, ONLINE, PUBLIC, Event, Onlooker, Seat
from secret_hitler.rules.events import HandSeen, PartySeen
from secret_hitler.terminal.prompt import PromptState, prompt_for
from secret_hitler.terminal.widgets import panels as panels
from secret_hitler.terminal.widgets.panel_tabs import Panel
from secret_hitler.terminal.widgets.seats import Notes, seat_line
from tests import sizes
from tests.games import random_record
from tests.terminal.stage import Shown, StillApp, inked, table_screen
from tests.twins import twin_of

Twins = tuple[Onlooker, Record, Record]


def _pairs() -> list[Twins]:
    rng = random.Random("twins on the screen")
    found: list[Twins] = []
    for rules, seats in ((OFFICIAL, 5), (OFFICIAL, 10), (ONLINE, 7)):
        onlookers: list[Onlooker] = [Seat(0), Seat(3), PUBLIC]
        for onlooker in onlookers:
            record = random_record(rules, seats, rng, claims=0.2)
            prefix = replace(record, moves=record.moves[: -rng.randint(1, 1 + seats)], ending=None)
            found.append((onlooker, prefix, twin_of(prefix, onlooker, rng)))
    return found


async def _pictures(app: StillApp, pilot: Pilot[None], shown: Shown) -> list[object]:
    """Show the whole screen, covered and uncovered, and the envelope."""
    screen = table_screen(app)
    screen.source = shown.source
    pictures: list[object] = []
    for uncovered, panel in ((False, Panel.VOTES), (True, Panel.FACTS)):
        screen.prompt_state = PromptState(uncovered=uncovered)
        screen.action_panel(panel.name)
        await pilot.pause()
        pictures.append(inked(app))
    if shown.seat is not None:
        screen.action_role()
        await pilot.pause()
        pictures.append(inked(app))
        await pilot.press("x")
        await pilot.pause()
    return pictures


def _papers(shown: Shown) -> list[Text]:
    """Every panel and every row, as they would be printed."""
    source, view, notes = shown.source, shown.view, Notes()
    printed = [panels.votes(source, view), panels.marks(source, view, notes), panels.chat(source)]
    for uncovered in (False, True):
        printed += [page(source, view, uncovered) for page in (panels.log, panels.claims, panels.facts)]
        asked = prompt_for(source, view, PromptState(uncovered=uncovered))
        printed += [Text(repr((asked.sentence, asked.offers, asked.reasons))), asked.hand or Text()]
    return printed + [
        seat_line(Seat(seat), source, view, notes, False, short) for seat in range(view.board.seats) for short in (False, True)
    ]


async def _told_apart(pairs: list[Twins]) -> list[Twins]:
    """Those twins whose screens differ."""
    apart = []
    app = StillApp(Shown(pairs[0][1], pairs[0][0]))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for onlooker, record, twin in pairs:
            one = await _pictures(app, pilot, Shown(record, onlooker))
            other = await _pictures(app, pilot, Shown(twin, onlooker))
            if one != other:
                apart.append((onlooker, record, twin))
    return apart


def test_most_twins_really_differ() -> None:
    pairs = _pairs()
    assert sum(record.moves != twin.moves for _, record, twin in pairs) >= len(pairs) - 2


async def test_twins_look_the_same_on_the_screen() -> None:
    assert await _told_apart(_pairs()[:: 2 if sizes.long else 6]) == []


def test_twins_look_the_same_on_every_paper() -> None:
    for onlooker, record, twin in _pairs():
        assert _papers(Shown(record, onlooker)) == _papers(Shown(twin, onlooker))


@pytest.mark.parametrize("leak", [HandSeen, PartySeen], ids=lambda leak: leak.__name__)
def test_a_leak_would_be_seen(leak: type[Event]) -> None:
    assert any(_papers(Shown(record, onlooker, leak)) != _papers(Shown(twin, onlooker, leak)) for onlooker, record, twin in _pairs())
