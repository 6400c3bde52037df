"""A person with a phone: sees what is on the screen, and taps it."""

import random
import re
import time
from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Page, expect

from secret_hitler.words import ENGLISH
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess

from .touch import give_touch, wait_for_change

PHONE = {"width": 390, "height": 844}
PATIENCE = 60
"""Seconds until something that has to come is missing."""

PLAY = """async (lot) => {
  const { seen, tap, settle } = window.touch;
  if (seen('.end h2').length) return false;
  for (const selector of ['button.scene', 'dialog button.press', 'dialog .envelope[aria-expanded=false]', '.sight button.main']) {
    const [first] = seen(selector);
    if (first) return tap(first);
  }
  const answers = '.tray button:not([aria-expanded])';
  const choices = [['button.seat:not([aria-disabled=true])', true], ['.tray button.tile', true], [answers, false]];
  for (const [selector, confirm] of choices) {
    const found = seen(selector);
    if (!found.length) continue;
    if (!tap(found[Math.floor(lot * found.length)])) return false;
    if (!confirm) return true;
    await settle();
    const [main] = seen('.tray button.main');
    return main !== undefined && tap(main);
  }
  return false;
}"""
"""Tap away what must be tapped away first, or else one of the choices, and confirm it; whether something was done.
To lower one's hand is no answer."""


class Person:
    """The page keeps still and is not kept for later, unless a test is about that: it opens in half the time."""

    def __init__(self, browser: Browser, name: str, size: dict[str, int] = PHONE, still: bool = True, kept: bool = False) -> None:
        self.name = name
        self.rng = random.Random(name)
        touch = size["width"] < 900
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
            reduced_motion="reduce" if still else None,
            service_workers="allow" if kept else "block",
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        give_touch(self.page)
        self.troubles: list[str] = []
        self.traffic: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)
        self.page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.traffic.append(str(frame))))

    def close(self) -> None:
        self.context.close()

    # Coming to a table

    def opens_a_table(self, url: str) -> str:
        self.page.goto(url)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name=ENGLISH.say("home.create")).click()
        self.page.get_by_role("heading", name="Chairs").wait_for()
        return self.page.url.rpartition("/")[2]

    def joins(self, url: str, code: str) -> None:
        self.page.goto(url)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_label("Code", exact=True).fill(code)
        self.page.get_by_role("button", name="Join a table").click()
        self.page.get_by_role("button", name="Sit down").click()
        self.page.get_by_role("heading", name="Chairs").wait_for()

    def comes_back(self, server: LiveServer | ServerProcess, table: LaidOut, seat: int = 0) -> None:
        """To a seat that was this person's before, as one goes on from another device."""
        self.page.goto(f"{server.url}/t/{table.code}?ticket={server.tokens.ticket(table.code, table.players[seat])}")
        self.page.locator("main.door button.main").click()
        self.page.locator(".tray, .end, .chairs").first.wait_for()

    def chooses_rules(self, name: str) -> None:
        self.page.get_by_role("button", name=ENGLISH.say("options.noClock")).click()
        self.page.get_by_label("Rule set").select_option(label=name)
        self.page.keyboard.press("Escape")

    def deals(self) -> None:
        self.page.get_by_role("button", name=re.compile("|".join(ENGLISH.say(f"lobby.{key}") for key in ("start", "fillStart")))).click()

    def looks_into_the_envelope(self) -> str:
        envelope = self.page.get_by_role("button", name="Hold to look", exact=True)
        envelope.wait_for()
        box = envelope.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        card = self.page.get_by_role("dialog").get_by_role("heading", level=3)
        words = card.inner_text()
        known = self.page.get_by_role("button", name=ENGLISH.say("role.iKnow"))
        expect(known).to_be_enabled()  # after half a second
        self.page.mouse.up()
        card.wait_for(state="detached")
        known.click()
        return words

    # Playing

    @property
    def game_over(self) -> bool:
        return self.page.get_by_role("heading", name=re.compile(r"^\w+ win$")).is_visible()

    def asked(self) -> str:
        return self.page.locator("#tray-title").inner_text()

    def plays(self) -> bool:
        """Do the one thing that is asked, if anything is; whether something was tapped."""
        tapped: bool = self.page.evaluate(PLAY, self.rng.random())
        return tapped

    def plays_until(self, there: Callable[[Page], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not there(self.page):
            assert time.monotonic() < deadline, f"it never came; {self.name} is asked: {self.asked()}"
            if not self.plays():
                wait_for_change(self.page)
