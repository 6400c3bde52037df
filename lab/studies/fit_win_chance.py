"""python -m lab.studies.fit_win_chance FILE: the chance to win with all cards open, learned by playing on.

A game ends one way only; played on many times as people play, each of its rounds says far more of what it was worth."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from secret_hitler.belief import shipped
from secret_hitler.belief.by_round import after_rounds
from secret_hitler.belief.parameters import damped
from secret_hitler.belief.win_chance import chances
from secret_hitler.belief.worlds import Floats
from secret_hitler.records import Record, read_records
from secret_hitler.rules import Nominate, Party
from secret_hitler_lab.kernel.from_view import Continuations, PassingGame, shipped_leanings
from secret_hitler_lab.training.fit_belief import all_features, decks_before, fit_win_chance

from .fit_people import FOLDS, fold

CONTINUATIONS = 64
RIDGE = 3.0
SEATS = 7
"""As nearly all human games have."""
ORDER = 5
"""The seed of the order in which games are taken."""


class ValuedRound(Struct):
    """The beginning of a round: what the model sees of it, and what came of it."""

    table: str
    features: list[float]
    value: float
    """The share of games played on from here that liberals won."""
    won: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games, one JSON object a line")
    parser.add_argument("--games", type=int, default=10_000, help="so many")
    parser.add_argument("--hold-out", type=int, choices=range(FOLDS), help="learn nothing from this fifth of the tables")
    parser.add_argument("--write", type=Path, help="parameters of the belief, of which these are replaced")
    asked = parser.parse_args()
    records = [record for record in read_records(asked.file) if isinstance(record, Record) and record.seats == SEATS]
    taken = [records[place] for place in np.random.default_rng(ORDER).permutation(len(records))]
    rounds = list(played_on([record for record in taken if fold(_table(record)) != asked.hold_out][: asked.games]))
    for line in judged(rounds):
        sys.stdout.write(line + "\n")
    if asked.write is not None:
        weights = [round(float(weight), 3) for weight in fit(rounds)]
        parameters = msgspec.structs.replace(shipped(), win_chance={**shipped().win_chance, "all": weights})
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(parameters), indent=0))


def played_on(records: Sequence[Record]) -> Iterator[ValuedRound]:
    """Every round but the first; what the model sees is what people are told, and those who play on believe as bots do."""
    table = Continuations(records[0].rules, records[0].seats, shipped_leanings())
    for record in records:
        features = features_by_round(record)
        won = float(record.ending is not None and record.ending.winner is Party.LIBERAL)
        passing = PassingGame(record)
        for number, move in passing.moves():
            if isinstance(move.action, Nominate) and passing.game.board.round in features:
                value = float(table.liberals_won(passing.moment(), -1, CONTINUATIONS, number).mean())
                yield ValuedRound(_table(record), features[passing.game.board.round], value, won)


def features_by_round(record: Record) -> dict[int, list[float]]:
    """When each round begins; rounds count from 1."""
    decks = decks_before(record)
    beliefs = after_rounds(record, parameters=damped())
    return {round + 2: all_features(belief, record.roles, decks[round + 1]) for round, belief in beliefs}


def fit(rounds: Sequence[ValuedRound]) -> Floats:
    return fit_win_chance(np.array([one.features for one in rounds]), np.array([one.value for one in rounds]), RIDGE)


def judged(rounds: Sequence[ValuedRound]) -> Iterator[str]:
    """Each fifth of the tables by the others."""
    said = np.zeros(len(rounds))
    folds = np.array([fold(one.table) for one in rounds])
    for held in set(folds.tolist()):
        weights = fit([one for one, its in zip(rounds, folds, strict=True) if its != held])
        said[folds == held] = chances(weights, np.array([one.features for one, its in zip(rounds, folds, strict=True) if its == held]))
    value, won = np.array([one.value for one in rounds]), np.array([one.won for one in rounds])
    yield f"{len(rounds)} rounds; correlation with playing on {np.corrcoef(said, value)[0, 1]:.3f}"
    yield f"liberal win: Brier {np.mean((said - won) ** 2):.4f}; of playing on itself {np.mean((value - won) ** 2):.4f}"


def _table(record: Record) -> str:
    return record.notes.get("table", "")


if __name__ == "__main__":
    main()
