"""The terminal in every language: every screen is drawn, the keys fit, and a small window says that it is small."""

import random
from collections.abc import Iterator

import pytest
from textual.widgets._footer import FooterKey

from secret_hitler.rules import RULESETS
from secret_hitler.terminal.app import LocalApp
from secret_hitler.terminal.game_setup import GameSetup
from secret_hitler.terminal.plain import play_in_lines
from secret_hitler.terminal.words import say, speak
from secret_hitler.words import LANGUAGES
from tests.terminal.stage import against_bots, screen_lines, screen_text, table_screen, until

SMALL = (80, 24)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_table_at_its_smallest_shows_every_key_and_every_panel(language: str) -> None:
    speak(language)

    app = against_bots()
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: say("table.round", n=1) in screen_text(app))
        await until(pilot, lambda: bool(app.screen.query(FooterKey)))
        await pilot.pause()
        footer = screen_lines(app)[-1]
        shown = [str(key.description) for key in app.screen.query(FooterKey)]
        assert len(shown) >= 9
        assert [words for words in shown if words not in footer] == [], footer
        tabs = next(line for line in screen_lines(app) if say("terminal.panel.log") in line and say("terminal.panel.votes") in line)
        names = [say(f"terminal.panel.{name}") for name in ("log", "votes", "claims", "chat", "notes", "facts")]
        assert [name for name in names if name not in tabs] == [], tabs
        for key in "vchofl":
            await pilot.press(key)
        await pilot.press("question_mark")
        await until(pilot, lambda: say("terminal.help.vote") in screen_text(app))
        assert say("terminal.help.notHitler") in screen_text(app), "the last line of the help is on the screen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_played_in_plain_lines(language: str) -> None:
    speak(language)
    lines: list[str] = []
    rng = random.Random(language)

    def answer(_: str) -> str:
        return str(rng.randint(1, 10))

    setup = GameSetup(players=7, seed=4, level="random", rules=RULESETS["official"])
    play_in_lines(setup, ask=answer, tell=lines.append)
    told = "\n".join(lines)
    assert "{" not in told
    assert say("event.EnvelopesDealt") in told
    if language != "en":
        assert " policies" not in told
        assert " the " not in told


@pytest.mark.parametrize(("size", "small"), [((79, 24), True), ((80, 23), True), (SMALL, False)])
async def test_a_window_that_is_too_small_says_so_and_a_larger_one_plays_on(size: tuple[int, int], small: bool) -> None:
    app = against_bots()
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: table_screen(app).has_class("too-small") == small)
        await until(pilot, lambda: ("window is too small" in " ".join(screen_text(app).split())) == small)
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: "Round 1" in screen_text(app))


async def test_the_first_screen_asks_in_the_language_chosen() -> None:
    speak("de", "neutral")

    app = LocalApp(GameSetup(), ask=True)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "SECRET CUCKOO" in screen_text(app) or say("options.rules") in screen_text(app))
        assert "Offizielle Regeln" in screen_text(app)
