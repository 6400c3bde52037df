"""Games that a network plays against itself on a Batch, and in a part of them with the party line on one side: what it learns from."""

from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from secret_hitler.rules import Phase, Ruleset

from ..kernel.batch import Batch
from ..kernel.layout import HITLER_EXECUTED
from ..observations.claim_numbers import WAIT
from ..observations.observation import FASCIST_TILE, LIBERAL_TILE, PHASES, part
from .network import Bytes, Floats, Ints, Network

_LIBERAL: Final = part("known to be of the liberal party")
_DISCARDING: Final = part("phase").start + PHASES.index(Phase.PRESIDENT_SESSION)


class Lesson(Struct):
    """Decisions of a network, one a row, with what came of them; those that were forced are left out."""

    seen: Bytes
    legal: npt.NDArray[np.bool_]
    chosen: Ints
    """By the place of the action, as the network counts."""
    chance: Floats
    """Of what was chosen, when it was."""
    advantage: Floats
    """How much better it came out than was expected."""
    outcome: Floats
    """What the seat should have expected."""
    games: int
    """That ended."""
    liberal_wins: float
    """Their share among games that the network played alone."""
    liberals_beat_line: float
    """How often it won as liberals against the party line."""
    fascists_beat_line: float


class _Step(Struct):
    seats: Ints
    seen: Bytes
    legal: npt.NDArray[np.bool_]
    chosen: Ints
    chance: Floats
    worth: Floats
    learns: npt.NDArray[np.bool_]
    ended: npt.NDArray[np.bool_]
    rewards: Floats


def play_lesson(network: Network, rules: Ruleset, games: int, steps: int, line: float, trace: float, seed: tuple[int, int]) -> Lesson:
    """So many decisions of so many games side by side; the same seed gives the same lesson.

    In a share `line` of the games one side, in every second of them the liberals, plays the party line and does not learn."""
    rng = np.random.default_rng(seed)
    batch = Batch(rules, network.shape.players, games, int(rng.integers(1 << 62)), claims=True, rounds=network.shape.rounds)
    scripted = np.arange(games) < round(line * games)
    liberals_scripted = scripted & (np.arange(games) % 2 == 0)
    played, won = list[_Step](), _Tally()
    for _ in range(steps):
        played.append(_step(network, batch, scripted, liberals_scripted, rng))
        won.count(batch.endings, scripted, liberals_scripted)
    advantage, outcome = _look_back(network, batch, played, trace)
    learns = np.concatenate([step.learns for step in played])
    return Lesson(
        np.concatenate([step.seen for step in played])[learns],
        np.concatenate([step.legal for step in played])[learns],
        np.concatenate([step.chosen for step in played])[learns],
        np.concatenate([step.chance for step in played])[learns],
        advantage[learns],
        outcome[learns],
        sum(won.games),
        won.share(0),
        won.share(1),
        1 - won.share(2),
    )


class _Tally:
    """Games, and those that the liberals won, by who played the party line: nobody, the fascists or the liberals."""

    def __init__(self) -> None:
        self.games, self.liberal = [0, 0, 0], [0, 0, 0]

    def count(self, endings: Ints, scripted: npt.NDArray[np.bool_], liberals_scripted: npt.NDArray[np.bool_]) -> None:
        over = endings >= 0
        for kind, among in enumerate((~scripted, scripted & ~liberals_scripted, liberals_scripted)):
            self.games[kind] += int((over & among).sum())
            self.liberal[kind] += int((over & among & (endings <= HITLER_EXECUTED)).sum())

    def share(self, kind: int) -> float:
        return self.liberal[kind] / max(self.games[kind], 1)


def _step(
    network: Network, batch: Batch, scripted: npt.NDArray[np.bool_], liberals_scripted: npt.NDArray[np.bool_], rng: np.random.Generator
) -> _Step:
    seats, rows, observed = batch.seats.copy(), np.arange(batch.games), batch.observe()
    seen, numbers = network.eyes.look(observed, batch.history(), seats), network.eyes.actions[seats]
    legal = np.take_along_axis(batch.legal(), numbers, axis=1)
    chances, worth = network.think(seen, legal)
    chosen = (chances.cumsum(axis=1) > rng.random((batch.games, 1), dtype=np.float32)).argmax(axis=1)
    actions = numbers[rows, chosen]
    liberal = observed[:, _LIBERAL][rows, seats] == 1
    on_line = scripted & (liberal == liberals_scripted)
    batch.step(np.where(on_line, party_line(batch, observed, liberal), actions))
    ended = batch.endings >= 0
    learns = ~on_line & (legal.sum(axis=1) > 1)
    return _Step(seats, seen, legal, chosen, chances[rows, chosen], worth, learns, ended, batch.rewards.astype(np.float32))


def party_line(batch: Batch, observed: Bytes, liberal: npt.NDArray[np.bool_]) -> Ints:
    """One's own party's tiles are kept and enacted; nothing is said, and all else is drawn by lot."""
    actions = np.where(batch.masks >> WAIT & 1, WAIT, batch.uniform())
    both = 1 << LIBERAL_TILE | 1 << FASCIST_TILE
    wanted = np.where(liberal != (observed[:, _DISCARDING] == 1), LIBERAL_TILE, FASCIST_TILE)
    return np.where(batch.masks & both == both, wanted, actions)


def _look_back(network: Network, batch: Batch, played: list[_Step], trace: float) -> tuple[Floats, Floats]:
    """How much better each decision came out than its seat expected: generalised advantage estimation, seat by seat."""
    rows, players = np.arange(batch.games), network.shape.players
    expected = np.stack([_expected(network, batch, np.full(batch.games, seat)) for seat in range(players)], axis=1)
    surprise = np.zeros_like(expected)
    advantages, outcomes = list[Floats](), list[Floats]()
    for step in reversed(played):
        expected[step.ended] = step.rewards[step.ended]
        surprise[step.ended] = 0
        mine = (rows, step.seats)
        advantage = expected[mine] - step.worth + trace * surprise[mine]
        advantages.append(advantage)
        outcomes.append(advantage + step.worth)
        expected[mine], surprise[mine] = step.worth, advantage
    return np.concatenate(advantages[::-1]), np.concatenate(outcomes[::-1])


def _expected(network: Network, batch: Batch, seats: Ints) -> Floats:
    seen = network.eyes.look(batch.observe(seats), batch.history(seats), seats)
    return network.think(seen, np.ones((batch.games, network.eyes.actions.shape[1]), dtype=np.bool_))[1]
