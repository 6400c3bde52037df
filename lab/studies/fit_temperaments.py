"""python -m lab.studies.fit_temperaments FILE --write temperament.json: how people at one table differ from each other."""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from scipy import sparse  # type: ignore[import-untyped]  # it has no type hints
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.sparse.linalg import splu  # type: ignore[import-untyped]

from lab.studies.fit_people import FOLDS, boosted, fold
from secret_hitler.belief import Belief
from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.decision_features import DecisionFeatures
from secret_hitler.bots.human_policy import subject
from secret_hitler.bots.temperament import Population, Temperament, agreement, distance
from secret_hitler.records import Record, read_records, replay
from secret_hitler.rules import ALL, NATURE, About, Nominate, Role, Seat, Vote, onlooking

STEPS = 25
PROBES = 30
"""Random vectors by which variances of so many players are estimated."""
RESOLVE, MOOD, LIES = 1.6, 2.2, 0.25
"""Chosen by what games of bots look like beside the fitted ones (share of lopsided ballots, lies), not by the fit below, which
finds 1.2 and 1.0: bots that follow their reasons as loosely as that differ less from game to game than people do."""
LOGISTIC = 0.346
"""By how much a normal spread in log odds, squared, flattens a chance."""


class Cast(Struct):
    """A vote: who, in which game and round, what the trees see, and what was voted."""

    game: int
    seat: int
    round: int
    fold: int
    row: list[float]
    ja: bool
    stands: bool
    """Whether it stood for office."""
    suspicion: list[float]


class Named(Struct):
    """A nomination: for each option what the trees see, how alike it voted, how far it sits, and whether it was taken."""

    fold: int
    rows: list[list[float]]
    favours: list[tuple[float, float]]
    taken: list[bool]


class Told(Struct):
    """A hand, by whom, what it was, and whether its holder was silent or lied."""

    holder: tuple[int, int]
    kind: tuple[str, ...]
    silent: bool
    lied: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games as JSON lines")
    parser.add_argument("--hold-out", type=int, choices=range(FOLDS), default=0, help="learn nothing from this fifth of the tables")
    parser.add_argument("--write", type=Path, help="write what was learned here")
    asked = parser.parse_args()
    found = fitted([record for record in read_records(asked.file) if isinstance(record, Record)], asked.hold_out)
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    sys.stdout.write(text.decode() + "\n")
    if asked.write is not None:
        asked.write.write_bytes(text + b"\n")


def fitted(records: Iterable[Record], hold_out: int) -> Population:
    votes, names, told = list[Cast](), list[Named](), list[Told]()
    for number, record in enumerate(records):
        if (part := fold(record.notes.get("table", ""))) != hold_out:
            watch(record, number, part, votes, names)
            told += _told(record, number)
    ja, resolve, game = _spread_of_votes(votes)
    kin, near = _favours(names)
    silence = _spread([(each.holder, each.kind, each.silent) for each in told])
    lies = _spread([(each.holder, each.kind, each.lied) for each in told if not each.silent and each.kind[0] != Role.LIBERAL])
    return Population(
        mean=Temperament(resolve=RESOLVE, kin=round(kin, 2), near=round(near, 2), lies=LIES),
        spread=Temperament(ja=ja, resolve=resolve, kin=1.0, near=0.7, silence=silence, lies=lies),
        stretch=round(float(np.sqrt(1 + LOGISTIC * silence**2)), 2),
        moods=(game, MOOD),
    )


def watch(record: Record, number: int, part: int, votes: list[Cast], names: list[Named]) -> None:
    views = [onlooking(record.rules, record.seats, Seat(seat)) for seat in range(record.seats)]
    beliefs = [Belief(view) for view in views]
    for _, move, events in replay(record):
        if move.seat != NATURE and isinstance(move.action, Vote | Nominate):
            view, features = views[move.seat], DecisionFeatures(views[move.seat], beliefs[move.seat])
            if isinstance(move.action, Vote):
                stands = move.seat in (view.board.president, view.board.chancellor)
                cast = Cast(number, move.seat, view.board.round, part, features.vote(), move.action.ja, stands, features.fascist.tolist())
                votes.append(cast)
            else:
                seats = [subject(option) for option in view.legal_actions]
                favours = [(agreement(view, seat), distance(view, seat)) for seat in seats]
                names.append(Named(part, list(map(features.person, seats)), favours, [seat == move.action.chancellor for seat in seats]))
        for view, belief in zip(views, beliefs, strict=True):
            belief.see(view.see(events))


def _told(record: Record, number: int) -> Iterator[Told]:
    view = onlooking(record.rules, record.seats, ALL)
    for _, _, events in replay(record):
        view.see(events)
    for round in view.rounds[:-1]:
        for about, seat, hand in (
            (About.PRESIDENT_HAND, round.president, round.president_hand),
            (About.CHANCELLOR_HAND, round.chancellor, round.chancellor_hand),
        ):
            if hand is not None and seat is not None:
                said, kind = round.tiles_told(about), (view.roles[seat].value, about.value, "".join(sorted(hand)), str(round.enacted))
                yield Told((number, seat), kind, said is None, said is not None and sorted(said) != sorted(hand))


def scores(kind: str, rows: Floats, taken: Floats, folds: Floats) -> Floats:
    """Foretell each fifth of the tables from the others."""
    scores = np.zeros(len(taken))
    for held in np.unique(folds):
        scores[folds == held] = boosted(kind, rows[folds != held], taken[folds != held]).decision_function(rows[folds == held])
    return scores


def _spread_of_votes(votes: list[Cast]) -> tuple[float, float, float]:
    """Fit a logistic model with a lean and a slope for each player, a mood for each election and for each game; return spreads."""
    taken = np.array([vote.ja for vote in votes], dtype=float)
    score = scores("vote", np.array([vote.row for vote in votes]), taken, np.array([vote.fold for vote in votes]))
    apart = 1000
    keys = [
        [apart * each.game + each.seat for each in votes],
        [apart * each.game + each.round for each in votes],
        [each.game for each in votes],
    ]
    codes = [np.unique(np.array(each), return_inverse=True)[1] for each in keys]
    columns = [np.zeros_like(codes[0]), np.zeros_like(codes[0]), codes[0], codes[1], codes[2], codes[0]]
    ones, sizes = np.ones(len(votes)), [1, 1, *(int(each.max()) + 1 for each in (*codes, codes[0]))]
    starts = np.cumsum([0, *sizes])
    values = np.concatenate([ones, score, ones, ones, ones, score])
    places = (np.tile(np.arange(len(votes)), 6), np.concatenate([column + start for column, start in zip(columns, starts, strict=False)]))
    design = sparse.csr_matrix((values, places), shape=(len(votes), starts[-1]))
    variances, found = np.array([1e4, 1e4, 0.3, 0.5, 0.1, 0.05]), np.zeros(starts[-1])
    for step in range(STEPS):
        precision = np.repeat(1 / variances, sizes)
        for _ in range(4):
            chance = 1 / (1 + np.exp(-score - design @ found))
            solver = splu((design.T @ sparse.diags(chance * (1 - chance)) @ design + sparse.diags(precision)).tocsc())
            found = found + solver.solve(design.T @ (taken - chance) - precision * found)
        signs = np.random.default_rng(step).choice([-1.0, 1.0], (PROBES, starts[-1]))
        doubt = np.mean([sign * solver.solve(sign) for sign in signs], axis=0)
        for block in range(2, 6):
            part = slice(starts[block], starts[block + 1])
            variances[block] = float(np.mean(found[part] ** 2 + np.maximum(doubt[part], 0)))
    lean, election, game, slope = np.sqrt(variances[2:]).round(2)
    sys.stderr.write(f"votes: lean {lean}, slope {1 + found[1]:.2f} +- {slope}, election {election}, game {game}\n")
    return float(lean), float(slope), float(game)


def _favours(names: list[Named]) -> tuple[float, float]:
    """Fit how much nominations favour those who voted alike, and distance."""
    sizes = [len(name.rows) for name in names]
    rows, taken = np.array([row for name in names for row in name.rows]), np.array([chosen for name in names for chosen in name.taken])
    score = np.split(scores("nominate", rows, taken, np.repeat([name.fold for name in names], sizes)), np.cumsum(sizes)[:-1])
    favours, chosen = [np.array(name.favours) for name in names], [name.taken.index(True) for name in names]

    def loss(weights: Floats) -> float:
        lean = [weights[0] * each + favour @ weights[1:] for each, favour in zip(score, favours, strict=True)]
        return float(np.mean([np.logaddexp.reduce(each) - each[place] for each, place in zip(lean, chosen, strict=True)]))

    _, kin, near = minimize(loss, np.array([1.0, 1.0, 0.0]), method="Nelder-Mead").x
    return float(kin), float(near)


def _spread(seen: list[tuple[tuple[int, int], tuple[str, ...], bool]]) -> float:
    """Compare pairs of one player's answers with chance: what they have in common is the player's."""
    usual: dict[tuple[str, ...], list[bool]] = defaultdict(list)
    for _, kind, answer in seen:
        usual[kind].append(answer)
    by_player: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for holder, kind, answer in seen:
        chance = float(np.mean(usual[kind]))
        by_player[holder].append((answer - chance, chance * (1 - chance)))
    pairs = np.zeros(2)
    for answers in by_player.values():
        each = np.array(answers)
        pairs += each.sum(axis=0) ** 2 - (each**2).sum(axis=0)
    return round(float(np.sqrt(max(0.0, pairs[0] / pairs[1]))), 2)


if __name__ == "__main__":
    main()
