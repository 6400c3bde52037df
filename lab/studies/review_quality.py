"""python -m lab.studies.review_quality FILE: what the values of a review are worth.

Decisions of recorded games are played on both ways as people play, with the same luck, and the difference that shows is compared with the
difference that the review saw. Planted blunders are counted as they are found.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import numpy as np
from msgspec import Struct
from scipy.stats import spearmanr  # type: ignore[import-untyped]  # it has no type hints

from secret_hitler.belief.worlds import Floats
from secret_hitler.records import Record, read_records
from secret_hitler.review import judge_moves
from secret_hitler.rules import OFFICIAL, Decision, Nominate, Party, Phase, Vote, begin
from secret_hitler.wire.review import JudgedDecision
from secret_hitler_lab.kernel.from_view import Continuations, GameRow, PassingGame, shipped_leanings
from secret_hitler_lab.observations.observation import action_number
from secret_hitler_lab.tournament.arena import play

from .fit_people import FOLDS, fold
from .planted_blunders import FOUND, KINDS, judged_blunders

CLEAR = 0.05
LEVEL = "regular"
FEWEST = 4
DRAWN_AGAIN = 400
"""How often the decisions are drawn again for the standard error of their rank correlation."""


class Compared(Struct):
    kind: str
    expected: float
    """Difference of the chances to win of the one who decided: what was done, less another option, as the review has it."""
    shown: float
    """The same from games played on."""
    noise: float
    """Standard error of what was shown."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games, one JSON object a line")
    parser.add_argument("--decisions", type=int, default=300, help="decisions, half of them of human games, half of bots' games")
    parser.add_argument("--continuations", type=int, default=200, help="games played on from each option")
    parser.add_argument("--planted", type=int, default=100, help="planted blunders of each kind")
    parser.add_argument(
        "--fifth", type=int, choices=range(FOLDS), help="human games of this fifth of the tables alone: the one held out of a fit"
    )
    parser.add_argument("--bots", type=Path, help="records of bots' games, if they are not to be played first")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    records = [record for record in read_records(asked.file) if isinstance(record, Record)]
    human = [record for record in records if asked.fifth in (None, fold(record.notes.get("table", "")))]
    played = [] if asked.bots is None else [record for record in read_records(asked.bots) if isinstance(record, Record)]
    bots = iter(played) if played else (play(OFFICIAL, 7, LEVEL, LEVEL, asked.seed, number).record for number in range(asked.decisions))
    player = Player(asked.continuations, asked.seed)
    half = asked.decisions // 2
    of_people = [player.compare(sample) for sample in sampled(iter(rng.sample(human, len(human))), half, rng)]
    of_bots = [player.compare(sample) for sample in sampled(bots, asked.decisions - half, rng)]
    for name, compared in (("all", of_people + of_bots), ("human games", of_people), ("bots' games", of_bots)):
        _say(f"{name}: {summary(compared)}")
    for kind in sorted({one.kind for one in of_people + of_bots}):
        _say(f"  {kind}: {summary([one for one in of_people + of_bots if one.kind == kind])}")
    for kind in KINDS:
        judged = list(judged_blunders(kind, asked.planted, [*rng.sample(records, len(records)), *played]))
        found = sum(any(one.label in FOUND for one in blunder) for blunder in judged)
        _say(f"planted, {kind}: {found} of {len(judged)} found")


class Sample(Struct):
    record: Record
    judged: JudgedDecision
    other: Decision


def sampled(records: Iterator[Record], wanted: int, rng: random.Random) -> list[Sample]:
    """Two decisions of each game, of kinds as often as any other that the game had; of votes those that decided."""
    found: list[Sample] = []
    for record in records:
        if len(found) >= wanted:
            break
        kinds = choices_in(record)
        moves = [rng.choice(kinds[kind]) for kind in rng.sample(sorted(kinds), min(2, len(kinds)))]
        found += [Sample(record, judged, rng.choice(judged.others).action) for judged in judge_moves(record, moves)]
    return found[:wanted]


def choices_in(record: Record) -> dict[str, list[int]]:
    """By kind, the moves at which somebody had a choice."""
    kinds: dict[str, list[int]] = {}
    game, votes = begin(record.rules, record.seats, record.opener), list[int]()
    for number, move in enumerate(record.moves, start=1):
        if isinstance(move.action, Vote):
            votes.append(number)
        elif isinstance(move.action, Decision) and len(set(game.legal_actions(move.seat))) > 1:
            kinds.setdefault(type(move.action).__name__, []).append(number)
        game.apply(move.seat, move.action)
        if votes and game.board.phase is not Phase.ELECTION:
            kinds.setdefault(Vote.__name__, []).extend(_decisive(record, votes))
            votes = []
    return {kind: moves for kind, moves in kinds.items() if moves}


def _decisive(record: Record, votes: Sequence[int]) -> Iterator[int]:
    """Yield the votes without which the election had gone the other way."""
    ja = [number for number in votes if record.moves[number - 1].action == Vote(True)]
    least = len(votes) // 2 + 1
    if len(ja) == least:
        yield from ja
    elif len(ja) == least - 1:
        yield from (number for number in votes if number not in ja)


class Player:
    """Plays decisions on; tables of one size share what is worked out for them."""

    def __init__(self, continuations: int, seed: int) -> None:
        self.continuations, self.seed = continuations, seed
        self._tables: dict[tuple[str, int], Continuations] = {}

    def compare(self, sample: Sample) -> Compared:
        record, judged = sample.record, sample.judged
        size = (repr(record.rules), record.seats)
        if size not in self._tables:
            self._tables[size] = Continuations(record.rules, record.seats, shipped_leanings())
        table = self._tables[size]
        moment = moment_before(record, judged)
        chosen, other = (
            table.liberals_won(moment, action_number(option), self.continuations, self.seed).astype(float)
            for option in (judged.chosen.action, sample.other)
        )
        side = 1 if judged.role.party is Party.LIBERAL else -1
        return Compared(
            kind=type(sample.other).__name__,
            expected=judged.chosen.open - next(one.open for one in judged.others if one.action == sample.other),
            shown=side * float((chosen - other).mean()),
            noise=float((chosen - other).std()) / self.continuations**0.5,
        )


def moment_before(record: Record, judged: JudgedDecision) -> GameRow:
    """When somebody decided; at a vote the others have cast the ballots that they did cast."""
    passing = PassingGame(record)
    moment = next(passing.moment() for number, _ in passing.moves() if number == judged.move)
    if not isinstance(judged.chosen.action, Vote):
        return moment
    named = max(place for place, move in enumerate(record.moves[: judged.move]) if isinstance(move.action, Nominate))
    cast = takewhile(lambda move: not isinstance(move.action, Nominate), record.moves[named + 1 :])
    return moment.with_ballots({move.seat: move.action.ja for move in cast if isinstance(move.action, Vote) and move.seat != judged.seat})


def summary(compared: Sequence[Compared]) -> str:
    """Rank correlation with its standard error, how much of the spread shown is no noise, and signs where a difference is clear."""
    expected, shown = (np.array([getattr(one, name) for one in compared]) for name in ("expected", "shown"))
    rng = np.random.default_rng(0)
    again = [rng.integers(len(compared), size=len(compared)) for _ in range(DRAWN_AGAIN)]
    error = np.nanstd([rank_correlation(expected[some], shown[some]) for some in again]) if len(compared) >= FEWEST else np.nan
    reliable = 1 - np.mean([one.noise**2 for one in compared]) / max(float(shown.var()), 1e-9)
    text = f"{len(compared)} decisions, rank correlation {rank_correlation(expected, shown):.2f} (standard error {error:.2f}), "
    text += f"reliability of what is shown {reliable:.2f}"
    for name, by in (("expected", expected), ("shown", shown)):
        clear = np.abs(by) > CLEAR
        right = (np.sign(expected) == np.sign(shown))[clear]
        text += f"; {name} above {CLEAR}: {clear.sum()}, sign right in {right.mean() if len(right) else np.nan:.0%}"
    return text


def rank_correlation(first: Floats, second: Floats) -> float:
    """Spearman's; not a number where one side does not vary."""
    if len(first) < FEWEST:
        return float("nan")
    if min(np.ptp(first), np.ptp(second)) == 0:
        return float("nan")
    return float(spearmanr(first, second).statistic)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
