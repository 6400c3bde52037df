"""python -m lab.studies.fit_people_play FILE: how people vote, name and use powers by what they believe.

Games are played on by it in the kernel."""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from secret_hitler.belief.sessions import ROLES
from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.human_policy import subject
from secret_hitler.records import Record, read_records
from secret_hitler.rules import NATURE, CallSpecialElection, Execute, Investigate, Nominate, Role, Vote
from secret_hitler_lab.kernel.from_view import Leanings, PassingGame, row_of_game
from secret_hitler_lab.kernel.layout import ruleset_row
from secret_hitler_lab.kernel.people_play import CHOICE_PARTS, MOOD, VOTE_PARTS, choice_parts, vote_parts
from secret_hitler_lab.training.fit_sessions import logistic

KINDS = (Nominate, Investigate, CallSpecialElection, Execute)
RIDGE = 3.0
SPREAD = (1 + 0.346 * MOOD**2) ** 0.5
"""What all voters of an election share flattens what each goes by; this undoes it."""


class Seen:
    """What was looked at, and what was done: by role, and by kind of choice too."""

    def __init__(self) -> None:
        self.votes: dict[Role, list[tuple[list[float], bool]]] = defaultdict(list)
        self.choices: dict[tuple[Role, type], list[tuple[Floats, int]]] = defaultdict(list)

    def watch(self, record: Record) -> None:
        passing = PassingGame(record)
        rules = ruleset_row(record.rules, record.seats)
        for _, move in passing.moves():
            if move.seat == NATURE or not isinstance(move.action, Vote | Nominate | Investigate | CallSpecialElection | Execute):
                continue
            row = row_of_game(passing.game)[0]
            chance = np.array([[belief.fascist, belief.hitler] for belief in passing.beliefs.values()])
            role = record.roles[move.seat]
            out = np.zeros((1, VOTE_PARTS))
            if isinstance(move.action, Vote):
                vote_parts(rules, row, chance, move.seat, out)
                self.votes[role].append((out[0].tolist(), move.action.ja))
                continue
            options = passing.game.legal_actions(move.seat)
            parts = np.zeros((len(options), CHOICE_PARTS))
            for place, option in enumerate(options):
                choice_parts(rules, row, chance, move.seat, subject(option), out)
                parts[place] = out[0, :CHOICE_PARTS]
            self.choices[role, type(move.action)].append((parts, options.index(move.action)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games, one JSON object a line")
    parser.add_argument("--games", type=int, default=10_000, help="the first so many")
    parser.add_argument("--write", type=Path, help="write the weights here")
    asked = parser.parse_args()
    seen = Seen()
    records = [record for record in read_records(asked.file) if isinstance(record, Record)]
    for record in records[: asked.games]:
        seen.watch(record)
    leanings = fit(seen)
    if asked.write is not None:
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(leanings), indent=0))


def fit(seen: Seen) -> Leanings:
    votes: list[list[float]] = []
    choices: list[list[list[float]]] = []
    for role in ROLES:
        parts, ja = (np.array(column, dtype=float) for column in zip(*seen.votes[role], strict=True))
        votes.append(_rounded(SPREAD * logistic(parts, ja, np.full(VOTE_PARTS, RIDGE))))
        chance = 1 / (1 + np.exp(-parts @ np.array(votes[-1]) / SPREAD))
        _say(f"{role}: {len(ja)} votes, log loss {-np.mean(np.where(ja > 0, np.log(chance), np.log(1 - chance))):.4f}, ja {ja.mean():.3f}")
        choices.append([])
        for kind in KINDS:
            cases = seen.choices[role, kind]
            weights = conditional_logit(cases, CHOICE_PARTS)
            choices[-1].append(_rounded(weights))
            losses = [np.logaddexp.reduce(rows @ weights) - (rows @ weights)[taken] for rows, taken in cases]
            plain = [np.log(len(rows)) for rows, _ in cases]
            _say(f"{role} {kind.__name__}: {len(cases)}, log loss {_mean(losses):.4f}, uniform {_mean(plain):.4f}")
    return Leanings(votes, choices)


def conditional_logit(cases: Sequence[tuple[Floats, int]], parts: int) -> Floats:
    """By Newton's method: one of several is taken, each likelier the more speaks for it."""
    weights = np.zeros(parts)
    for _ in range(30):
        slope, curve = RIDGE * weights, RIDGE * np.eye(parts)
        for rows, taken in cases:
            leaning = rows @ weights
            chance = np.exp(leaning - np.logaddexp.reduce(leaning))
            mean = chance @ rows
            slope = slope + mean - rows[taken]
            curve = curve + (rows * chance[:, None]).T @ rows - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / max(len(numbers), 1)


def _rounded(weights: Floats) -> list[float]:
    return [round(float(weight), 3) for weight in weights]


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
