"""Tiles slide from hand to hand: on the phone's list, round the desktop's table, and for whoever wants less motion in place."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.live_server import LiveServer

from .person import Person
from .test_lesson import FOLLOW
from .touch import knows_the_role, wait_for_change

WATCH = """() => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      for (const flight of node.querySelectorAll?.('.flight') ?? []) seen(flight);
      if (node.matches?.('.flight')) seen(node);
    }
  }).observe(document, { childList: true, subtree: true });
  const seen = (node) => requestAnimationFrame(() => {
    for (const motion of node.getAnimations()) {
      const frames = motion.effect.getKeyframes().map(({ offset, computedOffset, easing, composite, ...changed }) => changed);
      window.flown.push({ way: node.dataset.flight, time: motion.effect.getTiming().duration, frames });
    }
  });
}"""
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
GOVERNMENT = {"seat-0 seat-1", "draw seat-0", "seat-0 discard", "seat-1 board-L"}
"""The ways of the first government of the lesson: the placard and two tiles from hand to hand, the draw, the discard, the policy."""


def flown(browser: Browser, server: LiveServer, size: dict[str, int], motion: str) -> list[dict[str, Any]]:
    person = Person(browser, "Pupil", size, still=motion == "less")
    page = person.page
    page.add_init_script(f"({WATCH})()")
    page.goto(f"{server.url}/learn")
    knows_the_role(page)
    deadline = time.monotonic() + 60
    while True:
        seen: list[dict[str, Any]] = page.evaluate("window.flown")
        if {flight["way"] for flight in seen} >= GOVERNMENT:
            break
        assert time.monotonic() < deadline, "not everything flew"
        if page.evaluate("() => document.querySelector('button.scene')?.dataset.scene") not in (None, "ElectionHeld") or not page.evaluate(
            FOLLOW
        ):
            wait_for_change(page)
    assert person.troubles == []
    person.close()
    return seen


def places(flight: dict[str, Any]) -> list[tuple[float, float]]:
    found = [re.match(r"translate\(([-\d.]+)px, ([-\d.]+)px\)", frame["transform"]) for frame in flight["frames"]]
    return [(float(place[1]), float(place[2])) for place in found if place]


@pytest.mark.parametrize(("size", "motion"), [(PHONE, "full"), (DESKTOP, "full"), (DESKTOP, "less")], ids=["phone", "desktop", "less"])
def test_tiles_slide_from_hand_to_hand(browser: Browser, server: LiveServer, size: dict[str, int], motion: str) -> None:
    seen = flown(browser, server, size, motion)
    assert {flight["way"] for flight in seen} >= GOVERNMENT
    for flight in seen:
        assert {name for frame in flight["frames"] for name in frame} == {"transform", "opacity"}, "only what the compositor moves alone"
        assert 150 <= flight["time"] <= 400
        start, *_, end = places(flight)
        moved = abs(start[0] - end[0]) + abs(start[1] - end[1])
        assert moved > 30 if motion == "full" else moved == 0, flight["way"]
        assert all(0 < x < size["width"] and 0 < y < size["height"] for x, y in (start, end)), flight["way"]
