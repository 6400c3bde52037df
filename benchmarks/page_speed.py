"""How soon the page answers a finger, and how smoothly it moves, on a processor slowed four times.

python -m benchmarks.page_speed [repeats]

Prints, for the first visit and for a table entered anew in the middle of a game, the milliseconds until what one would tap is there and
a tap is answered; and the frames a second while something moves, beside those of an empty page in the same browser; the share of late
frames in each moment; and how much the layout shifts after its first second. Motion is measured on the page of a spectator of bots who
play at their usual pace: nobody clicks, so nothing but the page itself can hold a frame up.
"""

import asyncio
import json
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from secret_hitler.client import TableClient, open_table
from secret_hitler.wire.commands import Stand
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.person import PHONE, Person
from tests.server.process import ServerProcess

SLOWED = 4
FRAME = 1000 / 60
TASKS = "disabled-by-default-devtools.timeline"
READY = """selector => {
  window.ready = new Promise((tell) => {
    const look = () => {
      if (!document.querySelector(selector)) return requestAnimationFrame(look);
      setTimeout(() => tell(performance.now()), 0);
    };
    look();
  });
}"""
"""When the thing to tap is there and the page's one thread is free to answer: counted from the start of the navigation, and looked for
by the page itself, since a driver that asks from outside is late."""

FRAMES = """() => {
  window.moving = []; window.still = []; window.long = []; window.moments = {}; window.shifted = 0;
  let last = performance.now(), moves = false, count = 0;
  const frame = (now) => {
    (moves ? window.moving : window.still).push(now - last);
    const scene = document.querySelector('button.scene')?.dataset.scene;
    if (scene) (window.moments[scene] ??= []).push(now - last);
    last = now;
    // Asking what moves takes time too, so it is asked seldom.
    if (count++ % 6 === 0) moves = document.getAnimations().some((each) => each.playState === 'running');
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map((each) => each.duration))).observe({ type: 'longtask' });
  const since = performance.now() + 1000;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput && each.startTime > since) window.shifted += each.value;
  }).observe({ type: 'layout-shift' });
}"""
LATE = 25
"""Milliseconds: a frame that took longer left one out."""
WATCHED = 40
"""Seconds of a game: five or six governments."""


def measure(browser: Browser, url: str, repeats: int) -> None:
    home = [_first_visit(browser, url) for _ in range(repeats)]
    person = Person(browser, "Slow", PHONE)
    page = person.page
    page.goto(url)
    page.locator("button.big").click()
    person.looks_into_the_envelope()
    _slow(page)
    page.add_init_script(f"({READY})('#tray-title')")
    table = []
    for _ in range(repeats):
        page.reload()
        table.append(page.evaluate("window.ready"))
    person.close()
    moving, long, moments, shifted = _watch(browser, url)
    print(f"first visit: ready in {_middle(home)} ms of {len(home)} visits (best {min(home):.0f}, worst {max(home):.0f})")
    print(f"table in the middle of a game, entered anew: ready in {_middle(table)} ms (best {min(table):.0f}, worst {max(table):.0f})")
    empty = _empty_page(browser)
    for name, frames in (("in motion", moving), ("empty page", empty)):
        print(f"{name}: {1000 / statistics.mean(frames):.1f} frames a second over {len(frames)} frames, {_late(frames)} of them late")
    for name, frames in sorted(moments.items()):
        print(f"  {name}: {_late(frames)} of {len(frames)} frames late")
    print(f"layout shift after the first second: {shifted:.3f}")
    print(f"in motion: {len(long)} tasks longer than 50 ms in {WATCHED} s, the longest {max(long, default=0):.0f} ms")
    work = _work(browser, url)
    late = sum(each * SLOWED > FRAME for each in work)
    print(
        f"in motion, by the processor's own time: {sum(work) / WATCHED:.1f} ms of work a second; slowed {SLOWED} times, "
        f"{late} tasks in {WATCHED} s would miss a frame ({late / WATCHED / 60:.1%} of the frames)"
    )


def _late(frames: list[float]) -> str:
    return f"{sum(each > LATE for each in frames) / len(frames):.1%}"


def _watch(browser: Browser, url: str) -> tuple[list[float], list[float], dict[str, list[float]], float]:
    with ThreadPoolExecutor() as elsewhere:  # playwright has an event loop in this thread
        code = elsewhere.submit(asyncio.run, _bots_alone(url)).result()
    person = Person(browser, "Slow", PHONE)
    _slow(person.page)
    person.page.goto(f"{url}/t/{code}")
    person.page.locator("#tray-title").wait_for()
    person.page.evaluate(FRAMES)
    person.page.wait_for_timeout(WATCHED * 1000)
    moving, long, moments, shifted = person.page.evaluate("() => [window.moving, window.long, window.moments, window.shifted]")
    person.close()
    return moving, long, moments, shifted


def _work(browser: Browser, url: str) -> list[float]:
    """Milliseconds of processor time of every task of the page's main thread: on a busy machine the one figure that stays true."""
    with ThreadPoolExecutor() as elsewhere, tempfile.TemporaryDirectory() as folder:
        code = elsewhere.submit(asyncio.run, _bots_alone(url)).result()
        person = Person(browser, "Steady", PHONE)
        person.page.goto(f"{url}/t/{code}")
        person.page.locator("#tray-title").wait_for()
        browser.start_tracing(page=person.page, path=Path(folder) / "trace.json", categories=["devtools.timeline", "toplevel", TASKS])
        person.page.wait_for_timeout(WATCHED * 1000)
        browser.stop_tracing()
        person.close()
        events = json.loads((Path(folder) / "trace.json").read_text(encoding="utf-8"))["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"}
    tasks: dict[int, list[float]] = {}
    for each in events:
        if each["name"] == "RunTask" and each.get("ph") == "X" and (each["pid"], each["tid"]) in mains:
            tasks.setdefault(each["pid"], []).append(each.get("tdur", 0) / 1000)
    return max(tasks.values(), key=sum)


async def _bots_alone(url: str) -> str:
    """Return a table whose host deals to bots, and gives up the chair."""
    admission = await open_table(url, "Host")
    async with TableClient(url, admission.code, admission.token) as table:
        await table.do(Stand(id="stand"))
        await table.add_bots(fill_to=7)
        await table.start()
    return admission.code


def _first_visit(browser: Browser, url: str) -> float:
    person = Person(browser, "Slow", PHONE)
    _slow(person.page)
    person.page.add_init_script(f"({READY})('button.big')")
    person.page.goto(url)
    ready: float = person.page.evaluate("window.ready")
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


def _middle(parameters: list[float]) -> str:
    return f"{statistics.median(parameters):.0f}"


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), bot_pace=1) as house, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
        measure(browser, house.url, repeats)
        browser.close()


if __name__ == "__main__":
    main()
