"""How soon the page answers a finger, and how smoothly it moves, on a processor slowed four times.

python -m benchmarks.page_speed [repeats]

Prints, for the first visit and for a table entered anew in the middle of a game, the milliseconds until what one would tap is there and
a tap is answered; and the frames a second while something moves, beside those of an empty page in the same browser.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.person import PHONE, Person
from tests.server.process import ServerProcess

SLOWED = 4
READY = """selector => new Promise((tell) => {
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look);
    setTimeout(() => tell(performance.now()), 0);
  };
  look();
})"""
"""When the thing to tap is there and the page's one thread is free to answer: counted from the start of the navigation."""

FRAMES = """() => {
  window.moving = []; window.still = [];
  let last = performance.now();
  const frame = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === 'running');
    (moves ? window.moving : window.still).push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def measure(browser: Browser, url: str, repeats: int) -> None:
    home = [_first_visit(browser, url) for _ in range(repeats)]
    person = Person(browser, "Slow", PHONE)
    page = person.page
    page.goto(url)
    page.locator("button.big").click()
    person.looks_into_the_envelope()
    _slow(page)
    table = []
    for _ in range(repeats):
        page.reload()
        table.append(page.evaluate(READY, "#tray-title"))
    page.evaluate(FRAMES)
    for _ in range(60 * repeats):
        if person.game_over:
            break
        if not person.plays():
            page.wait_for_timeout(100)
    moving = page.evaluate("() => window.moving")
    person.close()
    print(f"first visit: ready in {_middle(home)} ms of {len(home)} visits (best {min(home):.0f}, worst {max(home):.0f})")
    print(f"table in the middle of a game, entered anew: ready in {_middle(table)} ms (best {min(table):.0f}, worst {max(table):.0f})")
    empty = _empty_page(browser)
    for name, frames in (("in motion", moving), ("empty page", empty)):
        late = sum(1 for each in frames if each > 25) / len(frames)
        print(f"{name}: {1000 / statistics.mean(frames):.1f} frames a second over {len(frames)} frames, {late:.1%} of them late")


def _first_visit(browser: Browser, url: str) -> float:
    person = Person(browser, "Slow", PHONE)
    _slow(person.page)
    person.page.goto(url, wait_until="commit")
    ready: float = person.page.evaluate(READY, "button.big")
    person.close()
    return ready


def _empty_page(browser: Browser) -> list[float]:
    person = Person(browser, "Empty", PHONE)
    _slow(person.page)
    person.page.set_content("<p>.</p><style>p{animation:m 1s infinite alternate linear}@keyframes m{to{transform:translateX(9em)}}</style>")
    person.page.evaluate(FRAMES)
    person.page.wait_for_timeout(3000)
    frames: list[float] = person.page.evaluate("() => window.moving")
    person.close()
    return frames


def _slow(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def _middle(figures: list[float]) -> str:
    return f"{statistics.median(figures):.0f}"


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as house, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
        measure(browser, house.url, repeats)
        browser.close()


if __name__ == "__main__":
    main()
