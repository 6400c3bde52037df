"""One phone for a whole room: it does what the screen says, in the order in which the screen says it."""

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from secret_hitler.rules import PUBLIC
from secret_hitler.words import ENGLISH
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess

from .person import PHONE
from .touch import give_touch, tap, wait_for_change

LOOK = """() => {
  const page = document.getElementById('page');
  const seen = (selector) => [...page.querySelectorAll(selector)].some((part) => part.checkVisibility() && !part.closest('[inert]'));
  const held = page.querySelector('.held');
  return {
    over: seen('.end h2'),
    scene: seen('button.scene'),
    cover: seen('.cover button') ? 'button' : page.querySelector('.cover button') ? 'soon' : seen('.cover') ? 'wait' : null,
    held: held?.dataset.turn ?? null,
    uncovered: held?.querySelector('.tray') != null,
    ready: seen('.held .foot button'),
    ask: page.querySelector('.tray')?.dataset.ask ?? null,
  };
}"""


HURRY = "{ const wait = window.setTimeout; window.setTimeout = (what, time, ...rest) => wait(what, time / 6, ...rest); }"
"""Nobody here taps twice by mistake: what waits for that is soon over."""


class PassedPhone:
    """`watch` is called at every moment at which nobody alone holds an uncovered phone."""

    def __init__(
        self,
        browser: Browser,
        names: list[str],
        size: dict[str, int] = PHONE,
        watch: Callable[[Page], None] = lambda page: None,
        kept: bool = False,
        hurried: bool = True,
    ) -> None:
        self.names = names
        self.rng = random.Random("phone")
        self.context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=True,
            is_mobile=True,
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="allow" if kept else "block",
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        if hurried:
            self.page.add_init_script(HURRY)
        give_touch(self.page)
        self.watch = watch
        self.troubles: list[str] = []
        self.cards: dict[str, str] = {}
        self.went_to: list[tuple[str, str]] = []
        """Who took the phone, and what for."""
        self._covered = False
        self.spared = ""
        """Somebody who is nominated and executed only if nobody else can be, so that the game goes on."""
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)

    def close(self) -> None:
        self.context.close()

    def sits_down(self, url: str, rules: str = "Official rules") -> str:
        page = self.page
        page.goto(url)
        page.get_by_role("link", name="One phone for all").click()
        page.get_by_role("heading", name="Who sits where").wait_for()
        while page.locator(".chairs input").count() < len(self.names):
            page.get_by_role("button", name=ENGLISH.say("pass.add")).click()
        for number, name in enumerate(self.names, 1):
            page.get_by_label(f"Player {number}", exact=True).fill(name)
        page.get_by_label("Rule set").select_option(label=rules)
        page.get_by_role("button", name=ENGLISH.say("lobby.start")).click()
        page.wait_for_url(re.compile(r"/pass/[A-Z]+$"), timeout=60_000)  # a device that has the game itself starts it first
        page.locator(".tray").wait_for(timeout=60_000)
        return page.url.rpartition("/")[2]

    def comes_back(self, server: LiveServer | ServerProcess, table: LaidOut) -> None:
        """To an evening at which everybody has looked at what was theirs to see."""
        tokens = [server.tokens.token(table.code, player) for player in table.players]
        seats, rounds = list(range(len(tokens))), [each.number for each in table.table.viewer_logs[PUBLIC].view.rounds]
        evening = {"code": table.code, "tokens": tokens, "game": 1, "looked": seats, "seen": rounds}
        self.page.goto(server.url)
        self.page.evaluate("kept => localStorage.setItem('pass', JSON.stringify(kept))", {"names": self.names, "evening": evening})
        self.page.goto(f"{server.url}/pass/{table.code}")
        self.page.locator(".tray").first.wait_for()

    # The screen

    def sees(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    @property
    def game_over(self) -> bool:
        return bool(self.sees()["over"])

    def plays(self, seen: dict[str, Any] | None = None) -> bool:
        """Do the next thing; whether there was one."""
        seen = seen or self.sees()
        if seen["over"]:
            return False
        if seen["scene"]:
            return self._tap("button.scene")
        covered, self._covered = self._covered, bool(seen["cover"])
        if seen["cover"]:
            self.watch(self.page)
            return seen["cover"] == "button" and self._tap(".cover button")
        if seen["held"]:
            assert not (covered and seen["uncovered"] and seen["held"] != "vote"), "tiles lay open that nobody turned over"
            return bool(seen["ready"]) and self._acts_alone(seen)
        self.watch(self.page)
        return self._acts_in_the_open(seen["ask"])

    def plays_until(self, there: Callable[[dict[str, Any]], bool], steps: int = 3000) -> None:
        for _ in range(steps):
            seen = self.sees()
            if there(seen):
                return
            if not self.plays(seen):
                wait_for_change(self.page)
        raise AssertionError(f"it never came: {self.sees()}")

    def plays_to_the_end(self) -> None:
        self.plays_until(lambda seen: bool(seen["over"]))

    # Alone

    def _acts_alone(self, seen: dict[str, Any]) -> bool:
        errand, page = seen["held"], self.page
        if not seen["uncovered"] or errand == "vote":
            self.watch(page)
            self._note(page.locator(".held h1").inner_text(), errand)
        if errand in ("role", "sight"):
            return self._looks(errand)
        if errand == "vote":
            return self._tap(".ballots .ja")
        if not seen["uncovered"]:
            return self._tap(".held .foot button.wide")
        return self._decides()

    def _note(self, name: str, errand: str) -> None:
        if self.went_to[-1:] != [(name, errand)]:
            self.went_to.append((name, errand))

    def _looks(self, errand: str) -> bool:
        page = self.page
        box = page.locator("button.envelope").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        inside = page.locator(".inside .out")
        words = inside.inner_text()
        if errand == "role":
            self.cards[page.locator(".held h1").inner_text()] = words
        page.mouse.up()
        inside.wait_for(state="detached")
        return self._tap(".held .foot button.wide")

    def _decides(self) -> bool:
        """Tiles go the fascist way, so that the game is short and its powers come up; the veto by lot."""
        tiles = self.page.locator(".held .tray button.tile")
        if not tiles.count():
            return self._tap(".held .tray .pair button", self.rng.randrange(2))
        enacting = "chancellor" in self.page.locator("#tray-title").inner_text().partition(".")[0]
        wanted = self.page.locator(f".held .tray button.tile[data-tile={'F' if enacting else 'L'}]")
        (wanted if wanted.count() else tiles).first.click()
        return self._tap(".held .tray button.main")

    # In the open

    def _acts_in_the_open(self, ask: str | None) -> bool:
        if ask == "hand-over":
            return self._tap(".tray button.main")
        if ask == "veto-answer":
            return self._tap(".tray .pair button", self.rng.randrange(2))
        if ask in (None, "none"):
            return False
        seats = self.page.locator("button.seat:not([aria-disabled=true])")
        if not seats.count():
            return False
        spared = [seat for seat in range(seats.count()) if self.spared not in seats.nth(seat).inner_text()] if self.spared else []
        seats.nth(self.rng.choice(spared or range(seats.count()))).click()
        return self._tap(".tray button.main")

    def _tap(self, what: str, number: int = 0) -> bool:
        return tap(self.page, what, number)
