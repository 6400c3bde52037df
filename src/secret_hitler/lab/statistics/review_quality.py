"""python -m secret_hitler.lab.statistics.review_quality FILE: what the values of a review are worth.

Decisions of recorded games are played on both ways by bots that play as people do, and the difference that shows is compared with the
difference that the review saw. Planted blunders are counted as they are found.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
from msgspec import Struct

from ...belief import shipped
from ...belief.belief import session_model
from ...belief.worlds import Floats, worlds
from ...bots import sit
from ...bots.people import shipped_people
from ...bots.seated_bots import SeatedBots
from ...play import Move, Session
from ...records import Record, read_records
from ...review import review
from ...rules import OFFICIAL, Decision, Party, Seat, Vote
from ...wire.review import JudgedDecision
from ..tournament.arena import play, play_on
from ..tournament.workers import spread
from .planted_blunders import KINDS, found_blunders

CLEAR = 0.05
LEVEL = "regular"


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
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    human = [record for record in read_records(asked.file) if isinstance(record, Record)]
    bots = (play(OFFICIAL, 7, LEVEL, LEVEL, asked.seed, number).record for number in range(asked.decisions))
    chosen = [*sampled(iter(rng.sample(human, len(human))), asked.decisions // 2, rng), *sampled(bots, (asked.decisions + 1) // 2, rng)]
    work = partial(_compare_batch, asked.continuations, asked.seed)
    compared = [one for batch in spread(work, [[one] for one in chosen], asked.workers, in_order=True) for one in batch]
    report(compared)
    for kind in KINDS:
        _say(f"planted, {kind}: {found_blunders(kind, asked.planted, asked.seed)} of {asked.planted} found")


class Sample(Struct):
    record: Record
    judged: JudgedDecision
    other: Decision


def sampled(records: Iterator[Record], wanted: int, rng: random.Random) -> list[Sample]:
    """One decision of each game, every kind of choice as often as any other that the game had; of votes those that decided."""
    found: list[Sample] = []
    for record in records:
        if len(found) == wanted:
            break
        kinds: dict[str, list[JudgedDecision]] = {}
        for one in review(record).decisions:
            if one.others and not (isinstance(one.chosen.action, Vote) and one.swing == 0):
                kinds.setdefault(type(one.chosen.action).__name__, []).append(one)
        if kinds:
            judged = rng.choice(kinds[rng.choice(sorted(kinds))])
            found.append(Sample(record, judged, rng.choice(judged.others).action))
    return found


def _compare_batch(continuations: int, seed: int, samples: Sequence[Sample]) -> list[Compared]:
    return [compare(sample, continuations, seed) for sample in samples]


def compare(sample: Sample, continuations: int, seed: int) -> Compared:
    judged, record = sample.judged, sample.record
    table = seated(record, judged.move - 1)
    wins = [
        [_played_on(table, record, judged, option, random.Random(f"{seed} {number}")) for number in range(continuations)]
        for option in (judged.chosen.action, sample.other)
    ]
    of_liberals = np.mean(wins[0]) - np.mean(wins[1])
    noise = float(np.std(np.array(wins[0], dtype=float) - np.array(wins[1], dtype=float)) / max(continuations, 1) ** 0.5)
    expected = judged.chosen.open - next(one.open for one in judged.others if one.action == sample.other)
    liberal = judged.role.party is Party.LIBERAL
    return Compared(type(sample.other).__name__, expected, float(of_liberals if liberal else -of_liberals), noise)


def seated(record: Record, moves: int) -> SeatedBots:
    """Bots that have seen so many moves of a game."""
    seats = [Seat(seat) for seat in range(record.seats)]
    session = Session(record.rules, record.seats, random.Random(0).randrange, seats, record.opener)
    table = SeatedBots(session, {seat: sit(LEVEL, session.views[seat], random.Random(0)) for seat in seats})
    for move in islice(record.moves, moves):
        table.play(move)
    return table


def _played_on(table: SeatedBots, record: Record, judged: JudgedDecision, option: Decision, rng: random.Random) -> bool:
    """Whether liberals won once this option was taken; the other ballots of a vote are those that were cast."""
    trial = _copied(table, rng)
    trial.play(Move(judged.seat, option))
    if isinstance(option, Vote):
        for move in record.moves[judged.move :]:
            if not isinstance(move.action, Vote) or move.seat not in trial.session.game.awaited:
                break
            trial.play(move)
    for _ in play_on(trial):
        pass
    ending = trial.session.game.ending
    assert ending is not None
    return ending.winner is Party.LIBERAL


def _copied(table: SeatedBots, rng: random.Random) -> SeatedBots:
    """What never changes is shared by all copies."""
    rules, seats = table.session.game.rules, table.session.game.board.seats
    shared = (rules, shipped(), worlds(rules, seats), shipped_people(), session_model(table.session.views[Seat(0)], shipped()))
    copied = deepcopy(table, {id(one): one for one in shared})
    copied.session._below = rng.randrange  # another course of chance from here on
    for bot in copied.bots.values():
        bot.rng = random.Random(rng.random())  # type: ignore[attr-defined]  # every bot of this level draws its choices
    return copied


def report(compared: Sequence[Compared]) -> None:
    expected, shown = (np.array([getattr(one, name) for one in compared]) for name in ("expected", "shown"))
    _say(f"{len(compared)} decisions: rank correlation {rank_correlation(expected, shown):.2f}")
    for name, by in (("expected", expected), ("shown", shown)):
        clear = np.abs(by) > CLEAR
        right = float((np.sign(expected) == np.sign(shown))[clear].mean()) if clear.any() else float("nan")
        _say(f"{clear.sum()} with a difference {name} above {CLEAR}: sign right in {right:.0%}")
    _say(f"standard error of a difference shown: {np.mean([one.noise for one in compared]):.3f}")
    for kind in sorted({one.kind for one in compared}):
        of = np.array([one.kind == kind for one in compared])
        _say(f"  {kind}: {of.sum()}, rank correlation {rank_correlation(expected[of], shown[of]):.2f}")


def rank_correlation(first: Floats, second: Floats) -> float:
    """Spearman's; not a number where one side does not vary."""
    if len(first) < 3:
        return float("nan")
    ranks = [np.argsort(np.argsort(values)).astype(float) for values in (first, second)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
