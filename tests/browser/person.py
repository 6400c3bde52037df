"""A person with a phone: sees what is on the screen, and taps it."""

import random
import re

from playwright.sync_api import Browser, BrowserContext, Locator, Page

PHONE = {"width": 390, "height": 844}

LOOK = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility() && !part.disabled).length;
  const first = ['button.scene', 'dialog button.press', '.sight button.main'].filter(seen);
  const choices = {};
  for (const selector of ['button.seat:not([aria-disabled=true])', '.tray button.tile', '.tray button']) choices[selector] = seen(selector);
  return { over: seen('.end h2') > 0, first, choices };
}"""
"""One glance at the screen: is the game over, what must be tapped away first, and what can be chosen."""


class Person:
    def __init__(self, browser: Browser, name: str, size: dict[str, int] = PHONE, seed: int = 0, still: bool = False) -> None:
        self.name = name
        self.rng = random.Random(f"{name}{seed}")
        touch = size["width"] < 900
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
            reduced_motion="reduce" if still else None,
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
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
        self.page.get_by_role("button", name="Open a table").click()
        self.page.get_by_role("heading", name="Chairs").wait_for()
        return self.page.url.rpartition("/")[2]

    def joins(self, url: str, code: str) -> None:
        self.page.goto(url)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_label("Join a table").fill(code)
        self.page.get_by_role("button", name="Join", exact=True).click()
        self.page.get_by_role("button", name="Sit down").click()
        self.page.get_by_role("heading", name="Chairs").wait_for()

    def chooses_rules(self, name: str) -> None:
        self.page.get_by_label("Rule set").select_option(label=name)

    def deals(self) -> None:
        self.page.get_by_role("button", name="Deal the cards").click()

    def looks_into_the_envelope(self) -> str:
        envelope = self.page.get_by_role("button", name="Hold to look", exact=True)
        envelope.wait_for()
        box = envelope.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        card = self.page.get_by_role("dialog").get_by_role("heading", level=3)
        words = card.inner_text()
        self.page.mouse.up()
        card.wait_for(state="detached")
        self.page.get_by_role("button", name="I know who I am").click()
        return words

    # Playing

    @property
    def game_over(self) -> bool:
        return self.page.get_by_role("heading", name=re.compile(r"^\w+ win$")).is_visible()

    def asked(self) -> str:
        return self.page.locator("#tray-title").inner_text()

    def plays(self) -> bool:
        """Do the one thing that is asked, if anything is; whether something was tapped."""
        seen = self.page.evaluate(LOOK)
        if seen["over"]:
            return False
        for selector in ("button.scene", "dialog button.press", ".sight button.main"):
            if selector in seen["first"]:
                return self._tap(self.page.locator(selector).first)
        for selector, confirm in (("button.seat:not([aria-disabled=true])", True), (".tray button.tile", True), (".tray button", False)):
            number = seen["choices"].get(selector, 0)
            if number:
                tapped = self._tap(self.page.locator(selector).nth(self.rng.randrange(number)))
                return tapped and (not confirm or self._tap(self.page.locator(".tray button.main")))
        return False

    def _tap(self, what: Locator) -> bool:
        """What is asked may change under the finger, as it may for anybody."""
        try:
            what.click(timeout=1500)
        except Exception:
            return False
        return True
