"""axe finds no violation of WCAG 2.2 AA on any screen, in light and dark, and the layout holds from phone to television."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from secret_hitler.rules import CallSpecialElection, Decision, Discard, Enact, Execute, Game, Investigate, Nominate, Phase, Seat, Veto, Vote
from secret_hitler.wire.table import Level, Options
from secret_hitler.words import ENGLISH
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer
from tests.sizes import size, some

from .person import Person
from .phone import PassedPhone
from .touch import knows_the_role

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"
JUDGE = """async (rules) => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  const found = await axe.run(document, { runOnly: rules, resultTypes: ['violations'], selectors: false, preload: false });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  return found.violations;
}"""
"""What is half faded has half its contrast: the page is judged at rest."""
AT_REST = """() => Promise.all(
  document.getAnimations()
    .filter((motion) => motion.effect.getComputedTiming().iterations !== Infinity)
    .map((motion) => motion.finished.catch(() => undefined)),
)"""
BARS = "position => document.querySelectorAll('main .sticky').forEach((bar) => (bar.style.position = position))"
"""What scrolls out from under a bar is no smaller for it; which line lies half under one is luck."""
QUIET = "/", "/pass", "/how-to-play", "/settings", "/about", "/learn"
SIZES = [(360, 640), (390, 844), (820, 1180), (1440, 900)]

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")


def violations(page: Page) -> list[str]:
    page.evaluate(AT_REST)
    page.evaluate(BARS, "static")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(JUDGE, list(RULES))
    page.evaluate(BARS, "")
    return [f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}" for one in found for node in one["nodes"]]


def sideways(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
    return wider


@pytest.mark.daily(1)
@pytest.mark.parametrize("turn", [0, 1])
def test_the_quiet_pages(browser: Browser, server: LiveServer, turn: int) -> None:
    """Every other page in the dark, and in the second turn the others."""
    person = Person(browser, "Reader")
    for number, path in enumerate(QUIET):
        person.page.emulate_media(color_scheme="dark" if (number + turn) % 2 else "light")
        person.page.goto(server.url + path)
        person.page.get_by_role("heading").first.wait_for()
        assert violations(person.page) == [], path
        assert not sideways(person.page), path
    person.close()
    wide = Person(browser, "Reader", {"width": 1440, "height": 900})
    wide.page.goto(server.url)
    wide.page.locator("button.big").wait_for()
    assert violations(wide.page) == []
    assert not sideways(wide.page)
    wide.close()


def asked(action: type[Decision]) -> Callable[[Game], bool]:
    """Tell whether the first seat is asked for this, and for nothing else."""
    return lambda game: any(isinstance(choice, action) for choice in game.legal_actions(Seat(0)))


def in_phase(phase: Phase) -> Callable[[Game], bool]:
    return lambda game: game.board.phase is phase and Seat(0) in game.awaited


MOMENTS: dict[str, tuple[str, int, Callable[[Game], bool]]] = {
    "nominate": ("official", 5, asked(Nominate)),
    "vote": ("official", 10, asked(Vote)),
    "discard": ("french-deck", 7, asked(Discard)),
    "enact": ("official", 8, asked(Enact)),
    "investigate": ("official", 9, asked(Investigate)),
    "special": ("official", 7, asked(CallSpecialElection)),
    "execute": ("official", 6, asked(Execute)),
    "veto-ask": ("official", 5, lambda game: asked(Veto)(game) and game.board.phase is Phase.CHANCELLOR_SESSION),
    "veto-answer": ("official", 5, in_phase(Phase.VETO_ANSWER)),
    "veto-ballot": ("online", 5, in_phase(Phase.VETO_BALLOT)),
    "none": ("official", 5, lambda game: Seat(0) not in game.board.alive and Seat(1) in game.awaited),
    "over": ("official", 10, lambda game: game.ending is not None),
}
"""By what the tray asks of the person in the first seat: under which rules, with how many, and when that is so."""
POWERS = ("investigate", "special", "execute")
EVERY_MOMENT = [(moment, SIZES[(turn + number) % len(SIZES)]) for turn in range(len(SIZES)) for number, moment in enumerate(MOMENTS)]
"""Each moment at another size before any is looked at twice."""


@pytest.mark.parametrize(("moment", "size"), EVERY_MOMENT[: size("moments of a table looked at")])
def test_every_moment_of_a_table(browser: Browser, server: LiveServer, moment: str, size: tuple[int, int]) -> None:
    rules, players, there = MOMENTS[moment]
    table = laid_out(there, moment, people=2, bots=players - 2, options=Options(rules=rules, bot_level=Level.RANDOM))
    server.lay_out(table)
    person = Person(browser, "Reader", {"width": size[0], "height": size[1]})
    person.comes_back(server, table)
    page = person.page
    if table.game.board.round == 1:
        knows_the_role(page)
    if moment == "over":
        _end_television_and_replay(browser, server, page, table.code)
    else:
        assert page.locator(".tray").get_attribute("data-ask") == ("power" if moment in POWERS else moment)
    assert violations(page) == []
    assert not sideways(page)
    person.close()


def _end_television_and_replay(browser: Browser, server: LiveServer, page: Page, code: str) -> None:
    page.locator(".end h2").wait_for()
    assert violations(page) == [], "end"
    assert not sideways(page), "end"
    television = Person(browser, "Room", {"width": 1920, "height": 1080})
    television.page.goto(f"{server.url}/tv/{code}")
    television.page.get_by_role("list", name="Players").wait_for()
    assert violations(television.page) == [], "tv"
    television.close()
    page.get_by_role("link", name=ENGLISH.say("end.replay")).click()
    page.get_by_role("slider").wait_for()


def test_the_lobby_and_the_envelope(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Reader", {"width": 360, "height": 640})
    page = person.page
    person.opens_a_table(server.url)
    page.get_by_role("button", name=ENGLISH.say("lobby.fillStart")).wait_for()
    for width, height in some("screens of a lobby", SIZES):
        page.set_viewport_size({"width": width, "height": height})
        assert violations(page) == [], (width, height)
        assert not sideways(page), (width, height)
    person.deals()
    page.get_by_role("button", name="Hold to look", exact=True).wait_for()
    assert violations(page) == [], "envelope"
    person.close()


@pytest.mark.daily(1)
@pytest.mark.parametrize(("width", "height", "scheme"), [(360, 640, "dark"), (820, 1180, "light")])
def test_a_phone_that_goes_round(browser: Browser, server: LiveServer, width: int, height: int, scheme: str) -> None:
    phone = PassedPhone(browser, ["Anna", "Ben", "Magdalena von Hohenstein", "Dora", "Emil"], {"width": width, "height": height})
    page = phone.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    phone.sits_down(server.url)
    checked: set[tuple[object, ...]] = set()

    def one_round_is_over(seen: dict[str, Any]) -> bool:
        moment = (seen["cover"], seen["held"], seen["uncovered"], seen["ask"], page.locator(".cover.open").count())
        if not seen["scene"] and moment not in checked:
            checked.add(moment)
            assert violations(page) == [], moment
            assert page.evaluate("document.documentElement.scrollWidth") <= width, moment
            assert seen["held"] != "role" or page.evaluate("document.documentElement.scrollHeight") <= height, "a button is off the screen"
        return bool(seen["ask"] == "nominate" and page.get_by_role("button", name="Claims").count())

    phone.plays_until(one_round_is_over)
    for panel in ("Claims", "Log"):
        page.get_by_role("button", name=panel).click()
        assert violations(page) == [], panel
        assert not sideways(page), panel
    phone.close()


@pytest.mark.daily(2)
@pytest.mark.parametrize("language", ["de", "es", "fr", "tr", "ru"])
def test_the_longest_words_fit_a_small_phone_and_a_desktop(browser: Browser, server: LiveServer, language: str) -> None:
    person = Person(browser, "Maximiliane", {"width": 360, "height": 640})
    page = person.page
    page.goto(server.url)
    page.evaluate("language => localStorage.setItem('settings', JSON.stringify({ language }))", language)
    code = person.context.request.post(f"{server.url}/api/tables", data={"name": person.name}).json()["code"]
    for path in (*QUIET, "/companion", "/me", "/leaderboard", "/print", f"/t/{code}"):
        page.goto(server.url + path)
        page.get_by_role("heading").first.wait_for()
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width, height in (SIZES[0], SIZES[-1]):
            page.set_viewport_size({"width": width, "height": height})
            # A phone's own width grows with what is too wide for it.
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
    person.close()
