"""What the game costs a device that holds it itself: bytes to load, once, and the time until it is ready.

python -m benchmarks.engine_in_page [repeats]

The page of `make static` on a host of files below some path, from a tap on "Play now" to the envelope. The throttle of a browser slows
the page and not its workers, where the engine runs, and burns processor time itself; so the time of all that draws and computes is counted
without it too, and given times four: a device with one core four times slower waits no longer than that.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.file_host import FileHost, hosted, visit_once
from tests.browser.person import Person

SLOWED = 4


def until_dealt(browser: Browser, page: Page, url: str) -> tuple[float, float]:
    """Seconds by the clock, and of the processor."""
    page.goto(url)
    page.get_by_role("button", name="Play now").wait_for()
    began, worked = time.monotonic(), _worked(browser)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Hold to look", exact=True).wait_for(timeout=300_000)
    return time.monotonic() - began, _worked(browser) - worked


def _worked(browser: Browser) -> float:
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(float(each["cpuTime"]) for each in processes if each["type"] == "renderer")


def one_device(browser: Browser, host: FileHost, kept: bool, slowed: int) -> tuple[float, float]:
    host.start()
    host.bytes = 0
    person = Person(browser, "Hermit", kept=True)
    person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    if kept:
        visit_once(person.page, host)
    times = until_dealt(browser, person.page, host.url)
    host.go_away()
    person.close()
    return times


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder, hosted(Path(folder) / "files") as host, sync_playwright() as started:
        host.go_away()
        browser = started.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
        for kept, name in ((False, "nothing kept"), (True, "everything kept, no network")):
            waited = statistics.median(one_device(browser, host, kept, SLOWED)[0] for _ in range(repeats))
            worked = statistics.median(one_device(browser, host, kept, 1)[1] for _ in range(repeats))
            print(f"{name}: ready in {waited:.1f} s with a slowed page, in {SLOWED * worked:.1f} s at most if all were slowed")
        print(f"loaded once: {host.bytes / 1e6:.2f} MB as they are sent, of {repeats} devices each")
        browser.close()


if __name__ == "__main__":
    main()
