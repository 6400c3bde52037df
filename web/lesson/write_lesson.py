"""The guided first game, played through the rules and written down as the page would receive it.

Run from the checkout: `python web/lesson/write_lesson.py`. The page plays the updates back and waits where the learner acts.
"""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from secret_hitler.rules import NATURE, OFFICIAL, Execute, Game, Seat, View, begin, onlooking
from secret_hitler.rules.actions import Appoint, ClaimTiles, Deal, Discard, Enact, Nominate, Shuffle, Vote
from secret_hitler.rules.vocabulary import About, Phase, Policy, Role
from secret_hitler.words import event_sentence

LEARNER = Seat(0)
ROLES = "LLFLH"
DECK = "FFLFFLFFLFFLFFFLL"
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
        (0, ClaimTiles(hand, 1, tiles("FFL")), 6),
        (1, ClaimTiles(passed, 1, tiles("FL")), None),
        (1, Nominate(Seat(2)), 7),
        *votes("JJJJJ", note=14),
        (1, Discard(Policy.FASCIST), None),
        (2, Enact(Policy.FASCIST), None),
        (1, ClaimTiles(hand, 2, tiles("FFL")), None),
        (2, ClaimTiles(passed, 2, tiles("FF")), None),
        (2, Nominate(Seat(4)), 8),
        *votes("NNJNJ", note=9),
        (3, Nominate(Seat(4)), None),
        *votes("JJJJJ", note=15),
        (3, Discard(Policy.FASCIST), None),
        (4, Enact(Policy.FASCIST), None),
        (3, ClaimTiles(hand, 4, tiles("FFL")), None),
        (4, ClaimTiles(passed, 4, tiles("FF")), None),
        (4, Nominate(Seat(0)), None),
        *votes("JJJJJ", note=16),
        (4, Discard(Policy.LIBERAL), None),
        (0, Enact(Policy.FASCIST), 17),
        (4, ClaimTiles(hand, 5, tiles("FFF")), None),
        (4, ClaimTiles(About.PEEK, 5, tiles("LFL")), None),
        (0, Nominate(Seat(1)), 10),
        *votes("JJJJJ", note=18),
        (0, Discard(Policy.FASCIST), 11),
        (1, Enact(Policy.FASCIST), None),
        (NATURE, Shuffle(()), None),
        (0, Execute(Seat(4)), 12),
    ]
    return moves


def votes(ballots: str, note: int | None = None) -> list[tuple[int, Any, int | None]]:
    """Let the learner vote first, so that nobody has to wait for the others."""
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
        others = detours(game, view, action) if seat == LEARNER else []
        step, after = update(game, view, Seat(seat), action, before)
        if note is not None:
            step["note"] = note
        if seat == LEARNER:
            step["action"] = msgspec.to_builtins(action)
        if others:
            step["others"] = others
        steps.append(step)
        before = after
    assert game.ending is not None
    return steps


def update(game: Game, view: View, seat: Seat, action: Any, before: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play an action, and return what the learner is told of it, and the learner's view then."""
    seen = view.see(game.apply(seat, action))
    after = msgspec.to_builtins(view, str_keys=True)
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    if "rounds" in changed:
        changed["rounds"] = [one for one in after["rounds"] if one not in before.get("rounds", [])]
    told = msgspec.to_builtins([event_sentence(event, view) for event in seen])
    return {"events": msgspec.to_builtins(seen), "told": told, "view": changed}, after


def detours(game: Game, view: View, expected: Any) -> list[dict[str, Any]]:
    """Return each other thing the learner could do now, and what it would lead to."""
    found = []
    for choice in view.choices:
        if choice.barred is None and choice.action not in (expected, *(one for one, _ in found)):
            found.append((choice.action, detour(deepcopy(game), deepcopy(view), choice.action)))
    return [{"action": msgspec.to_builtins(action), "steps": steps} for action, steps in found]


def detour(game: Game, view: View, action: Any) -> list[dict[str, Any]]:
    """Play on from what the learner did, up to the policy, the failed vote or the shot that came of it."""
    before = msgspec.to_builtins(view, str_keys=True)
    # The whole table votes as the learner did, so that the vote leads to what it is about.
    ja = action.ja if isinstance(action, Vote) else True
    step, before = update(game, view, LEARNER, action, before)
    steps = [step]
    rounds, laid = game.board.round, game.board.liberal + game.board.fascist
    while (
        game.ending is None
        and not isinstance(action, Execute)
        and (game.board.round, game.board.liberal + game.board.fascist) == (rounds, laid)
    ):
        seat = game.awaited[0]
        hand = game.hand
        if game.board.phase is Phase.ELECTION:
            next_action: Any = Vote(ja)
        else:
            liberal = Policy.LIBERAL in hand
            fascist = Policy.FASCIST in hand
            keeps = Policy.LIBERAL if liberal and (game.roles[seat] is Role.LIBERAL or not fascist) else Policy.FASCIST
            drops = Policy.FASCIST if fascist and (keeps is Policy.LIBERAL or not liberal) else Policy.LIBERAL
            next_action = Enact(keeps) if game.board.phase is Phase.CHANCELLOR_SESSION else Discard(drops)
        step, before = update(game, view, seat, next_action, before)
        if isinstance(next_action, Vote) and len(steps[-1]["events"]) < 9:
            steps[-1] = {key: steps[-1][key] + step[key] for key in ("events", "told")} | {"view": steps[-1]["view"] | step["view"]}
        else:
            steps.append(step)
    return steps


if __name__ == "__main__":
    OUT.write_text(json.dumps(lesson(), separators=(",", ":")) + "\n", encoding="utf-8")
