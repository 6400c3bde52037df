"""axe finds no violation of WCAG 2.2 AA on any screen, in light and dark, and the layout holds from phone to television."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.server.process import ServerProcess

from .person import Person
from .phone import PassedPhone

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"
JUDGE = """async (rules) => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  const found = await axe.run(document, { runOnly: rules });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  return found;
}"""
"""What is half faded has half its contrast: the page is judged at rest."""
SIZES = [(360, 640), (390, 844), (820, 1180), (1440, 900)]

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")


def violations(page: Page) -> list[str]:
    page.wait_for_timeout(450)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(JUDGE, list(RULES))
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}" for one in found["violations"] for node in one["nodes"]
    ]


def sideways(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
    return wider


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_quiet_pages(browser: Browser, house: ServerProcess, scheme: str) -> None:
    person = Person(browser, "Reader")
    person.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for path in ("/", "/pass", "/how-to-play", "/settings", "/about", "/learn"):
        person.page.goto(house.url + path)
        person.page.get_by_role("heading").first.wait_for()
        assert violations(person.page) == [], path
        assert not sideways(person.page), path
    person.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_table_from_lobby_to_end(browser: Browser, house: ServerProcess, width: int, height: int) -> None:
    person = Person(browser, "Reader", {"width": width, "height": height})
    page = person.page
    code = person.opens_a_table(house.url)
    page.get_by_role("button", name="Fill up with bots").click()
    page.get_by_role("button", name="Deal the cards").wait_for()
    assert violations(page) == [], "lobby"
    person.deals()
    page.get_by_role("button", name="Hold to look", exact=True).wait_for()
    assert violations(page) == [], "envelope"
    seen: set[str] = set()
    for _ in range(3000):
        if person.game_over:
            break
        moment = page.locator(".tray").get_attribute("data-ask", timeout=5000) if not page.locator("button.scene").count() else None
        if moment and moment not in seen:
            seen.add(moment)
            assert violations(page) == [], moment
            assert not sideways(page), moment
        if not person.plays():
            page.wait_for_timeout(40)
    assert person.game_over
    assert violations(page) == [], "end"
    television = Person(browser, "Room", {"width": 1920, "height": 1080})
    television.page.goto(f"{house.url}/tv/{code}")
    television.page.wait_for_timeout(800)
    assert violations(television.page) == [], "tv"
    television.close()
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("slider").wait_for()
    assert violations(page) == [], "replay"
    assert not sideways(page), "replay"
    person.close()


@pytest.mark.parametrize(("width", "height", "scheme"), [(360, 640, "dark"), (820, 1180, "light")])
def test_a_phone_that_goes_round(browser: Browser, house: ServerProcess, width: int, height: int, scheme: str) -> None:
    phone = PassedPhone(browser, ["Anna", "Ben", "Magdalena von Hohenstein", "Dora", "Emil"], {"width": width, "height": height})
    page = phone.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    phone.sits_down(house.url)
    checked: set[tuple[object, ...]] = set()

    def one_round_is_over(seen: dict[str, Any]) -> bool:
        moment = (seen["cover"], seen["held"], seen["uncovered"], seen["ask"], page.locator(".cover.open").count())
        if not seen["scene"] and moment not in checked:
            checked.add(moment)
            assert violations(page) == [], moment
            assert page.evaluate("document.documentElement.scrollWidth") <= width, moment
        return bool(seen["ask"] == "nominate" and page.get_by_role("button", name="Claims").count())

    phone.plays_until(one_round_is_over)
    for panel in ("Claims", "Log"):
        page.get_by_role("button", name=panel).click()
        assert violations(page) == [], panel
        assert not sideways(page), panel
    phone.close()


@pytest.mark.parametrize("language", ["de", "es", "fr", "tr", "ru"])
def test_the_longest_words_fit_a_small_phone(browser: Browser, house: ServerProcess, language: str) -> None:
    person = Person(browser, "Reader", {"width": 360, "height": 640})
    person.page.goto(house.url)
    person.page.evaluate("language => localStorage.setItem('settings', JSON.stringify({ language }))", language)
    for path in ("/", "/pass", "/how-to-play", "/settings", "/about", "/learn"):
        person.page.goto(house.url + path)
        person.page.get_by_role("heading").first.wait_for()
        person.page.wait_for_timeout(200)
        assert person.page.evaluate("document.documentElement.lang") == language
        assert not sideways(person.page), path
    person.close()
