"""python -m lab.studies.fit_people FILE --write people.json: learns from human games how people decide, vote and talk."""

import argparse
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]  # it has no type hints

from secret_hitler.belief import Belief
from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.decision_features import DecisionFeatures
from secret_hitler.bots.human_policy import HumanPolicy, Odds, Trees, claim_keys, party_key, subject
from secret_hitler.records import Record, UnfitRecord, read_records, replay
from secret_hitler.rules import ALL, NATURE, Decision, Discard, Enact, Phase, Policy, Role, Seat, Veto, Vote, onlooking
from secret_hitler.rules.actions import Claim, ClaimParty
from secret_hitler.rules.claims import Round, about
from secret_hitler.rules.vocabulary import About, Power

FOLDS = 5
PRIOR = 6.0
"""So many sayings of the plainer kind stand behind a rarer one."""
CHOICES = ("vote", "nominate", "investigate", "call", "execute", "discard", "enact")
TREES = {"vote": (200, 12, 60), "nominate": (150, 8, 40), "discard": (50, 6, 30), "enact": (50, 6, 30)}
"""Trees, leaves in each, and the decisions that a leaf must hold; the other choices are rarer."""
FEW_TREES = (50, 8, 40)


class PeopleChose(Struct):
    """One decision: a row for each option, and which was taken. A vote or a tile is one row, taken or not."""

    kind: str
    table: str
    rows: list[list[float]]
    taken: list[bool]


class PeopleSaid(Struct):
    """What was said, or "" for nothing, under the keys it is looked up by, from the most telling to the plainest."""

    keys: list[str]
    said: str


class Watched(Struct):
    """All that people decided and said in one game."""

    table: str
    choices: list[PeopleChose]
    sayings: list[PeopleSaid]
    vetoes: list[tuple[str, bool]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games as JSON lines")
    parser.add_argument("--write", type=Path, help="write what was learned here")
    parser.add_argument("--hold-out", type=int, choices=range(FOLDS), help="learn nothing from this fifth of the tables")
    parser.add_argument("--judge", action="store_true", help="say what each choice is foretold by, each fifth by the others")
    asked = parser.parse_args()
    games = list(watch(read_records(asked.file), asked.hold_out))
    if asked.judge:
        for line in judged(games):
            sys.stdout.write(line + "\n")
    if asked.write is not None:
        asked.write.write_bytes(msgspec.json.encode(fit(games)))


def fold(table: str) -> int:
    return zlib.crc32(table.encode()) % FOLDS


def watch(records: Iterable[Record | UnfitRecord], hold_out: int | None) -> Iterator[Watched]:
    kept = [record for record in records if isinstance(record, Record) and fold(record.notes.get("table", "")) != hold_out]
    with ProcessPoolExecutor() as pool:
        for number, game in enumerate(pool.map(watch_game, kept, chunksize=8), start=1):
            if number % 50 == 0:
                sys.stderr.write(f"{number} of {len(kept)} games read\n")
            yield game


def watch_game(record: Record) -> Watched:
    """Each decision as its seat saw it at the time, then what was said."""
    views = [onlooking(record.rules, record.seats, Seat(seat)) for seat in range(record.seats)]
    beliefs = [Belief(view) for view in views]
    everything = onlooking(record.rules, record.seats, ALL)
    game = Watched(record.notes.get("table", ""), [], [], [])
    for _, move, told in replay(record):
        if move.seat != NATURE and isinstance(move.action, Decision):
            _note(game, DecisionFeatures(views[move.seat], beliefs[move.seat]), move.action)
        everything.see(told)
        for view, belief in zip(views, beliefs, strict=True):
            belief.see(view.see(told))
    for round in everything.rounds[:-1]:  # after the end people talk freely
        game.sayings += _sayings(round, everything.roles)
    return game


def _note(game: Watched, situation: DecisionFeatures, action: Decision) -> None:
    view = situation.view
    kind = type(action).__name__.lower().removesuffix("specialelection")
    match action:
        case Vote(ja):
            game.choices.append(PeopleChose(kind, game.table, [situation.vote()], [ja]))
        case Discard(policy) | Enact(policy):
            if len(set(view.hand or ())) > 1:
                game.choices.append(PeopleChose(kind, game.table, [situation.tiles()], [policy is Policy.LIBERAL]))
        case Veto(wanted):
            assert view.role is not None
            game.vetoes.append((f"{view.role.value} {'asks' if view.board.phase is Phase.CHANCELLOR_SESSION else 'agrees'}", wanted))
        case _:
            options = view.legal_actions
            game.choices.append(
                PeopleChose(
                    kind, game.table, [situation.person(subject(option)) for option in options], [option == action for option in options]
                )
            )


def _sayings(round: Round, roles: dict[Seat, Role]) -> Iterator[PeopleSaid]:
    said = {(claimed.seat, about(claimed.claim)): _told(claimed.claim) for claimed in round.claims}
    heard = said.get((round.president, About.PRESIDENT_HAND), "")
    for what, seat, hand in (
        (About.PRESIDENT_HAND, round.president, round.president_hand),
        (About.CHANCELLOR_HAND, round.chancellor, round.chancellor_hand),
    ):
        if hand is not None and seat is not None:
            keys = claim_keys(roles[seat], what, "".join(sorted(hand)), round.enacted or "", heard)
            yield PeopleSaid(keys, said.get((seat, what), ""))
    if round.power is Power.INVESTIGATE and round.target is not None:
        keys = [party_key(roles[round.president], roles[round.target].party)]
        yield PeopleSaid(keys, said.get((round.president, About.PARTY), ""))


def _told(claim: Claim) -> str:
    if isinstance(claim, ClaimParty):
        return claim.party or ""
    return "".join(claim.tiles or ())


# Learning


def fit(games: list[Watched]) -> HumanPolicy:
    trees = {kind: flattened(boosted(kind, *rows_of(games, kind))) for kind in CHOICES}
    sayings = [saying for game in games for saying in game.sayings]
    vetoes: dict[str, list[bool]] = defaultdict(list)
    for game in games:
        for key, wanted in game.vetoes:
            vetoes[key].append(wanted)
    return HumanPolicy(
        **trees,
        sayings=odds_of(sayings),
        veto={key: round((sum(answers) + 1) / (len(answers) + 2), 4) for key, answers in sorted(vetoes.items())},
    )


def rows_of(games: Iterable[Watched], kind: str) -> tuple[Floats, Floats]:
    choices = [choice for game in games for choice in game.choices if choice.kind == kind]
    return np.array([row for choice in choices for row in choice.rows]), np.array([taken for choice in choices for taken in choice.taken])


def boosted(kind: str, rows: Floats, taken: Floats) -> Any:
    count, leaves, least = TREES.get(kind, FEW_TREES)
    model = HistGradientBoostingClassifier(
        max_iter=count, learning_rate=0.05, max_leaf_nodes=leaves, min_samples_leaf=least, l2_regularization=8, early_stopping=False
    )
    return model.fit(rows, taken)


def flattened(model: Any) -> Trees:
    trees = [stage[0].nodes for stage in model._predictors]
    size = max(map(len, trees))
    columns: dict[str, list[Any]] = {"feature": [], "threshold": [], "below": [], "above": [], "value": []}
    for nodes in trees:
        leaf, own = nodes["is_leaf"].astype(bool), np.arange(len(nodes))
        parts = {
            "feature": np.where(leaf, 0, nodes["feature_idx"]).tolist(),
            "threshold": [float(f"{number:.9g}") for number in np.where(leaf, 0, nodes["num_threshold"])],
            "below": np.where(leaf, own, nodes["left"]).tolist(),
            "above": np.where(leaf, own, nodes["right"]).tolist(),
            "value": [float(f"{number:.5g}") for number in np.where(leaf, nodes["value"], 0)],
        }
        for name, column in columns.items():
            column += parts[name] + [0] * (size - len(nodes))
    depth = max(int(nodes["depth"].max()) for nodes in trees)
    return Trees(base=float(model._baseline_prediction[0, 0]), depth=depth, size=size, **columns)


def odds_of(sayings: list[PeopleSaid]) -> dict[str, Odds]:
    """Return what is said under each key; what is rare leans on what is plainer."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    parents: dict[str, str] = {}
    for saying in sayings:
        for key, plainer in zip(saying.keys, [*saying.keys[1:], ""], strict=True):
            counts[key][saying.said] += 1
            parents[key] = plainer
    odds: dict[str, Odds] = {"": {}}
    for key in sorted(counts, key=len):
        behind = odds[parents[key]]
        total = counts[key].total() + (PRIOR if behind else 0)
        said = sorted({*counts[key], *behind})
        odds[key] = {word: round((counts[key][word] + PRIOR * behind.get(word, 0)) / total, 5) for word in said}
    del odds[""]
    return odds


# Judging


def judged(games: list[Watched]) -> Iterator[str]:
    """Log loss of each kind of choice, each fifth of the tables foretold from the others."""
    for kind in CHOICES:
        losses, plain = [], []
        for held in range(FOLDS):
            model = boosted(kind, *rows_of([game for game in games if fold(game.table) != held], kind))
            for choice in [choice for game in games if fold(game.table) == held for choice in game.choices if choice.kind == kind]:
                scores = model.decision_function(np.array(choice.rows))
                losses.append(_loss(scores, choice.taken))
                plain.append(np.log(max(2, len(choice.rows))))
        yield f"{kind}: {len(losses)} choices, log loss {np.mean(losses):.4f}, uniform {np.mean(plain):.4f}"


def _loss(scores: Floats, taken: list[bool]) -> float:
    if len(taken) == 1:
        return float(np.logaddexp(0, -scores[0] if taken[0] else scores[0]))
    return float(np.logaddexp.reduce(scores) - scores[taken.index(True)])


if __name__ == "__main__":
    main()
