"""Every screen and moment as a picture, with an index page: `python -m tests.browser.gallery FOLDER [NAME ...]`.

It starts a server of its own. A name is one of VISITS; without names the whole gallery is made. `film` writes one round as WebM.
"""

import html
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.server.live_server import LiveServer

from .conftest import CHROMIUM, FLAGS

LANGUAGES = ("en", "de", "es", "fr", "tr", "ru")
PHONE, SMALL, SIDE = (390, 844), (360, 640), (844, 390)
DESKTOP, LARGE = (1280, 800), (1920, 1080)
PAGES = {"home": "/", "learn": "/learn", "pass": "/pass", "companion": "/companion", "settings": "/settings", "how-to-play": "/how-to-play"}
SECONDS = 75


class Visit(NamedTuple):
    name: str
    size: tuple[int, int]
    players: int
    scheme: str = "light"
    language: str = "en"
    seconds: float = SECONDS
    contrast: bool = False


VISITS = [
    Visit("phone-7", PHONE, 7),
    Visit("phone-5", PHONE, 5),
    Visit("phone-10", PHONE, 10),
    Visit("phone-dark", PHONE, 7, "dark", seconds=30),
    Visit("phone-contrast", PHONE, 7, seconds=20, contrast=True),
    Visit("phone-side-10", SIDE, 10, seconds=40),
    Visit("phone-side-5", SIDE, 5, seconds=20),
    Visit("desktop-8", DESKTOP, 8),
    Visit("desktop-5", DESKTOP, 5, seconds=30),
    Visit("desktop-10-dark", DESKTOP, 10, "dark", seconds=40),
    Visit("large-10", LARGE, 10, seconds=40),
    *(Visit(f"small-10-{language}", SMALL, 10, language=language, seconds=25) for language in LANGUAGES),
]

NEXT = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility() && !part.disabled);
  const tap = (selector, from = 0) => { const found = seen(selector); if (found.length) found.at(from).click(); return found.length > 0; };
  const later = (selector) => setTimeout(() => document.querySelector(selector)?.click(), 700);
  if (tap('button.scene') || tap('.sight button.main')) return;
  if (tap('button.seat:not([aria-disabled=true])') || tap('.tray button.tile', -1)) return later('.tray button.main');
  tap('.tray .ja') || tap('.tray .wide') || tap('.tray .pair button');
}"""
MOMENT = "() => document.querySelector('button.scene')?.dataset.scene ?? document.querySelector('.tray')?.dataset.ask ?? 'none'"


def take(browser: Browser, server: LiveServer, folder: Path, visit: Visit) -> None:
    context = _context(browser, visit)
    page = context.new_page()
    page.goto(server.url)
    settings = {"language": visit.language, "name": "Mira", "sound": False, "contrast": "more" if visit.contrast else "normal"}
    page.evaluate("kept => localStorage.setItem('settings', JSON.stringify(kept))", settings)
    for name, path in PAGES.items():
        page.goto(server.url + path)
        page.wait_for_timeout(500)
        page.screenshot(path=folder / f"{visit.name}-{name}.png")
    _lobby(context, page, server, folder, visit)
    _game(context, page, server, folder, visit)
    context.close()


def _context(browser: Browser, visit: Visit, **more: Any) -> BrowserContext:
    width, height = visit.size
    looks: dict[str, Any] = {"color_scheme": visit.scheme, "service_workers": "block", **more}
    return browser.new_context(viewport={"width": width, "height": height}, **looks)


def _lobby(context: BrowserContext, page: Page, server: LiveServer, folder: Path, visit: Visit) -> None:
    code = context.request.post(f"{server.url}/api/tables", data={"name": "Mira"}).json()["code"]
    page.goto(f"{server.url}/t/{code}")
    page.locator("footer .press").first.click()
    page.wait_for_timeout(700)
    page.screenshot(path=folder / f"{visit.name}-lobby.png")


def _game(context: BrowserContext, page: Page, server: LiveServer, folder: Path, visit: Visit) -> None:
    """One game against bots: each question, each moment and the end, once; what the television shows of it."""
    code = context.request.post(f"{server.url}/api/play-now", data={"name": "Mira", "players": visit.players}).json()["code"]
    page.goto(f"{server.url}/t/{code}")
    page.locator("dialog").wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=folder / f"{visit.name}-deal.png")
    page.locator("dialog button.press").click()
    seen: set[str] = set()
    until = time.monotonic() + visit.seconds
    while time.monotonic() < until and not page.locator(".end h2").count():
        moment = page.evaluate(MOMENT)
        if moment not in seen:
            seen.add(moment)
            page.wait_for_timeout(1700 if moment == "ElectionHeld" else 700)
            page.screenshot(path=folder / f"{visit.name}-{moment}.png")
            if visit.size == LARGE:
                _television(context, server, folder, visit, code, moment)
        page.evaluate(NEXT)
        page.wait_for_timeout(200)
    page.wait_for_timeout(1200)
    page.screenshot(path=folder / f"{visit.name}-end.png")


def _television(context: BrowserContext, server: LiveServer, folder: Path, visit: Visit, code: str, moment: str) -> None:
    screen = context.new_page()
    screen.goto(f"{server.url}/tv/{code}")
    screen.wait_for_timeout(900)
    screen.screenshot(path=folder / f"television-{visit.players}-{moment}.png")
    screen.close()


def film(browser: Browser, server: LiveServer, folder: Path) -> None:
    """One round on a phone, from the envelope to the policy."""
    width, height = PHONE
    visit = Visit("film", PHONE, 7)
    context = _context(browser, visit, record_video_dir=folder, record_video_size={"width": width, "height": height})
    page = context.new_page()
    code = context.request.post(f"{server.url}/api/play-now", data={"name": "Mira", "players": 7}).json()["code"]
    page.goto(f"{server.url}/t/{code}")
    page.locator("dialog button.press").click()
    until = time.monotonic() + 40
    while time.monotonic() < until:
        if page.evaluate(MOMENT) in ("none", "ChancellorNominated", "ElectionHeld", "PolicyEnacted", "PowerGranted"):
            page.wait_for_timeout(300)
            continue
        page.wait_for_timeout(1400)
        page.evaluate(NEXT)
    made = page.video
    context.close()
    if made is not None:
        made.save_as(folder / "round.webm")
        made.delete()


def write_index(folder: Path) -> None:
    pictures = sorted(path.name for path in folder.glob("*.png"))
    shown = "".join(f'<figure><img src="{name}" loading="lazy"><figcaption>{html.escape(name)}</figcaption></figure>' for name in pictures)
    style = (
        "body{background:#333;color:#eee;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:12px}img{max-height:480px}figure{margin:0}"
    )
    (folder / "index.html").write_text(f"<!doctype html><title>Gallery</title><style>{style}</style>{shown}", encoding="utf-8")


def make(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        LiveServer(Path(data), bot_pace=0.3) as server,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
        for visit in VISITS:
            if not names or visit.name in names:
                take(browser, server, folder, visit)
        if not names or "film" in names:
            film(browser, server, folder)
        browser.close()
    write_index(folder)


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2:])
