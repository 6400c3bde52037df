"""Pictures of every screen at the sizes we design for.

`python -m tests.browser.pictures URL FOLDER [LANGUAGE]`, against a running server.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from .conftest import CHROMIUM, FLAGS
from .person import Person

SIZES = [(360, 640), (390, 844), (820, 1180), (1440, 900)]
TELEVISION = (1920, 1080)
PAGES = {"home": "/", "how-to-play": "/how-to-play", "settings": "/settings", "about": "/about", "learn": "/learn"}


def take(browser: Browser, url: str, folder: Path, language: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in SIZES:
        name = f"{language}-{width}x{height}"
        person = Person(browser, "Magdalena", {"width": width, "height": height})
        page = person.page
        page.goto(url)
        page.evaluate("language => localStorage.setItem('settings', JSON.stringify({ language, name: 'Magdalena' }))", language)
        for screen, path in PAGES.items():
            page.goto(url + path)
            page.wait_for_timeout(500)
            page.screenshot(path=folder / f"{name}-{screen}.png")
        _game(browser, page, person, url, folder, name)
        person.close()


def _game(browser: Browser, page: Page, person: Person, url: str, folder: Path, name: str) -> None:
    """One game against bots: each question, each scene and the end, once."""
    page.goto(url)
    page.locator("button.big").click()
    page.locator("dialog").wait_for()
    page.wait_for_timeout(400)
    page.screenshot(path=folder / f"{name}-envelope.png")
    seen: set[str] = set()
    for _ in range(2000):
        if page.locator(".end h2").count():
            break
        moment = page.evaluate(
            "() => document.querySelector('button.scene')?.dataset.scene ?? document.querySelector('.tray')?.dataset.ask ?? 'none'"
        )
        if moment not in seen and moment != "none" and not page.locator("dialog").count():
            seen.add(moment)
            page.wait_for_timeout(450)
            page.screenshot(path=folder / f"{name}-{moment}.png")
        if not person.plays():
            page.wait_for_timeout(60)
    page.wait_for_timeout(1500)
    page.screenshot(path=folder / f"{name}-end.png")
    television = Person(browser, "Room", {"width": TELEVISION[0], "height": TELEVISION[1]})
    television.page.goto(page.url.replace("/t/", "/tv/"))
    television.page.wait_for_timeout(1500)
    television.page.screenshot(path=folder / f"{name}-tv.png")
    television.close()


if __name__ == "__main__":
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
        take(opened, sys.argv[1], Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "en")
        opened.close()
