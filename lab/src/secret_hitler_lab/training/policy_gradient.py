"""Responses trained by reinforcement: choices drawn from a softmax over traits, whose weights climb the gradient of winning."""

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat

import numpy as np

from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.blunders import sensible
from secret_hitler.bots.governments import Governments
from secret_hitler.bots.human_policy import subject
from secret_hitler.bots.strategist import Option, Question, Schooling, schooled, table_of
from secret_hitler.rules import OFFICIAL, Decision, Execute, Investigate, Nominate, Party, View, Vote

from ..tournament.arena import Player, play
from .lessons import ExploringStrategist, Note
from .opponent_model import OpponentModel, VotesSeen

Weights = dict[str, Floats]
"""For each kind of choice, what each trait adds to the logarithm of the odds; the first is that the bot beneath would do so."""
HABIT = 2.5
"""How much an untrained response keeps to what the bot beneath would do."""
STEP = 60.0
GAMES = 40
"""Between two steps."""
LOT = 10
"""Games that one worker plays of them."""
RIDGE = 1.0


class FascistPolicy(ExploringStrategist):
    def __init__(self, weights: Weights, notes: list[Note], taught: Schooling, view: View, rng: random.Random) -> None:
        super().__init__(taught, notes, view, rng)
        self.weights = weights

    def answer(self, asked: Question, usual: Option) -> Option:  # noqa: ARG002  because the usual option is marked in the traits
        return asked.options[_drawn(self.weights, asked, self._circumstances(), self.notes, self.rng)]


class LiberalPolicy(OpponentModel):
    """It reads votes as the reader does, and chooses by what it believes."""

    def __init__(self, weights: Weights, notes: list[Note], seen: VotesSeen, view: View, rng: random.Random) -> None:
        super().__init__(seen, view, rng)
        self.weights, self.notes = weights, notes

    def decide(self) -> Decision:
        usual = super().decide()
        options = list(dict.fromkeys(sensible(self.view)))
        if self.claimed_view is not None or len(options) < 2 or not isinstance(usual, Vote | Nominate | Execute | Investigate):
            return usual
        traits = np.array([self._traits(option, option == usual) for option in options], dtype=float)
        late = "late " if self.view.hitler_can_win else ""
        asked = Question(table_of(self.view), late + type(usual).__name__.lower(), list(options), traits)
        return options[_drawn(self.weights, asked, self._circumstances(), self.notes, self.rng)]

    def _traits(self, option: Decision, usual: bool) -> list[float]:
        board, belief = self.view.board, self.own
        if isinstance(option, Vote):
            assert board.president is not None
            assert board.chancellor is not None
            if not option.ja:
                return [usual, *[0.0] * 6]
            margin = float(np.clip(Governments(self.view, belief).margin(board.president, board.chancellor), -1, 1))
            suspicion = (float(belief.fascist[board.president]), float(belief.fascist[board.chancellor]))
            return [usual, 1.0, margin, *suspicion, float(belief.hitler[board.chancellor]), board.tracker / 3]
        seat = subject(option)
        governed = sum(seat in (round.president, round.chancellor) and round.enacted is not None for round in self.view.rounds)
        return [usual, float(belief.fascist[seat]), float(belief.hitler[seat]), min(governed, 2) / 2]

    def _circumstances(self) -> list[float]:
        board = self.view.board
        liberal, fascist = board.liberal / 5, board.fascist / 6
        return [1.0, liberal, fascist, liberal**2, fascist**2, liberal * fascist, float(self.view.hitler_can_win), board.tracker / 3]


def _drawn(weights: Weights, asked: Question, around: list[float], notes: list[Note], rng: random.Random) -> int:
    kept = weights.get(asked.kind)
    scores = asked.traits @ (_untrained(asked.traits.shape[1]) if kept is None else kept)
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    chosen = rng.choices(range(len(chances)), chances.tolist())[0]
    notes.append(Note(asked.table, asked.kind, asked.traits[chosen] - chances @ asked.traits, around))
    return chosen


def _untrained(traits: int) -> Floats:
    return np.array([HABIT] + [0.0] * (traits - 1))


def trained(
    pool: ProcessPoolExecutor,
    side: Party,
    against: Player,
    players: int,
    games: int,
    seed: int,
    seen: VotesSeen,
    tell: Callable[[str], None],
) -> Player:
    """Return a response for one side against bots that do not learn."""
    weights: Weights = {}
    for first in range(0, games, GAMES):
        last = min(first + GAMES, games)
        lots = [range(start, min(start + LOT, last)) for start in range(first, last, LOT)]
        noted = list(pool.map(_games, repeat(side), repeat(weights), repeat(against), repeat(seen), repeat(players), repeat(seed), lots))
        notes = [note for lot in noted for note in lot]
        weights = climbed(weights, notes)
        tell(f"{side.name.lower()} at {players}: {last} games, won {np.mean([note.won for note in notes]):.2f} of choices")
    return _player(side, weights, seen, [])


def _player(side: Party, weights: Weights, seen: VotesSeen, notes: list[Note]) -> Player:
    if side is Party.LIBERAL:
        return partial(LiberalPolicy, weights, notes, seen)
    return partial(FascistPolicy, weights, notes, schooled())


def _games(side: Party, weights: Weights, against: Player, seen: VotesSeen, players: int, seed: int, numbers: Iterable[int]) -> list[Note]:
    found: list[Note] = []
    for number in numbers:
        notes: list[Note] = []
        mine = _player(side, weights, seen, notes)
        liberals, fascists = (mine, against) if side is Party.LIBERAL else (against, mine)
        won = play(OFFICIAL, players, liberals, fascists, seed, number).ending.winner is side
        for note in notes:
            note.won = won
        found += notes
    return found


def climbed(weights: Weights, notes: Sequence[Note]) -> Weights:
    """One step: what was done more than expected, in games that went better than their circumstances."""
    around = np.array([note.circumstances for note in notes])
    won = np.array([note.won for note in notes], dtype=float)
    expected = around @ np.linalg.solve(around.T @ around + RIDGE * np.eye(around.shape[1]), around.T @ won)
    moved = dict(weights)
    for kind in sorted({note.kind for note in notes}):
        mine = [place for place, note in enumerate(notes) if note.kind == kind]
        surprises = np.array([notes[place].surprise for place in mine])
        slope = (won - expected)[mine] @ surprises / len(mine)
        before = moved.get(kind)
        moved[kind] = (_untrained(surprises.shape[1]) if before is None else before) + STEP / 20 * slope * min(1.0, len(mine) / 50)
    return moved
