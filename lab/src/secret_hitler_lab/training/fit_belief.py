"""python -m secret_hitler_lab.training.fit_belief FILE: fits belief on human games, and reports what it is worth on games not used."""

import argparse
import time
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from sklearn.metrics import log_loss, roc_auc_score  # type: ignore[import-untyped]  # it has no type hints

from secret_hitler.belief import Belief
from secret_hitler.belief.by_round import after_rounds
from secret_hitler.belief.parameters import Parameters, damped
from secret_hitler.belief.traces import KINDS
from secret_hitler.belief.win_chance import PileShares, Standing, bad_draws_claimed, chances, open_features, public_features, shuffled_share
from secret_hitler.belief.worlds import CODES, FASCIST, HITLER, LIBERAL, Floats, Worlds, worlds
from secret_hitler.records import Record, read_records, replay
from secret_hitler.rules import Nominate, Policy, Role

from ..printed import say
from .fit_sessions import PlayedSession, fit_choices, fit_claims, fit_truth, fit_vetoes, logistic, sessions_played
from .fit_traces import Field, Rows, stack

FOLDS = 5
RIDGE = 0.005
OUTLOOK_RIDGE = 20.0
PARTY_KINDS = ("called-liberal", "called-fascist")
PARTY_CLAIMS_OF_MANY = 50.0
"""So many claims as the parties of the two would make them are added to those of their roles."""
GROUPINGS = 8
"""Ways to lay the tables into folds that the win_chance is judged by: one alone says more of its luck than of the model."""


class Passage(Struct):
    """A game as the fit reads it."""

    record: Record
    fold: int
    played: list[PlayedSession]
    rows: Rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games, one JSON object a line")
    parser.add_argument("--write", type=Path, help="write the parameters fitted on all games here")
    asked = parser.parse_args()
    started = time.perf_counter()
    passages = read_passages(asked.file)
    say(f"{len(passages)} games, {sum(len(passage.rows.alive) for passage in passages)} rounds, in {FOLDS} folds by table")
    judged = judge(passages)
    report(judged)
    if asked.write:
        win_chance = {name: _rounded(fit_win_chance(features, judged.won)) for name, features in judged.win_chance.items()}
        parameters = msgspec.structs.replace(fit_field(passages), win_chance=win_chance)
        asked.write.write_bytes(msgspec.json.format(msgspec.json.encode(parameters), indent=0))
        say(f"parameters written to {asked.write.name}")
    say(f"{time.perf_counter() - started:.0f} s")


def read_passages(path: Path) -> list[Passage]:
    return passages_of([record for record in read_records(path) if isinstance(record, Record)])


def passages_of(records: list[Record]) -> list[Passage]:
    """Return the games of the most common size, so that all rows speak of the same worlds."""
    sizes = [record.seats for record in records]
    common = max(set(sizes), key=sizes.count)
    records = [record for record in records if record.seats == common]
    folds = folds_by_table([_table(record) for record in records])
    return [read_passage(record, int(fold)) for record, fold in zip(records, folds, strict=True)]


def folds_by_table(tables: list[str], seed: int = 0) -> NDArray[np.intp]:
    """Keep what was played at one table in one fold."""
    names = sorted(set(tables))
    np.random.default_rng(seed).shuffle(names)
    folds = {table: place % FOLDS for place, table in enumerate(names)}
    return np.array([folds[table] for table in tables], dtype=np.intp)


def read_passage(record: Record, fold: int) -> Passage:
    seats = record.seats
    world = worlds(record.rules, seats)
    traces, possible, alive = [], [], []
    for _, belief in after_rounds(record, parameters=BLANK):
        counts = np.zeros((seats, seats, len(KINDS)), dtype=np.float32)
        for trace in belief.traces:
            counts[trace.seat, trace.other, KINDS.index(trace.kind)] += trace.value
        traces.append(counts)
        possible.append(belief.possible())
        alive.append([seat in belief.view.board.alive for seat in range(seats)])
    count = len(traces)
    truth = np.array([[role is not Role.LIBERAL for role in record.roles], [role is Role.HITLER for role in record.roles]], dtype=float)
    rows = Rows(
        traces=np.array(traces),
        possible=np.array(possible),
        sessions=np.zeros((count, len(world), 2)),
        alive=np.array(alive),
        fascist=np.tile(truth[0], (count, 1)),
        hitler=np.tile(truth[1], (count, 1)),
    )
    return Passage(record, fold, sessions_played(record), rows)


def session_parameters(passages: list[Passage]) -> Parameters:
    played = [session for passage in passages for session in passage.played]
    discard, enact = fit_choices(played)
    president, chancellor = fit_claims(played)
    ask, agree = fit_vetoes(played)
    return msgspec.structs.replace(
        BLANK,
        discard=BLANK.discard | discard,
        enact=BLANK.enact | enact,
        president_claim=president,
        chancellor_claim=chancellor,
        veto_ask=ask,
        veto_agree=agree,
        truth=fit_truth(played),
        party_claim=fit_party_claims(passages),
    )


def fit_party_claims(passages: list[Passage]) -> dict[str, list[float]]:
    """Return a plain table of what is said of a party, by the role of the one who looked and of the one looked at."""
    counts = np.zeros((len(PARTY_KINDS), 3, 3))
    codes = {Role.LIBERAL: LIBERAL, Role.FASCIST: FASCIST, Role.HITLER: HITLER}
    for passage in passages:
        said = passage.rows.traces[-1][:, :, [KINDS.index(kind) for kind in PARTY_KINDS]]
        for looked, seen, kind in np.argwhere(said > 0):
            counts[kind, codes[passage.record.roles[looked]], codes[passage.record.roles[seen]]] += 1
    party = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
    coarse = party @ counts @ party + 1
    coarse /= coarse.sum(axis=0)
    fine = counts + PARTY_CLAIMS_OF_MANY * coarse
    likely = np.log(fine / fine.sum(axis=0))
    return {kind: _rounded((table - table[LIBERAL, LIBERAL]).ravel()) for kind, table in zip(PARTY_KINDS, likely, strict=True)}


def with_sessions(passage: Passage, parameters: Parameters) -> Rows:
    found = []
    for _, belief in after_rounds(passage.record, parameters=parameters):
        likelihoods = np.stack(belief.tiles.likelihoods(), axis=1)
        found.append(likelihoods - likelihoods.max(axis=0))
    return msgspec.structs.replace(passage.rows, sessions=np.array(found))


def crossed_rows(passages: list[Passage]) -> Rows:
    """Rows whose session evidence was read with parameters from the other folds, so that it is trusted no more than it deserves."""
    rows: dict[int, Rows] = {}
    for fold in {passage.fold for passage in passages}:
        parameters = session_parameters([passage for passage in passages if passage.fold != fold])
        rows |= {place: with_sessions(passage, parameters) for place, passage in enumerate(passages) if passage.fold == fold}
    return stack([rows[place] for place in range(len(passages))])


def fit_field(passages: list[Passage]) -> Parameters:
    """All parameters but the win_chance."""
    field = Field(_world(passages))
    weights = field.fit(crossed_rows(passages), RIDGE)
    return msgspec.structs.replace(session_parameters(passages), traces=field.tables(weights), session_weights=_rounded(weights[-2:]))


def fit_win_chance(features: Floats, won: Floats, strength: float = OUTLOOK_RIDGE) -> Floats:
    """Features are brought to one scale, so that the ridge treats them alike; the weights are for the features as they are."""
    middle, scale = features[:, 1:].mean(axis=0), features[:, 1:].std(axis=0) + 1e-9
    ridge = np.full(features.shape[1], strength)
    ridge[0] = 0.01
    weights = logistic(np.column_stack([features[:, 0], (features[:, 1:] - middle) / scale]), won, ridge)
    slopes = weights[1:] / scale
    return np.concatenate([[weights[0] - slopes @ middle], slopes])


def win_chance_rows(passages: list[Passage], parameters: Parameters) -> tuple[Floats, Floats, Floats]:
    public, full, won = [], [], []
    for passage in passages:
        decks = decks_before(passage.record)
        for round, belief in after_rounds(passage.record, parameters=parameters):
            public.append(public_features(belief))
            full.append(all_features(belief, passage.record.roles, decks[round + 1]))
            won.append(float(passage.record.ending is not None and passage.record.ending.winner == "L"))
    return np.array(public, dtype=float), np.array(full, dtype=float), np.array(won)


def all_features(belief: Belief, roles: tuple[Role, ...], deck: tuple[Policy, ...]) -> list[float]:
    view = belief.view
    standing = Standing(view.rules, view.board, belief.fascist, bad_draws_claimed(view))
    draw = view.rules.draw
    shares = [
        tiles.count(Policy.LIBERAL) / len(tiles) if len(tiles) == size else shuffled_share(view.rules, view.board)
        for tiles, size in ((deck[:1], 1), (deck[:draw], draw), (deck[draw : 2 * draw], draw), (deck, len(deck) or 1))
    ]
    features: list[float] = open_features(standing, np.array([[CODES[role] for role in roles]]), PileShares(*shares))[0].tolist()
    return features


def decks_before(record: Record) -> dict[int, tuple[Policy, ...]]:
    """Return the draw pile when each round, from 0, begins."""
    return {game.board.round - 1: game.deck for game, move, _ in replay(record) if isinstance(move.action, Nominate)}


class Judged(Struct):
    """What people were told of games by parameters that never saw them."""

    rows: Rows
    tables: list[str]
    fascist: Floats
    hitler: Floats
    win_chance: dict[str, Floats]
    won: Floats


def judge(passages: list[Passage]) -> Judged:
    found = []
    for fold in range(FOLDS):
        parameters = damped(fit_field([passage for passage in passages if passage.fold != fold]))
        test = [passage for passage in passages if passage.fold == fold]
        beliefs = [(belief.fascist, belief.hitler) for passage in test for _, belief in after_rounds(passage.record, parameters=parameters)]
        fascist, hitler = (np.array(part) for part in zip(*beliefs, strict=True))
        public, full, won = win_chance_rows(test, parameters)
        rows = stack([passage.rows for passage in test])
        tables = [_table(passage.record) for passage in test for _ in passage.rows.alive]
        found.append(Judged(rows, tables, fascist, hitler, {"public": public, "all": full}, won))
        say(f"fold {fold}: {report_line(rows, fascist)}")
    return Judged(
        rows=stack([part.rows for part in found]),
        tables=[table for part in found for table in part.tables],
        fascist=np.concatenate([part.fascist for part in found]),
        hitler=np.concatenate([part.hitler for part in found]),
        win_chance={name: np.concatenate([part.win_chance[name] for part in found]) for name in ("public", "all")},
        won=np.concatenate([part.won for part in found]),
    )


def report(judged: Judged) -> None:
    rows = judged.rows
    say(f"all: {report_line(rows, judged.fascist)}")
    say(f"log loss of Hitler {log_loss(rows.hitler[rows.alive], judged.hitler[rows.alive]):.4f}")
    for name, features in judged.win_chance.items():
        scores = [brier(features, judged.won, folds_by_table(judged.tables, seed)) for seed in range(GROUPINGS)]
        say(f"liberal win from {name}: Brier {scores[0]:.4f}, over {GROUPINGS} groupings {np.mean(scores):.4f}")
    calibration(judged.fascist[rows.alive], rows.fascist[rows.alive])


def brier(features: Floats, won: Floats, folds: NDArray[np.intp]) -> float:
    """Of the win_chance, each fold judged by the others."""
    said = np.zeros(len(won))
    for fold in range(FOLDS):
        held = folds == fold
        said[held] = chances(fit_win_chance(features[~held], won[~held]), features[held])
    return float(np.mean((said - won) ** 2))


def report_line(rows: Rows, fascist: Floats) -> str:
    truth, said = rows.fascist[rows.alive], fascist[rows.alive]
    return f"log loss {log_loss(truth, said):.4f}, area under curve {roc_auc_score(truth, said):.3f}"


def calibration(said: Floats, truth: Floats) -> None:
    bands: NDArray[np.intp] = np.minimum((said * 10).astype(np.intp), 9)
    for band in range(10):
        inside = bands == band
        if inside.sum():
            say(f"said {said[inside].mean():.2f}, was {truth[inside].mean():.2f} ({inside.sum()} times)")


def _rounded(weights: Floats) -> list[float]:
    return [round(float(weight), 3) for weight in weights]


def _table(record: Record) -> str:
    return record.notes.get("table", "")


def _world(passages: list[Passage]) -> Worlds:
    return worlds(passages[0].record.rules, passages[0].record.seats)


BLANK = Parameters(
    discard={f"{role} {drawn}": [0.0] * 10 for role in Role for drawn in (1, 2)},
    enact={str(role): [0.0] * 10 for role in Role},
    president_claim={},
    chancellor_claim={},
    veto_ask={},
    veto_agree={},
    truth={},
    session_weights=[1.0, 1.0],
    traces={kind: [0.0] * 9 for kind in KINDS},
    win_chance={},
)
"""Parameters that know nothing, to be filled in."""

if __name__ == "__main__":
    main()
