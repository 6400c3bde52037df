"""The guided first game, played through the rules and written down as the page would receive it.

Run from the checkout: `python web/lesson/write_lesson.py`. The page plays the updates back and waits where the learner acts.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from secret_hitler.rules import NATURE, OFFICIAL, Execute, Seat, begin, onlooking
from secret_hitler.rules.actions import Appoint, ClaimTiles, Deal, Discard, Enact, Nominate, Shuffle, Vote
from secret_hitler.rules.vocabulary import About, Policy, Role
from secret_hitler.words import event_sentence

LEARNER = Seat(0)
ROLES = "LLFLH"
DECK = "FLLFFLFFFFFLFFFLL"
OUT = Path(__file__).parents[1] / "src" / "learn" / "lesson.json"


def tiles(letters: str) -> tuple[Policy, ...]:
    return tuple(Policy(letter) for letter in letters)


def script() -> list[tuple[int, Any, int | None]]:
    """Who does what, and which note of the teacher comes before it."""
    deal = Deal(tuple(Role(letter) for letter in ROLES))
    hand, passed = About.PRESIDENT_HAND, About.CHANCELLOR_HAND
    moves: list[tuple[int, Any, int | None]] = [
        (NATURE, deal, None),
        (NATURE, Shuffle(tiles(DECK)), None),
        (NATURE, Appoint(LEARNER), None),
        (0, Nominate(Seat(1)), 3),
        *votes("JJJJJ", note=4),
        (0, Discard(Policy.FASCIST), 5),
        (1, Enact(Policy.LIBERAL), None),
        (0, ClaimTiles(hand, 1, tiles("FLL")), 6),
        (1, ClaimTiles(passed, 1, tiles("LL")), None),
        (1, Nominate(Seat(2)), 7),
        *votes("JJJJJ"),
        (1, Discard(Policy.FASCIST), None),
        (2, Enact(Policy.FASCIST), None),
        (1, ClaimTiles(hand, 2, tiles("FFL")), None),
        (2, ClaimTiles(passed, 2, tiles("FF")), None),
        (2, Nominate(Seat(4)), 8),
        *votes("NNJNJ", note=9),
        (3, Nominate(Seat(4)), None),
        *votes("JJJJJ"),
        (3, Discard(Policy.FASCIST), None),
        (4, Enact(Policy.FASCIST), None),
        (3, ClaimTiles(hand, 4, tiles("FFF")), None),
        (4, Nominate(Seat(0)), None),
        *votes("JJJJJ"),
        (4, Discard(Policy.LIBERAL), None),
        (0, Enact(Policy.FASCIST), None),
        (4, ClaimTiles(hand, 5, tiles("FFF")), None),
        (4, ClaimTiles(About.PEEK, 5, tiles("LFL")), None),
        (0, Nominate(Seat(1)), 10),
        *votes("JJJJJ"),
        (0, Discard(Policy.FASCIST), 11),
        (1, Enact(Policy.FASCIST), None),
        (NATURE, Shuffle(()), None),
        (0, Execute(Seat(4)), 12),
    ]
    return moves


def votes(ballots: str, note: int | None = None) -> list[tuple[int, Any, int | None]]:
    """The learner votes first, so that the others need not be waited for."""
    return [(seat, Vote(ballot == "J"), note if seat == 0 else None) for seat, ballot in enumerate(ballots)]


def lesson() -> list[dict[str, Any]]:
    game, view = begin(OFFICIAL, len(ROLES), None), onlooking(OFFICIAL, len(ROLES), LEARNER)
    before: dict[str, Any] = {}
    steps = []
    for seat, action, note in script():
        if isinstance(action, Shuffle) and game.board.round:
            # Whatever is left is shuffled; the lesson ends before it is drawn.
            liberal, fascist = OFFICIAL.liberal_tiles - game.board.liberal, OFFICIAL.fascist_tiles - game.board.fascist
            action = Shuffle(tiles("L" * liberal + "F" * fascist))
        seen = view.see(game.apply(Seat(seat), action))
        after = msgspec.to_builtins(view, str_keys=True)
        changed = {key: value for key, value in after.items() if before.get(key) != value}
        if "rounds" in changed:
            changed["rounds"] = [one for one in after["rounds"] if one not in before.get("rounds", [])]
        told = msgspec.to_builtins([event_sentence(event, view) for event in seen])
        step: dict[str, Any] = {"events": msgspec.to_builtins(seen), "told": told, "view": changed}
        if note is not None:
            step["note"] = note
        if seat == LEARNER:
            step["action"] = msgspec.to_builtins(action)
        steps.append(step)
        before = after
    assert game.ending is not None
    return steps


if __name__ == "__main__":
    OUT.write_text(json.dumps(lesson(), separators=(",", ":")) + "\n", encoding="utf-8")
