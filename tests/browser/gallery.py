"""Every screen and moment as a picture, with an index page: `python -m tests.browser.gallery FOLDER [NAME ...]`.

It starts a server of its own. A name is one of VISITS, or one with "moments-", "after-" or "room-" before it for a part of it; without
names the whole gallery is made. `film` writes one round as an animated PNG; `shown` writes the pictures of the README and of link
previews, at tables that are the same each time.
"""

import asyncio
import base64
import html
import io
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from secret_hitler.rules import Game, Phase, Policy, Role, Seat, Vote
from secret_hitler.server.built_page import built_page
from secret_hitler.server.services import IDENTITY
from secret_hitler.wire.table import Level, Options
from tests.server.laid_out import Chooses, LaidOut, for_the_liberals, laid_out
from tests.server.live_server import LiveServer
from tests.terminal.reader import next_key, over
from tests.terminal.stage import against_bots, local, screen_lines, until, view_of

from .conftest import FLAGS, SHELL
from .phone import PassedPhone

LANGUAGES = ("en", "de", "es", "fr", "tr", "ru")
PHONE, SMALL, SIDE = (390, 844), (360, 640), (844, 390)
DESKTOP, LARGE = (1280, 800), (1920, 1080)
PAGES = {
    "home": "/",
    "learn": "/learn",
    "pass": "/pass",
    "companion": "/companion",
    "settings": "/settings",
    "how-to-play": "/how-to-play",
    "about": "/about",
}
SECONDS = 75
NAMES = ["Mira", "Doro", "Clara", "Emil", "Bruno", "Frieda", "Gustav", "Hanna", "Ivo", "Jette"]


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

NEXT = """(kept) => {
  if (kept && document.querySelector(`button.scene[data-scene=${kept}]`)) return;
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
    _prefer(page, visit)
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
    look_into_the_envelope(page)
    page.screenshot(path=folder / f"{visit.name}-role.png")
    page.locator("dialog button.press").click()
    seen: set[str] = set()
    until = time.monotonic() + visit.seconds
    while time.monotonic() < until and not page.locator(".end h2").count():
        moment = page.evaluate(MOMENT)
        if moment not in seen:
            seen.add(moment)
            page.screenshot(path=folder / f"{visit.name}-{moment}.png", animations="disabled")
            if visit.size == LARGE:
                _television(context, server, folder, visit, code, moment)
        page.evaluate(NEXT)
        page.wait_for_timeout(200)


def look_into_the_envelope(page: Page) -> None:
    """For a few seconds, as a screen reader does."""
    page.locator("dialog button.envelope").evaluate("button => button.click()")
    page.wait_for_timeout(700)


def at_first_seat(phase: Phase, policies: int = 0) -> Callable[[Game], bool]:
    """Lay out a decision of the person in the first seat, with so many policies enacted."""
    return lambda game: game.board.phase is phase and Seat(0) in game.awaited and game.board.liberal + game.board.fascist >= policies


def _hitler_stands(game: Game) -> bool:
    stands = game.board.chancellor
    return at_first_seat(Phase.ELECTION)(game) and game.board.fascist >= 3 and stands is not None and game.roles[stands] is Role.HITLER


def _nearly_won(game: Game) -> bool:
    return at_first_seat(Phase.CHANCELLOR_SESSION)(game) and game.board.liberal == 4


def _wins_the_game(game: Game) -> bool:
    return _nearly_won(game) and Policy.LIBERAL in game.hand


class Moment(NamedTuple):
    scene: str
    there: Callable[[Game], bool]
    ja: Callable[[Seat], bool] = lambda seat: seat % 3 != 2
    """How everybody but the first seat votes."""
    fewest: int = 5
    """With fewer players it never comes."""
    chooses: Chooses | None = None


MOMENTS = {
    "ballots": Moment("ElectionHeld", at_first_seat(Phase.ELECTION, 3)),
    "policy": Moment("PolicyEnacted", at_first_seat(Phase.CHANCELLOR_SESSION, 3)),
    "shot": Moment("PlayerExecuted", at_first_seat(Phase.EXECUTION)),
    "special-election": Moment("SpecialElectionCalled", at_first_seat(Phase.SPECIAL_ELECTION), fewest=7),
    "veto": Moment("AgendaVetoed", at_first_seat(Phase.VETO_ANSWER)),
    "chaos": Moment("PolicyEnacted", lambda game: at_first_seat(Phase.ELECTION)(game) and game.board.tracker == 2, lambda _: False),
    "victory": Moment("GameEnded", _wins_the_game, chooses=for_the_liberals),
    "hitler": Moment("GameEnded", _hitler_stands, lambda _: True),
}


def _moments(browser: Browser, server: LiveServer, folder: Path, visit: Visit) -> None:
    """Each moment once, at a table laid out just before it."""
    for name, (scene, there, ja, fewest, chooses) in MOMENTS.items():
        if visit.players < fewest:
            continue
        table = laid_out(there, f"moment {name}", chooses, people=1, bots=visit.players - 1, name="Mira")
        if table.game.board.phase is Phase.ELECTION:
            for seat in [seat for seat in table.game.awaited if seat != Seat(0)]:
                table.plays(seat, Vote(ja=ja(seat)))
        server.lay_out(table)
        context = _context(browser, visit)
        page = context.new_page()
        _sit(page, server, table, visit)
        page.locator(".tray").wait_for()
        shown = page.locator(f"button.scene[data-scene={scene}]")
        until = time.monotonic() + 20
        while not shown.count() and time.monotonic() < until:
            page.evaluate(NEXT, scene)
            page.wait_for_timeout(100)
        page.screenshot(path=folder / f"{visit.name}-moment-{name}.png", animations="disabled")
        context.close()


def _after(browser: Browser, server: LiveServer, folder: Path, visit: Visit) -> None:
    """Show a finished game: the last screen, its poster, the review, the replay, the player's own page, the television's last screen."""
    table = laid_out(_nearly_won, "the end", people=1, bots=visit.players - 1, name="Mira")
    server.lay_out(table)
    context = _context(browser, visit)
    context.add_cookies([{"name": IDENTITY, "value": server.tokens.identity_token(table.players[0]), "url": server.url}])
    page = context.new_page()
    _sit(page, server, table, visit)
    until = time.monotonic() + 60
    while not page.locator(".end h2").count() and time.monotonic() < until:
        page.evaluate(NEXT)
        page.wait_for_timeout(100)
    _keep_picture(page, folder / f"{visit.name}-end.png")
    with page.expect_download() as sent:
        page.evaluate("() => { navigator.canShare = undefined; document.querySelectorAll('.next button').item(1).click(); }")
    sent.value.save_as(folder / f"{visit.name}-end-picture.png")
    record = (page.locator(".end a[href^='/r/']").get_attribute("href") or "").removeprefix("/r/")
    page.goto(f"{server.url}/review/{record}?seat=0")
    page.locator("#awards li").first.wait_for(timeout=60_000)
    _keep_picture(page, folder / f"{visit.name}-review.png")
    page.screenshot(path=folder / f"{visit.name}-review-whole.png", animations="disabled", full_page=True)
    for name, query in {"poster": "", "poster-moment": "&move=40"}.items():
        answer = context.request.get(f"{server.url}/api/records/{record}/poster.png?language={visit.language}{query}")
        (folder / f"{visit.name}-{name}.png").write_bytes(answer.body())
    page.goto(f"{server.url}/r/{record}?move=40&lens=all")
    page.locator(".controls").wait_for()
    while not page.locator(".middle ol li:nth-child(3)").count():  # what a government drew, handed on and enacted
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1500)
    _keep_picture(page, folder / f"{visit.name}-replay.png")
    page.goto(f"{server.url}/me")
    page.get_by_text(table.code).first.wait_for()
    _keep_picture(page, folder / f"{visit.name}-me.png")
    _prefer(page, visit, last=table.code)
    page.goto(server.url)
    page.locator(".last a[href^='/review/']").wait_for()
    page.wait_for_timeout(700)
    _keep_picture(page, folder / f"{visit.name}-home-again.png")
    page.goto(f"{server.url}/tv/{table.code}")
    page.wait_for_timeout(1500)
    _keep_picture(page, folder / f"{visit.name}-tv-end.png")
    context.close()


def _in_one_room(browser: Browser, server: LiveServer, folder: Path, visit: Visit) -> None:
    """One phone for all, and the companion of a game with real cards, each in the middle of a round."""
    names = NAMES[: visit.players]
    width, height = visit.size
    phone = PassedPhone(browser, names, {"width": width, "height": height})
    phone.page.emulate_media(color_scheme="dark" if visit.scheme == "dark" else "light")
    phone.sits_down(server.url)
    moments: dict[str, Callable[[dict[str, Any]], bool]] = {
        "cover": lambda seen: seen["cover"] == "button",
        "held": lambda seen: seen["held"] == "role" and bool(seen["ready"]),
        "vote": lambda seen: seen["held"] == "vote",
        "elected": lambda seen: bool(seen["scene"]),
        "hand": lambda seen: seen["held"] == "discard" and bool(seen["uncovered"]),
        "open": lambda seen: seen["ask"] == "nominate" and not seen["scene"],
    }
    for name, there in moments.items():
        phone.plays_until(there)
        _keep_picture(phone.page, folder / f"{visit.name}-pass-{name}.png")
        if name == "held":
            phone.page.locator("button.envelope").hover()
            phone.page.mouse.down()
            _keep_picture(phone.page, folder / f"{visit.name}-pass-peephole.png")
            phone.page.mouse.up()
            phone.page.wait_for_timeout(300)
    phone.close()
    page = _context(browser, visit).new_page()
    page.goto(server.url)
    _prefer(page, visit)
    for number, _ in zip(range(1, 16), _questions(page, server, names), strict=False):
        _keep_picture(page, folder / f"{visit.name}-companion-{number:02}.png")
    page.context.close()


def _questions(page: Page, server: LiveServer, names: list[str]) -> Iterator[None]:
    """Every question of the companion; the first answer is given to each."""
    page.goto(f"{server.url}/companion")
    while page.locator(".chairs input").count() < len(names):
        page.locator(".chairs + .press").click()
    for field, name in zip(page.locator(".chairs input").all(), names, strict=True):
        field.fill(name)
    page.locator("button.big").click()
    page.locator("button.big:not([type=submit])").click()
    for written in count(1):
        yield
        page.locator(".options button:not(:disabled, [aria-disabled=true])").first.click()
        page.locator(f'main[data-checked="{written}"]').wait_for()


def _sit(page: Page, server: LiveServer, table: LaidOut, visit: Visit) -> None:
    """Take the seat of the person at a table that was laid out."""
    page.goto(server.url)
    _prefer(page, visit)
    page.goto(f"{server.url}/t/{table.code}?ticket={server.tokens.ticket(table.code, table.players[0])}")
    page.locator("main.door button.main").click()


def _prefer(page: Page, visit: Visit, last: str = "") -> None:
    settings = {
        "language": visit.language,
        "name": "Mira",
        "sound": False,
        "contrast": "more" if visit.contrast else "normal",
        "last": last,
    }
    page.evaluate("kept => localStorage.setItem('settings', JSON.stringify(kept))", settings)


def _keep_picture(page: Page, path: Path) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=path, animations="disabled")


def _television(context: BrowserContext, server: LiveServer, folder: Path, visit: Visit, code: str, moment: str) -> None:
    screen = context.new_page()
    screen.goto(f"{server.url}/tv/{code}")
    screen.wait_for_timeout(900)
    screen.screenshot(path=folder / f"television-{visit.players}-{moment}.png")
    screen.close()


# The film, and the pictures that documents show


def film(browser: Browser, server: LiveServer, folder: Path) -> None:
    """One round on a phone, from the envelope to the policy."""
    context = _context(browser, Visit("film", PHONE, 7))
    page = context.new_page()
    page.route("**/grain*", lambda route: route.abort())  # what is as fine as grain makes a film many times as large
    code = context.request.post(f"{server.url}/api/play-now", data={"name": "Mira", "players": 7}).json()["code"]
    page.goto(f"{server.url}/t/{code}")
    page.locator("dialog").wait_for()
    camera = context.new_cdp_session(page)
    reel: list[tuple[float, bytes]] = []
    camera.on("Page.screencastFrame", lambda frame: _keep(camera, reel, frame))
    camera.send("Page.startScreencast", {"format": "png", "everyNthFrame": 2})
    page.wait_for_timeout(1500)
    look_into_the_envelope(page)
    page.locator("dialog button.press").click()
    moment, since, until = "", time.monotonic(), time.monotonic() + SECONDS
    while moment != "PolicyEnacted" and time.monotonic() < until:
        before, moment = moment, page.evaluate(MOMENT)
        if moment != before:
            since = time.monotonic()
        elif time.monotonic() - since > 1.5:
            page.evaluate(NEXT, "PolicyEnacted")
            since = time.monotonic()
        page.wait_for_timeout(100)
    page.wait_for_timeout(2500)
    camera.send("Page.stopScreencast")
    context.close()
    develop(reel, folder / "round.png")


FRAMES = 6
"""A second."""
WIDTH = 270
COLOURS = 128
SAMPLES = 8
"""Pictures from which the colours are chosen."""
LONGEST = 2000
"""Milliseconds of one frame."""


def _keep(camera: CDPSession, reel: list[tuple[float, bytes]], frame: dict[str, Any]) -> None:
    reel.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
    camera.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})


def develop(reel: list[tuple[float, bytes]], path: Path) -> None:
    """As an animated PNG that shows wherever pictures do; a time in which nothing or little moves is one frame, and short."""
    reel = sorted(reel, key=lambda shot: shot[0])
    begin, taken = reel[0][0], dict[int, bytes]()
    for when, shot in reel:
        taken[int((when - begin) * FRAMES)] = shot
    chosen = dict[int, Image.Image]()
    for number, shot in taken.items():
        picture = Image.open(io.BytesIO(shot)).convert("RGB")
        picture = picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS)
        if not chosen or _moved(list(chosen.values())[-1], picture):
            chosen[number] = picture
    pictures = list(chosen.values())
    sheet = Image.new("RGB", (WIDTH * SAMPLES, pictures[0].height))
    for number in range(SAMPLES):
        sheet.paste(pictures[(len(pictures) - 1) * number // (SAMPLES - 1)], (WIDTH * number, 0))
    palette = sheet.quantize(COLOURS)
    first, *others = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    ends = [*list(chosen)[1:], max(chosen) + 2 * FRAMES]
    lasting = [min(LONGEST, 1000 * (end - start) // FRAMES) for start, end in zip(chosen, ends, strict=True)]
    first.save(path, save_all=True, append_images=others, duration=lasting, loop=0, optimize=True)


def _moved(before: Image.Image, after: Image.Image) -> bool:
    changed = ImageChops.difference(before, after).getbbox()
    return changed is not None and (changed[2] - changed[0]) * (changed[3] - changed[1]) > before.width * before.height / 100


def grown(game: Game) -> bool:
    """Find a game with something to show: policies of both kinds, and a vote of the person in the first seat."""
    board = game.board
    return board.liberal >= 2 and board.fascist >= 2 and board.phase is Phase.ELECTION and Seat(0) in game.awaited


def shown(browser: Browser, server: LiveServer, folder: Path) -> None:
    table = laid_out(grown, "pictures", people=1, bots=6, options=Options(bot_level=Level.REGULAR), name="Mira")
    server.lay_out(table)
    for name, size in {"table": DESKTOP, "vote": PHONE, "preview": (1200, 630)}.items():
        _picture(browser, server, folder, table, name, size)
    page = _context(browser, Visit("shown", PHONE, 0)).new_page()
    page.goto(server.url)
    page.wait_for_timeout(700)
    page.screenshot(path=folder / "home.png")
    for _ in _questions(page, server, NAMES[:7]):
        if page.locator(".options .liberal").count():
            break
    _keep_picture(page, folder / "companion.png")
    page.context.close()
    with ThreadPoolExecutor(1) as thread:  # because Playwright's own loop runs in this one
        drawing = thread.submit(asyncio.run, _terminal()).result()
    page = browser.new_page(viewport={"width": 1482, "height": 977})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
    taken = Image.open(io.BytesIO(page.locator("svg").screenshot()))
    taken.convert("RGB").quantize(128).save(folder / "terminal.png", optimize=True)
    page.close()


async def _terminal() -> str:
    """Draw a president choosing a chancellor in a terminal, with policies of both kinds on the boards."""
    app, rng = against_bots(7, level="regular"), random.Random(1)
    async with app.run_test(size=(120, 38)) as pilot:
        await until(pilot, lambda: app.source is not None and app.source.view is not None)
        while not over(screen_lines(app)):
            view = view_of(app)
            if view.board.liberal >= 2 and view.board.fascist >= 2 and view.board.phase is Phase.NOMINATION and view.choices:
                local(app).pace.speed = 1.0
                await pilot.press("r", "r", "4")
                await pilot.pause()
                return app.export_screenshot(title="Secret Hitler")
            key = next_key(screen_lines(app), rng)
            if key is None:
                await asyncio.sleep(0.002)
                await pilot.pause()
            else:
                await pilot.press(key)
    raise AssertionError("this game came to no such moment")


def _picture(browser: Browser, server: LiveServer, folder: Path, table: LaidOut, name: str, size: tuple[int, int]) -> None:
    context = _context(browser, Visit(name, size, 7))
    page = context.new_page()
    page.goto(f"{server.url}/t/{table.code}?ticket={server.tokens.ticket(table.code, table.players[0])}")
    page.locator("main.door button.main").click()
    page.get_by_text("6 of 7 voted").wait_for()
    page.wait_for_timeout(3500)
    taken = Image.open(io.BytesIO(page.screenshot()))
    taken.convert("RGB").quantize(256).save(folder / f"{name}.png", optimize=True)
    context.close()


def write_index(folder: Path) -> None:
    pictures = sorted(path.name for path in folder.glob("*.png"))
    shown = "".join(f'<figure><img src="{name}" loading="lazy"><figcaption>{html.escape(name)}</figcaption></figure>' for name in pictures)
    style = (
        "body{background:#333;color:#eee;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:12px}img{max-height:480px}figure{margin:0}"
    )
    (folder / "index.html").write_text(f"<!doctype html><title>Gallery</title><style>{style}</style>{shown}", encoding="utf-8")


def make(folder: Path, names: list[str]) -> None:
    assert built_page() is not None, "the page isn't built, or is older than its sources: run make page"
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        LiveServer(Path(data), bot_pace=0.3) as server,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=SHELL, chromium_sandbox=False, args=FLAGS)
        for visit in VISITS:
            for part, takes in {"": take, "moments-": _moments, "after-": _after, "room-": _in_one_room}.items():
                if not names or part + visit.name in names:
                    takes(browser, server, folder, visit)
        for name, makes in {"film": film, "shown": shown}.items():
            if not names or name in names:
                makes(browser, server, folder)
        browser.close()
    write_index(folder)


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2:])
