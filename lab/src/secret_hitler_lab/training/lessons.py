"""Lessons: choices made on a whim, now and then, show what each is worth; from them a fascist's second thoughts are learned."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from secret_hitler.belief.worlds import Floats
from secret_hitler.bots.strategist import LARGE, SMALL_EVEN, SMALL_ODD, Lessons, Option, Question, Schooling, Strategist
from secret_hitler.rules import OFFICIAL, Party, View

from ..tournament.arena import play

WHIM = {"vote": 0.1, "nominate": 0.25}
RARE_WHIM = 0.4
"""How often a choice is left to chance. Votes are many, other choices few."""
CAUTION = 20.0
"""How much is held back from what little was seen: so many choices more that showed no difference."""
TABLES = {LARGE: (7, 8, 9, 10), SMALL_ODD: (5,), SMALL_EVEN: (6,)}
"""The numbers of players at each kind of table."""
TOPICS = (("discard", "enact"), ("call", "investigate", "execute"), ("nominate",), ("vote",))
"""What is learned together is kept or dropped together."""
COUNTS = (5, 6, 7, 6, 8, 5, 9, 6, 10)
"""Tables of each number of players, more of the small ones: they have fewer fascists to learn from."""


class ExploringStrategist(Strategist):
    """Plays like the strategist of these lessons, but for whims; it notes what its whims were."""

    def __init__(self, schooling: Schooling, notes: list["Note"], view: View, rng: random.Random) -> None:
        super().__init__(view, rng, schooling=schooling)
        self.notes = notes

    def answer(self, asked: Question, usual: Option) -> Option:
        planned = asked.options.index(super().answer(asked, usual))
        whim = WHIM.get(asked.kind.rpartition(": ")[2], RARE_WHIM)
        chances = np.full(len(asked.options), whim / len(asked.options))
        chances[planned] += 1 - whim
        chosen = self.rng.randrange(len(asked.options)) if self.rng.random() < whim else planned
        self.notes.append(Note(asked.table, asked.kind, asked.traits[chosen] - chances @ asked.traits, self._circumstances()))
        return asked.options[chosen]

    def _circumstances(self) -> list[float]:
        """Return what else the end may come from; the better it is explained, the clearer the whims stand out."""
        board, public = self.view.board, self.vote_evidence.public.fascist
        counts = [float(board.seats == seats) for seats in range(5, 11)]
        liberal, fascist, late = board.liberal / 5, board.fascist / 6, float(self.view.hitler_can_win)
        suspicion = float(np.mean(public[[seat for seat in board.alive if self.view.parties.get(seat) is Party.FASCIST]]))
        president = float(public[board.president or 0])
        tracks = [liberal, fascist, late, liberal**2, fascist**2, liberal * fascist, board.tracker / 3]
        return [*counts, *tracks, suspicion, suspicion * fascist, president]


class Note(Struct):
    table: str
    kind: str
    surprise: Floats
    """The traits of what was done above those expected of my whims: nothing else in the game leans on it."""
    circumstances: list[float]
    won: bool = False


def lesson_games(
    schooling: Schooling, liberals: tuple[str, ...], seed: int, numbers: Iterable[int], counts: tuple[int, ...] = COUNTS
) -> list[Note]:
    found: list[Note] = []
    for number in numbers:
        notes: list[Note] = []
        learner = partial(ExploringStrategist, schooling, notes)
        played = play(OFFICIAL, counts[number % len(counts)], liberals[number // len(counts) % len(liberals)], learner, seed, number)
        for note in notes:
            note.won = played.ending.winner is Party.FASCIST
        found += notes
    return found


def kept(schooling: Schooling, playing: dict[str, Lessons], wins: Callable[[Schooling, tuple[int, ...]], int]) -> dict[str, Lessons]:
    """At each kind of table what plays there already, if it wins more games than nothing learned, and the lessons that win more still.

    Small tables, where less is seen of everything, may also do as fascists do at large ones.
    """
    found: dict[str, Lessons] = {}
    for table, counts in TABLES.items():
        best, mine = wins(replace(schooling, lessons=found), counts), Lessons()
        for more in (playing.get(table, {}), *_offered(schooling.lessons, table)):
            if mine | more != mine and (won := wins(replace(schooling, lessons=found | {table: mine | more}), counts)) > best:
                best, mine = won, mine | more
        found[table] = mine
    return found


def _offered(lessons: dict[str, Lessons], table: str) -> Iterator[Lessons]:
    for topic in TOPICS:
        yield {kind: worths for kind, worths in lessons[table].items() if _about(kind, topic)}
        if table != LARGE:
            yield _as_at_large_tables(lessons[LARGE], topic)


def _about(kind: str, topic: tuple[str, ...]) -> bool:
    return kind.partition(": ")[2].startswith(topic)


def _as_at_large_tables(large: Lessons, topic: tuple[str, ...]) -> Lessons:
    """At small tables Hitler knows his comrade, as other fascists do."""
    taken = {kind.partition(": ")[2]: worths for kind, worths in large.items() if kind.startswith("fascist: ") and _about(kind, topic)}
    return {f"{part}: {choice}": worths for part in ("fascist", "hitler") for choice, worths in taken.items()}


def learned(notes: Iterable[Note]) -> dict[str, Lessons]:
    """For each kind of table and of choice, the worth of each trait: the circumstances explain what they can, surprises the rest."""
    tables: dict[str, dict[str, list[Note]]] = {table: defaultdict(list) for table in TABLES}
    for note in notes:
        tables[note.table][note.kind].append(note)
    return {table: {kind: _worths(known) for kind, known in sorted(kinds.items())} for table, kinds in tables.items()}


def _worths(notes: list[Note]) -> list[float]:
    around = np.array([note.circumstances for note in notes])
    surprises = np.array([note.surprise for note in notes])
    rows = np.hstack([around, surprises])
    held_back = np.diag([1e-3] * around.shape[1] + [CAUTION] * surprises.shape[1])
    weights = np.linalg.solve(rows.T @ rows + held_back, rows.T @ np.array([note.won for note in notes], dtype=float))
    return [round(float(weight), 4) for weight in weights[around.shape[1] :]]
