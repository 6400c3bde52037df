"""python -m lab.studies.tell_apart PEOPLE BOTS: how well a stacked classifier tells games of bots from games of people.

Three readers are stacked: boosted trees over each game's means and spreads, and how likely its votes and its nominations are from
a model of bots rather than from one of people. Each game is judged by models that haven't seen it.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]  # it has no type hints
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.metrics import roc_auc_score  # type: ignore[import-untyped]

from lab.studies.fit_people import boosted
from lab.studies.fit_temperaments import Cast, Named, watch
from secret_hitler.belief.worlds import Floats
from secret_hitler.records import Record, read_records

FOLDS = 5
SEATS = 7
Game = tuple[list[Cast], list[Named]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", type=Path, help="games of people that no bot was fitted on, as JSON lines")
    parser.add_argument("bots", type=Path, help="games of bots in the same form")
    asked = parser.parse_args()
    people, bots = read(asked.people), read(asked.bots)
    labels = np.repeat([0.0, 1.0], [len(people), len(bots)])
    for name, score in told_apart([*people, *bots], labels):
        sys.stdout.write(f"{name}: AUC {score:.3f}, {len(people)} games of people, {len(bots)} of bots\n")


def read(path: Path) -> list[Game]:
    games: list[Game] = []
    for number, record in enumerate(read_records(path)):
        if isinstance(record, Record) and record.seats == SEATS:
            games.append(([], []))
            watch(record, number, 0, *games[-1])
    return games


def told_apart(games: list[Game], labels: Floats) -> list[tuple[str, float]]:
    parts = np.random.default_rng(1).permutation(np.arange(len(games)) % FOLDS)
    columns = [
        _by_habits(games, labels, parts),
        _by_decisions("vote", games, labels, parts),
        _by_decisions("nominate", games, labels, parts),
    ]
    scores = np.column_stack(columns)
    stacked = np.zeros(len(games))
    for held in range(FOLDS):
        model = LogisticRegression(class_weight="balanced").fit(scores[parts != held], labels[parts != held])
        stacked[parts == held] = model.decision_function(scores[parts == held])
    names = ("habits", "votes", "nominations", "stacked")
    return [(name, float(roc_auc_score(labels, score))) for name, score in zip(names, (*columns, stacked), strict=True)]


def _by_habits(games: list[Game], labels: Floats, parts: Floats) -> Floats:
    rows = np.array([_habits(*game) for game in games])
    scores = np.zeros(len(games))
    for held in range(FOLDS):
        model = HistGradientBoostingClassifier(max_iter=150, learning_rate=0.06).fit(rows[parts != held], labels[parts != held])
        scores[parts == held] = model.decision_function(rows[parts == held])
    return scores


def _habits(votes: list[Cast], names: list[Named]) -> Floats:
    """Describe a game: each feature's mean where ja and nein were said, ballots that nearly agree, and who was named."""
    rows, ja = np.array([vote.row for vote in votes]), np.array([vote.ja for vote in votes])
    shares = [np.mean([vote.ja for vote in votes if vote.round == round]) for round in dict.fromkeys(vote.round for vote in votes)]
    seats = [np.mean([vote.ja for vote in votes if vote.seat == seat]) for seat in range(SEATS) if any(vote.seat == seat for vote in votes)]
    ballots = [np.mean(shares), np.std(shares), np.mean(np.array(shares) == 0), np.mean(np.array(shares) == 1), np.std(seats), len(shares)]
    named = np.array([name.favours[name.taken.index(True)] for name in names])
    return np.concatenate(
        [ballots, rows[ja].mean(axis=0) - rows[~ja].mean(axis=0), rows.mean(axis=0), named.mean(axis=0), named.std(axis=0)]
    )


def _by_decisions(kind: str, games: list[Game], labels: Floats, parts: Floats) -> Floats:
    """Compare how likely each game's decisions are from a model of bots and from one of people."""
    read = [_decisions(kind, game) for game in games]
    scores = np.zeros(len(games))
    for held in range(FOLDS):
        models = [
            boosted(
                kind,
                *(
                    np.concatenate(each)
                    for each in zip(*(read[game] for game in np.flatnonzero((parts != held) & (labels == label))), strict=True)
                ),
            )
            for label in (0, 1)
        ]
        for game in np.flatnonzero(parts == held):
            rows, taken = read[game]
            signs = np.where(taken, 1.0, -1.0)
            people, bots = (-np.logaddexp(0, -signs * model.decision_function(rows)) for model in models)
            scores[game] = float(np.mean(bots - people))
    return scores


def _decisions(kind: str, game: Game) -> tuple[Floats, Floats]:
    votes, names = game
    if kind == "vote":
        return np.array([vote.row for vote in votes]), np.array([vote.ja for vote in votes])
    return np.array([row for name in names for row in name.rows]), np.array([taken for name in names for taken in name.taken])


if __name__ == "__main__":
    main()
