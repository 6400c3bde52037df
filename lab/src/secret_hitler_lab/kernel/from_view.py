"""A recorded game under way as the rows from which people play on."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from secret_hitler.belief import Belief, shipped
from secret_hitler.belief.sessions import ROLES, LegislativeSession, SessionModel
from secret_hitler.belief.traces import KINDS
from secret_hitler.belief.worlds import CODES, worlds
from secret_hitler.play import Move
from secret_hitler.records import Record, replay
from secret_hitler.rules import ALL, PUBLIC, Game, Onlooker, Phase, Policy, Role, Ruleset, Seat, begin, onlooking

from ..observations.observation import PHASES
from . import layout as at
from .people_belief import CLEARED, DRAW, DRAWN, PASSED, TAINTED, TILES, Habits, Table, hands
from .people_play import CHOICE_PARTS, SHOOTING, VOTE_PARTS, play_on
from .rng import rng_of


class GameRow(NamedTuple):
    """Somebody is about to decide; what the game is, what everybody believes, and what is remembered beside it."""

    row: at.Rows
    minds: Table
    """For each seat and, last, the public: the logarithm of the chance of each world."""
    times: npt.NDArray[np.int64]
    beside: at.Rows
    pile: float

    def with_ballots(self, ballots: Mapping[Seat, bool]) -> "GameRow":
        """Return the same, once these have voted."""
        row = self.row.copy()
        row[0, at.VOTED], row[0, at.BALLOTS] = _mask(ballots), _mask(seat for seat, ja in ballots.items() if ja)
        return self._replace(row=row)


class PassingGame:
    """A recorded game as it passes, and everybody at the table beside it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        onlookers: list[Onlooker] = [*map(Seat, range(record.seats)), PUBLIC]
        self.beliefs = {onlooker: Belief(onlooking(record.rules, record.seats, onlooker)) for onlooker in onlookers}
        self.everything = onlooking(record.rules, record.seats, ALL)
        self.game = begin(record.rules, record.seats, record.opener)

    def moves(self) -> Iterator[tuple[int, Move]]:
        """Each move with its number, before anything has come of it."""
        for number, (game, move, told) in enumerate(replay(self.record), start=1):
            yield number, move
            for belief in self.beliefs.values():
                belief.see(belief.view.see(told))
            self.everything.see(told)
            self.game = game.copy()

    def moment(self) -> GameRow:
        game, public, seats = self.game, self.beliefs[PUBLIC], self.record.seats
        with np.errstate(divide="ignore"):
            minds = np.array([np.maximum(np.log(belief.joint), -1e9) for belief in self.beliefs.values()])
        times = np.zeros((len(KINDS), seats, seats), dtype=np.int64)
        for trace in public.traces:
            times[KINDS.index(trace.kind), trace.seat, trace.other] += 1
        tiles, pile = len(game.deck), public.liberal_share * len(game.deck)
        beside = np.zeros((1, 5), dtype=np.int64)
        if game.board.in_session:
            round = self.everything.rounds[-1]
            drawn, thrown = ((tiles or ()).count(Policy.LIBERAL) for tiles in (round.president_hand, round.president_discard))
            tiles, pile = tiles + DRAW, pile + drawn
            beside[0, DRAWN], beside[0, PASSED] = drawn, drawn - thrown
        beside[0, TILES] = tiles
        beside[0, CLEARED], beside[0, TAINTED] = _mask(public.behaviour_log.cleared), _mask(public.behaviour_log.tainted)
        return GameRow(row_of_game(game), minds, times, beside, pile)


def row_of_game(game: Game) -> at.Rows:
    """Return the game in the kernel's numbers; the order of the draw pile is known."""
    board, hand = game.board, game.hand
    row = np.zeros((1, at.FIELDS), dtype=np.int64)
    numbers = {
        at.PHASE: PHASES.index(board.phase),
        at.ALIVE: _mask(board.alive),
        at.VOTED: _mask(board.alive) & ~_mask(board.awaited) if board.phase is Phase.ELECTION else 0,
        at.BALLOTS: _mask(Seat(seat) for seat, ja in enumerate(game.ballots) if ja) if board.phase is Phase.ELECTION else 0,
        at.ENDING: -1,
        at.PRESIDENT: _seat(board.president),
        at.CHANCELLOR: _seat(board.chancellor),
        at.ROUND: board.round,
        at.ANCHOR: _seat(board.anchor),
        at.STANDS_SPECIAL: board.special,
        at.NAMED: _seat(board.special_president),
        at.LIBERAL: board.liberal,
        at.FASCIST: board.fascist,
        at.TRACKER: board.tracker,
        at.LIMITED_PRESIDENT: _mask(seat for seat in (board.limited_president,) if seat is not None),
        at.LIMITED_CHANCELLOR: _mask(seat for seat in (board.limited_chancellor,) if seat is not None),
        at.PINNED: len(game.deck),
        at.ORDER: sum((policy is Policy.LIBERAL) << place for place, policy in enumerate(game.deck)),
        at.DISCARDED_LIBERAL: game.discards.count(Policy.LIBERAL),
        at.DISCARDED_FASCIST: game.discards.count(Policy.FASCIST),
        at.HAND_LIBERAL: hand.count(Policy.LIBERAL),
        at.HAND_FASCIST: hand.count(Policy.FASCIST),
        at.VETO_ASKED: board.veto_asked,
        at.FORGONE: game.forgone,
        at.HITLER: game.roles.index(Role.HITLER),
        at.FASCIST_SEATS: _mask(Seat(seat) for seat, role in enumerate(game.roles) if role is not Role.LIBERAL),
        at.INVESTIGATED: _mask(board.investigated),
        at.NOT_HITLER: _mask(board.not_hitler),
        at.LAST_PRESIDENT: -1,
        at.LAST_CHANCELLOR: -1,
    }
    for field, number in numbers.items():
        row[0, field] = number
    return row


class Leanings(Struct):
    """What was fitted on human games: weights of what a voter and a chooser look at."""

    vote: list[list[float]]
    """By role."""
    choose: list[list[list[float]]]
    """By role and kind of choice."""


@cache
def shipped_leanings() -> Leanings:
    return msgspec.json.decode(files(__package__).joinpath("people_play.json").read_bytes(), type=Leanings)


class Continuations:
    """Games played on by people at tables of one size; the rooms to work in are made once."""

    def __init__(self, rules: Ruleset, seats: int, leanings: Leanings) -> None:
        self._ruleset_row = at.ruleset_row(rules, seats).reshape(1, -1)
        self._habits = habits_of(rules, seats, leanings)
        assert self._habits.vote.shape == (len(ROLES), VOTE_PARTS)
        assert self._habits.choose.shape == (len(ROLES), SHOOTING + 1, CHOICE_PARTS)
        count = len(self._habits.roles)
        self._room = (
            np.zeros((1, at.FIELDS), dtype=np.int64),
            np.zeros((seats + 1, count)),
            np.zeros((len(KINDS), seats, seats), dtype=np.int64),
            np.zeros((1, 5), dtype=np.int64),
            np.zeros((seats + 1, 2, seats)),
            np.zeros((2, max(VOTE_PARTS, seats))),
        )

    def liberals_won(self, moment: GameRow, action: int, games: int, seed: int) -> npt.NDArray[np.bool_]:
        """After this action; game n of a seed has the same luck whatever the action."""
        won = np.zeros(games, dtype=np.bool_)
        streams = np.array([rng_of(seed, number) for number in range(games)], dtype=np.int64)
        given = (moment.row, moment.minds, moment.times, moment.beside, moment.pile, action, streams)
        play_on(self._ruleset_row, self._habits, *given, *self._room, won)
        return won


def habits_of(rules: Ruleset, seats: int, leanings: Leanings) -> Habits:
    if rules.draw != DRAW:
        raise ValueError(f"rule set {rules.name!r} draws {rules.draw} tiles: how people play is known for {DRAW}")
    parameters, world = shipped(), worlds(rules, seats)
    model = SessionModel(rules, rules.informed(seats), parameters)
    discard = np.zeros((rules.liberal_goal, rules.fascist_goal, 9, DRAW + 1))
    enact = np.zeros((rules.liberal_goal, rules.fascist_goal, 9))
    for liberal in range(rules.liberal_goal):
        for fascist in range(rules.fascist_goal):
            for drawn in range(1, DRAW):
                away = LegislativeSession(liberal, fascist, drawn=drawn, passed=drawn - 1)
                discard[liberal, fascist, :, drawn] = model.likelihood(away, False)[drawn]
            ways = [
                model.likelihood(LegislativeSession(liberal, fascist, drawn=1, passed=1, enacted=policy), False)[1]
                for policy in (Policy.FASCIST, Policy.LIBERAL)
            ]
            enact[liberal, fascist] = ways[0] / (ways[0] + ways[1])
    says_president, says_chancellor = np.zeros((3, DRAW + 1, DRAW, 2, DRAW + 2)), np.zeros((3, DRAW, 2, DRAW + 2, DRAW + 1))
    for key, chances in parameters.president_claim.items():
        role, *hand, enacted = key.split()
        says_president[CODES[Role(role)], *map(int, hand), int(enacted == Policy.LIBERAL)] = chances
    for key, chances in parameters.chancellor_claim.items():
        role, held, enacted, heard = key.split()
        told = DRAW + 1 if heard == "-" else int(heard)
        says_chancellor[CODES[Role(role)], int(held), int(enacted == Policy.LIBERAL), told] = chances
    return Habits(
        pairs=world.pairs.astype(np.int64),
        roles=world.roles.astype(np.int64),
        discard=discard,
        enact=enact,
        says_president=says_president,
        says_chancellor=says_chancellor,
        veto=np.array([[table[role] for role in ROLES] for table in (parameters.veto_ask, parameters.veto_agree)]),
        truth=np.array([parameters.truth[role] for role in ROLES]),
        trust=np.array(parameters.session_weights),
        traces=np.array([parameters.traces[kind] for kind in KINDS]),
        vote=np.array(leanings.vote),
        choose=np.array(leanings.choose),
        hands=hands(),
    )


def _mask(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)


def _seat(seat: Seat | None) -> int:
    return -1 if seat is None else seat
