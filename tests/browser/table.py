"""Several people around one table."""

import json
import time
import urllib.request
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Browser

from secret_hitler.rules import Game, Phase, Seat
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess
from tests.sizes import size

from .person import PHONE, Person
from .touch import wait_for_change


def gather(
    browser: Browser,
    server: LiveServer,
    players: int,
    rules: str = "Official rules",
    size: dict[str, int] = PHONE,
) -> tuple[list[Person], str]:
    """People who came to one table, and its code; the first is the host, whose page moves."""
    people = [Person(browser, f"Player {number}", size, still=number > 1) for number in range(1, players + 1)]
    code = people[0].opens_a_table(server.url)
    if rules != "Official rules":
        people[0].chooses_rules(rules)
    for person in people[1:]:
        person.joins(server.url, code)
    return people, code


def play_to_the_end(people: Iterable[Person], seconds: float) -> None:
    """Everybody does what the screen asks, until everybody's screen says who won."""
    playing = list(people)
    deadline = time.monotonic() + seconds
    while playing:
        moved = [person.plays() for person in playing]
        if any(moved):
            continue
        playing = [person for person in playing if not person.game_over]
        assert time.monotonic() < deadline, "the game did not end: " + "; ".join(f"{person.name}: {person.asked()}" for person in playing)
        if playing:
            wait_for_change(playing[0].page)


def late(game: Game) -> bool:
    """So many policies lie that what is left of the game is short."""
    enacted = game.board.liberal + game.board.fascist
    return game.ending is None and enacted >= size("policies on the table when a page's game begins")


def voting(game: Game) -> bool:
    """Lay out a vote of the person in the first seat."""
    return game.board.phase is Phase.ELECTION and Seat(0) in game.awaited


def seated(browser: Browser, server: LiveServer, table: LaidOut, name: str = "Player 1") -> Person:
    """Whoever has the first seat of a table that was laid out."""
    server.lay_out(table)
    person = Person(browser, name)
    person.comes_back(server, table)
    return person


def ask(server: LiveServer | ServerProcess, path: str) -> Any:
    with urllib.request.urlopen(server.url + path, timeout=10) as answer:
        return json.load(answer)
