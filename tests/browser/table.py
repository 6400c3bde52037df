"""Several people around one table."""

import json
import time
import urllib.request
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Browser

from tests.server.process import ServerProcess

from .person import PHONE, Person


def gather(
    browser: Browser,
    house: ServerProcess,
    players: int,
    rules: str = "Official rules",
    size: dict[str, int] = PHONE,
    still: bool = False,
) -> tuple[list[Person], str]:
    """People who came to one table, and its code; the first is the host, and the others may prefer a page that keeps still."""
    people = [Person(browser, f"Player {number}", size, still=still and number > 1) for number in range(1, players + 1)]
    code = people[0].opens_a_table(house.url)
    if rules != "Official rules":
        people[0].chooses_rules(rules)
    for person in people[1:]:
        person.joins(house.url, code)
    return people, code


def play_to_the_end(people: Iterable[Person], seconds: float) -> None:
    """Everybody does what the screen asks, until everybody's screen says who won."""
    playing = list(people)
    deadline = time.monotonic() + seconds
    while playing:
        moved = [person.plays() for person in playing]
        if not any(moved):
            playing = [person for person in playing if not person.game_over]
        assert time.monotonic() < deadline, "the game did not end: " + "; ".join(f"{person.name}: {person.asked()}" for person in playing)


def ask(house: ServerProcess, path: str) -> Any:
    with urllib.request.urlopen(house.url + path, timeout=10) as answer:
        return json.load(answer)
