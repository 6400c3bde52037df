"""The table on the screen: set-up, whole games by keys and by mouse, reasons, claims, notes, the pace of bots."""

import asyncio
import random
from pathlib import Path

import pytest
from textual.pilot import Pilot

from secret_hitler.cli import parser
from secret_hitler.cli.play import game_setup, leaves_open
from secret_hitler.records import Record, final, read_records
from secret_hitler.rules import OFFICIAL, ONLINE, PUBLIC, ClaimTiles, Nominate, Phase, Policy, Seat, Vote
from secret_hitler.terminal.app import LocalApp
from secret_hitler.terminal.game_setup import GameSetup
from secret_hitler.terminal.screens.table import TableScreen
from secret_hitler.terminal.table_source import choice_for
from secret_hitler.terminal.widgets.action_bar import OfferButton
from secret_hitler.terminal.widgets.panel_tabs import Panel, PanelTabs
from secret_hitler.wire.commands import Suspicion
from secret_hitler.words import ENGLISH
from tests.games import random_record
from tests.terminal.stage import (
    AT_ONCE,
    PATIENCE,
    Shown,
    StillApp,
    against_bots,
    local,
    moments,
    play_by_keys,
    screen_lines,
    screen_text,
    source_of,
    table_screen,
    until,
    view_of,
)

SMALL, LARGE = (80, 24), (120, 40)


async def test_the_set_up_is_asked_and_then_played() -> None:
    app = LocalApp(GameSetup(seed=3, speed=AT_ONCE), ask=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "A parliament of owls" in screen_text(app)
        await pilot.press("right", "right", "right")
        await pilot.press("down", "left")
        assert "As played on secrethitler.io" in screen_text(app)
        await pilot.press("down", "left", "left")
        await pilot.press("down", "right", "right", "enter")
        await until(pilot, lambda: app.source is not None)
        setup = local(app).setup
        assert (setup.players, setup.rules, setup.level, setup.seat) == (10, ONLINE, "random", Seat(1))
        await until(pilot, lambda: "[y]" in screen_text(app) or "press a number" in screen_text(app))


async def test_the_set_up_is_chosen_by_clicks() -> None:
    app = LocalApp(GameSetup(seed=3, speed=AT_ONCE), ask=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.click("#choose-players", offset=(40, 0))
        await pilot.click("#choose-level", offset=(14, 0))
        await pilot.click("#deal")
        await until(pilot, lambda: app.source is not None)
        assert (local(app).setup.players, local(app).setup.level) == (8, "party-line")


def test_one_named_option_skips_the_set_up() -> None:
    assert leaves_open(parser(["play"]).parse_args(["play", "--seed", "1"]))
    named = parser(["play"]).parse_args(["play", "--seat", "5"])
    assert not leaves_open(named)
    assert game_setup(named) == GameSetup(players=7, rules=OFFICIAL, level="regular", seat=Seat(4))


@pytest.mark.daily(1)
@pytest.mark.parametrize(("players", "seed"), [(5, 1), (10, 4)])
async def test_a_whole_game_by_keys_alone_on_a_small_screen(players: int, seed: int) -> None:
    app = against_bots(players, seed, level="random")
    async with app.run_test(size=SMALL) as pilot:
        await play_by_keys(pilot, app, random.Random(seed))
        text = screen_text(app)
        assert "WIN" in text
        assert "You win!" in text or "You lose." in text
        assert "<H>" in text
        await pilot.press("a")
        await until(pilot, lambda: view_of(app).board.round == 1 and bool(view_of(app).choices))
        assert table_screen(app).prompt_state.picked is None


async def _play_by_mouse(pilot: Pilot[None], app: LocalApp, rng: random.Random) -> None:
    await until(pilot, lambda: app.source is not None and app.source.view is not None)
    while (view := view_of(app)).board.ending is None:
        offers = {button.offer.key: button for button in app.screen.query(OfferButton) if button.display and button.offer}
        seats = [seat for seat in view.board.alive if (choice := choice_for(view, seat)) and choice.barred is None]
        if "enter" in offers:
            await pilot.click(offers["enter"])
        elif keys := [key for key in offers if key in ("y", "n", "1", "2")]:
            await pilot.click(offers[rng.choice(keys)])
        elif "p" in offers:
            await pilot.click(offers["p"])
        elif seats:
            await pilot.click(f"#seat-{rng.choice(seats)}")
        else:
            await asyncio.sleep(0.002)
        await pilot.pause()


async def test_a_whole_game_by_mouse_on_a_large_screen_can_be_saved_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = against_bots(5, 2, level="random")
    async with app.run_test(size=LARGE) as pilot:
        async with asyncio.timeout(PATIENCE):
            await _play_by_mouse(pilot, app, random.Random(2))
        await until(pilot, lambda: ENGLISH.say("end.rematch") in screen_text(app))
        await pilot.click("#tab-f")
        await pilot.pause()
        assert "Definitely not Hitler" in screen_text(app)
        assert "All cards open" in screen_text(app)
        await pilot.press("x")
        await until(pilot, lambda: "Saved to secret-hitler-1.txt" in screen_text(app))
    (record,) = read_records(tmp_path / "secret-hitler-1.txt")
    assert isinstance(record, Record)
    assert final(record).ending is not None


def _shown_at(phase: Phase, seats: int = 7, most: int = 200, after: int = 0) -> Shown:
    """Find a moment in some game in which a seat is asked for something in this phase."""
    for seed in range(most):
        record = random_record(OFFICIAL, seats, random.Random(seed), claims=0.0)
        for count in range(after, len(record.moves)):
            (moment,) = moments(record, [count])
            public = Shown(moment, PUBLIC).view.board
            if public.phase is phase:
                return Shown(moment, public.awaited[0])
    raise AssertionError(f"no game reached {phase}")


async def test_a_barred_choice_says_why_and_is_not_taken() -> None:
    shown = _shown_at(Phase.NOMINATION, after=60)
    barred = [choice for choice in shown.view.choices if choice.barred is not None and choice.barred.value == "was-chancellor"]
    assert barred
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        text = " ".join(screen_text(app).split())
        for choice in shown.view.choices:
            assert choice.barred is None or choice.barred.text in text
        action = barred[0].action
        assert isinstance(action, Nominate)
        await pilot.press(str((action.chancellor + 1) % 10), "enter")
        await pilot.pause()
        assert shown.acted == []
        assert f"{shown.name_of(action.chancellor)}: was the last elected chancellor" in screen_text(app)
        cited = " ".join(screen_text(app).split())
        assert "They can't pick the last elected president or chancellor." in cited
        assert "Official rules, Each round" in cited


async def test_tiles_stay_covered_until_one_looks_and_are_covered_again_after_the_choice() -> None:
    shown = _shown_at(Phase.PRESIDENT_SESSION)
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        tray = "\n".join(screen_lines(app)[-6:])
        assert "[?]" in tray
        assert "(L)" not in tray
        assert "<F>" not in tray
        await pilot.press("1")
        assert shown.acted == []
        await pilot.press("p", "1")
        await pilot.pause()
        assert shown.acted == [shown.view.choices[0].action]
        assert "[?]" in "\n".join(screen_lines(app)[-6:])


async def test_arrows_and_enter_vote() -> None:
    shown = _shown_at(Phase.ELECTION)
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        assert shown.acted == []
        await pilot.press("right", "right", "enter")
        await pilot.pause()
        assert shown.acted == [Vote(False)]


async def test_the_role_is_shown_on_demand_and_any_key_covers_it() -> None:
    shown = _shown_at(Phase.ELECTION, seats=5)
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "You're a" not in screen_text(app).replace("You're president", "")
        await pilot.press("r")
        await pilot.pause()
        text = screen_text(app)
        assert "You're" in text
        assert "know" in text or "Your team" in text
        await pilot.press("x")
        await pilot.pause()
        assert ENGLISH.say("terminal.hide") not in screen_text(app)
        assert shown.acted == []


async def test_the_rules_of_this_table_are_read_at_the_table() -> None:
    shown = _shown_at(Phase.ELECTION, seats=5)
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        read = screen_text(app)
        assert ENGLISH.say("print.sum.sides") in read
        for _ in range(30):
            await pilot.press("pagedown")
            await pilot.pause()
            read += screen_text(app)
        assert all(words in read for words in ("Advice for liberals", "Questions and answers", "The opening", "secrethitler.com"))
        await pilot.press("escape")
        await pilot.pause()
        assert "secrethitler.com" not in screen_text(app)
        assert shown.acted == []


async def test_a_claim_is_one_key_and_may_be_a_lie() -> None:
    for seed in range(100):
        record = random_record(OFFICIAL, 5, random.Random(seed), claims=0.0)
        for (moment,) in (moments(record, [count]) for count in range(len(record.moves))):
            board = Shown(moment, PUBLIC).view.board
            if board.sights and board.phase is Phase.NOMINATION and board.sights[0].seat in board.alive:
                shown = Shown(moment, board.sights[0].seat)
                break
        else:
            continue
        break
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert f"[m] {ENGLISH.say('terminal.claim')}" in screen_text(app)
        await pilot.press("m")
        await pilot.pause()
        assert "my 3 cards were" in screen_text(app)
        await pilot.press("escape", "m", "4")
        await pilot.pause()
        sight = shown.view.sights[0]
        assert shown.acted == [ClaimTiles(sight.about, sight.round, (Policy.LIBERAL,) * 3)]


async def test_notes_and_marks_are_kept_for_the_game() -> None:
    shown = _shown_at(Phase.ELECTION)
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("3", "k", "k", "k", "k", "w", *"Clara lies", "escape")
        await pilot.pause()
        screen = table_screen(app)
        assert screen.notes.marks[Seat(2)] is Suspicion.SUSPECT
        assert "suspect" in screen_text(app)
        await pilot.press("l", "o")
        await pilot.pause()
        assert "Clara lies" in screen_text(app)
        assert shown.acted == []


async def test_papers_are_reached_by_letter_by_tab_and_by_talking() -> None:
    shown = _shown_at(Phase.ELECTION, after=100)
    app = StillApp(shown)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        tabs = table_screen(app).query_one(PanelTabs)
        for panel in Panel:
            await pilot.press(panel.value)
            assert tabs.panel is panel
        await pilot.press("tab")
        assert tabs.panel is Panel.LOG
        await pilot.press("s", *"yes", "enter", "escape")
        await pilot.pause()
        assert "Mira: yes" in screen_text(app)
        assert shown.acted == []
        await pilot.press("question_mark")
        await pilot.pause()
        assert "definitely not Hitler" in screen_text(app)


async def test_news_that_comes_while_the_table_is_put_away_is_let_go() -> None:
    class Late(TableScreen):
        def on_unmount(self) -> None:
            self.changed()

    app = against_bots()
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.source is not None)
        await app.push_screen(Late(source_of(app)))


async def test_leaving_is_asked_twice() -> None:
    app = against_bots()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert "Leave the game?" in screen_text(app)
        await pilot.press("n")
        await pilot.pause()
        assert app.is_running
        await pilot.press("q", "y")
        await pilot.pause()
        assert app.return_code == 0


async def test_watching_steps_pauses_changes_speed_and_lens() -> None:
    app = LocalApp(GameSetup(players=6, seed=5, level="random"), watch=True)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.source is not None and app.source.view is not None)
        source, game = source_of(app), local(app)
        await pilot.press("space")
        await until(pilot, lambda: "paused" in screen_text(app))
        await pilot.press("plus", "plus", "minus")
        assert game.pace.speed == 2.0
        for _ in range(9):
            before = len(source.news), len(view_of(app).board.awaited)
            await pilot.press("full_stop")
            await until(pilot, lambda was=before: (len(source.news), len(view_of(app).board.awaited)) != was)  # type: ignore[misc]
        assert "<H>" not in screen_text(app)
        await pilot.press("e")
        await pilot.pause()
        assert game.all_open
        assert "<H>" in screen_text(app)
        assert "all cards open" in screen_text(app)
        await pilot.press("e")
        await pilot.pause()
        assert "<H>" not in screen_text(app)
        game.pace.speed = AT_ONCE
        await pilot.press("space")
        await until(pilot, lambda: view_of(app).board.ending is not None)


async def test_in_ascii_nothing_else_is_written() -> None:
    shown = _shown_at(Phase.NOMINATION, after=100)
    app = StillApp(shown, ascii_only=True)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen_text(app).isascii()
        await pilot.press("question_mark")
        await pilot.pause()
        assert screen_text(app).isascii()
