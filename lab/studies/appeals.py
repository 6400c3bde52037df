"""python -m lab.studies.appeals GAMES TALK: how much calls for ja or nein before a vote move those who hear them, among people.

It can't tell a call that moves others from a call for what everybody thinks anyway, so that it's the most that calls may do.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import msgspec
import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped]  # it has no type hints

from lab.studies.fit_people import fold
from lab.studies.fit_temperaments import Cast, scores, watch
from secret_hitler.belief.worlds import Floats
from secret_hitler.records import Record, read_records

TRUSTED, DOUBTED = 0.4, 0.6
QUESTIONS = frozenset("w?")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path, help="human games as JSON lines")
    parser.add_argument("talk", type=Path, help="who spoke when in these games, about what")
    asked = parser.parse_args()
    votes: list[Cast] = []
    for number, record in enumerate(read_records(asked.games)):
        if isinstance(record, Record):
            watch(record, number, fold(record.notes.get("table", "")), votes, [])
    for name, weight, error in weights(votes, calls(asked.talk)):
        sys.stdout.write(f"{name}: {weight:+.2f} +- {error:.2f} log odds for each part of surprise\n")


def calls(path: Path) -> dict[tuple[int, int], dict[int, bool]]:
    """Return who called for ja or nein alone between nomination and vote, by game and round."""
    found: dict[tuple[int, int], dict[int, bool]] = {}
    for line in path.read_bytes().splitlines():
        game = msgspec.json.decode(line)
        round, voting = 0, False
        for _, what, *facts in game["events"]:
            if what == "nominate":
                round, voting = round + 1, True
                found[game["game"], round] = {}
            elif what in ("vote", "enact"):
                voting = False
            elif what == "say" and voting and ("j" in facts[2]) != ("n" in facts[2]) and not QUESTIONS & set(facts[2]):
                found[game["game"], round][facts[0]] = "j" in facts[2]
    return found


def weights(votes: list[Cast], called: dict[tuple[int, int], dict[int, bool]]) -> list[tuple[str, float, float]]:
    """Fit what a call adds to a vote foretold without it: by any caller, by one the voter trusts, and by one it doubts."""
    rows, taken = np.array([vote.row for vote in votes]), np.array([vote.ja for vote in votes])
    leaning = scores("vote", rows, taken, np.array([vote.fold for vote in votes]))
    pushes: dict[str, list[float]] = defaultdict(list)
    for vote, expected in zip(votes, 1 / (1 + np.exp(-leaning)), strict=True):
        heard = called.get((vote.game, vote.round), {})
        others = [(seat, ja) for seat, ja in heard.items() if seat != vote.seat and not vote.stands]
        each = [(vote.suspicion[seat], (ja - expected) / place) for place, (seat, ja) in enumerate(others, start=1)]
        pushes["anybody"].append(sum(push for _, push in each))
        pushes["trusted"].append(sum(push for doubt, push in each if doubt < TRUSTED))
        pushes["doubted"].append(sum(push for doubt, push in each if doubt > DOUBTED))
    return [(name, *_weight(np.array(push), leaning, taken)) for name, push in pushes.items()]


def _weight(push: Floats, leaning: Floats, taken: Floats) -> tuple[float, float]:
    signs = np.where(taken, 1.0, -1.0)

    def loss(weights: Floats) -> float:
        return float(np.logaddexp(0, -signs * (leaning + weights[0] + weights[1] * push)).sum())

    fit = minimize(loss, np.zeros(2))
    return float(fit.x[1]), float(np.sqrt(fit.hess_inv[1, 1]))


if __name__ == "__main__":
    main()
