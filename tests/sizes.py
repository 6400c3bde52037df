"""How large the large tests are: in `make test`, and in `make test-long` (pytest --long)."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SIZES = {
    "kills": (6, 50),
    "kills of nodes": (2, 50),
    "other faults of each kind": (1, 10),
    "seconds of a soak": (8, 3600),
    "tables of a soak": (12, 200),
    "illegal messages": (8_000, 80_000),
    "malformed messages": (2_000, 20_000),
    "watchers": (50, 200),
    "policies on the table when a page's game begins": (8, 0),
    "phones at one table": (3, 10),
    "phones from the lobby on": (2, 5),
    "microphones at one table": (3, 10),
    "moments of a table looked at": (12, 48),
    "screens of a lobby": (2, 4),
    "taps of a lesson": (1, 12),
    "games of both engines at a table": (8, 50),
    "games of both engines with claims": (80, 100_000),
    "house rules for both engines": (60, 500),
    "deals in which levels show their strength": (12, 60),
    "games that must be the same": (1, 3),
    "games of bots in one process": (6, 2000),
    "counts of players for a level and a rule set": (1, 3),
    "games of a page's command": (4, 1_000_000),
    "games of a stranger": (1, 20),
    "examples of a property": (20, 60),
    "examples of a request": (5, 15),
    "random games against other engines' figures": (500, 1500),
    "random games of a rule set and number of players": (24, 600),
    "mutants tried by the rulebook": (2, 72),
    "human games held to the rulebook": (40, 1000),
}
"""By name: how many in `make test`, how many in `make test-long`. CONTRIBUTING.md says what each is."""

long = False
"""Set before tests are collected."""


def size(name: str) -> int:
    return SIZES[name][long]


def some(name: str, of: Sequence[T]) -> list[T]:
    """So many of a list, spread over it."""
    return spread(size(name), of)


def spread(count: int, of: Sequence[T]) -> list[T]:
    count = min(count, len(of))
    return [of[number * len(of) // count] for number in range(count)]
