"""The review of a record: one passage through the game, with the beliefs of everybody at the table beside it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..belief import Belief, liberal_win
from ..belief.parameters import damped
from ..belief.sessions import LegislativeSession
from ..paper.files import AnyGame
from ..paper.filling import filling
from ..paper.paper_game import Nominated, Opened, PaperGame, Targeted, Voted
from ..play import Move
from ..records import Record, replay
from ..rules import Ruleset, begin, events
from ..rules.actions import ClaimParty, ClaimTiles, Deal, Nominate, Vote
from ..rules.events import ALL, EVERYONE, PUBLIC, Onlooker
from ..rules.powers import BY_EVENT, BY_PHASE, AnyEvent, Decision, DeckPeeked, PowerUsed
from ..rules.view import onlooking
from ..rules.vocabulary import NATURE, Phase, Policy, Power, Role, Seat, Tiles
from ..wire.review import CurvePoint, JudgedDecision, Review, SeatKnowledge
from .decisions import INACCURATE, DecisionMoment, Judge, described, label_of, why
from .highlights import ClaimHistory, awards_of, turning_points
from .prospects import Lens, Prospects


class NoReview(ValueError):
    """A game of which nothing may be said yet, or of which too little is known."""


Progress = Callable[[float], None]
"""Which part of the work is done."""


class _Step(NamedTuple):
    """What somebody did and what came of it; the draw pile afterwards, where it is known."""

    number: int
    moves: Sequence[Move]
    told: Sequence[AnyEvent]
    deck: Tiles | None


def check_reviewable(game: AnyGame) -> tuple[Role, ...]:
    """Return the roles, or raise NoReview where the game has not ended or nobody wrote them down."""
    if isinstance(game, PaperGame):
        roles = next((entry.roles for entry in game.entries if isinstance(entry, Opened)), ())
        if not roles:
            raise NoReview("of a game on paper the roles must be written down first")
        return roles
    if game.ending is None:
        raise NoReview("the game did not end: only finished games are reviewed")
    return game.roles


def review(game: AnyGame, progress: Progress | None = None) -> Review:
    roles = check_reviewable(game)
    if isinstance(game, PaperGame):
        reviewer, steps, length = Reviewer(game.rules, roles, paper=True), _paper_steps(game), len(game.entries)
    else:
        reviewer, steps, length = Reviewer(game.rules, game.roles), _steps(game), len(game.moves)
    for step in steps:
        reviewer.take(step)
        if progress is not None:
            progress(step.number / length)
    return reviewer.review(game.names)


def judge_moves(record: Record, moves: Collection[int]) -> list[JudgedDecision]:
    """Judge these decisions alone, without the rest of a review."""
    check_reviewable(record)
    reviewer = Reviewer(record.rules, record.roles, only=moves)
    for step in _steps(record):
        reviewer.take(step)
        if len(reviewer.decisions) == len(moves):
            break
    return reviewer.decisions


def _steps(record: Record) -> Iterator[_Step]:
    for number, (game, move, told) in enumerate(replay(record), start=1):
        yield _Step(number, [move], told, game.deck)


def _paper_steps(paper: PaperGame) -> Iterator[_Step]:
    """Follow what everybody saw; the hands that a sheet supposes are nobody's."""
    for number, (_, entry, told) in enumerate(filling(paper), start=1):
        public = [event for event in told if event.audience == EVERYONE]
        moves: list[Move] = []
        match entry:
            case Nominated(chancellor):
                moves = [Move(event.president, Nominate(chancellor)) for event in public if isinstance(event, events.ChancellorNominated)]
            case Voted(ballots=ballots) if ballots is not None:
                moves = [Move(Seat(seat), Vote(ja)) for seat, ja in enumerate(ballots) if ja is not None]
            case Targeted():
                moves = [
                    Move(event.president, BY_EVENT[type(event)].targets[event.seat]) for event in public if isinstance(event, PowerUsed)
                ]
        yield _Step(number, moves, public, None)


class Reviewer:
    """The game as it passes. Before each move the beliefs are those on which it was made."""

    def __init__(self, rules: Ruleset, roles: tuple[Role, ...], paper: bool = False, only: Collection[int] | None = None) -> None:
        """`only`: the moves that are judged, if not all are; then there is no curve."""
        self.rules, self.roles, self.paper, self.only = rules, roles, paper, only
        seats = len(roles)
        self.everything = onlooking(rules, seats, PUBLIC if paper else ALL)
        onlookers: list[Onlooker] = [PUBLIC, *map(Seat, range(seats))]
        self.beliefs = {onlooker: Belief(onlooking(rules, seats, onlooker), damped()) for onlooker in onlookers}
        self.public = self.beliefs[PUBLIC]
        self.board = self.public.view.board
        self.row = self.public.worlds.of(roles)
        _, self.teams = np.unique(self.public.worlds.fascist, axis=0, return_inverse=True)
        """For each world the number of its team, whoever in it is Hitler."""
        self.curve: list[CurvePoint] = []
        self.news: dict[int, list[AnyEvent]] = {}
        self.decisions: list[JudgedDecision] = []
        self.claims = ClaimHistory(self.everything, roles)
        self.by_round: dict[Onlooker, list[list[float]]] = {onlooker: [] for onlooker in onlookers}
        self.likeliest: dict[Onlooker, list[bool]] = {onlooker: [] for onlooker in onlookers}
        self._deck: Tiles | None = None
        self._judge_now: Judge | None = None
        self._ballots: list[tuple[int, Seat, bool]] = []
        self._unplotted: list[AnyEvent] = []
        if paper:
            self._look_at_cards()

    def _look_at_cards(self) -> None:
        """Let seats see their cards: nobody wrote that down, but it follows from the roles."""
        told = begin(self.rules, len(self.roles), None).apply(NATURE, Deal(self.roles))
        self._show([event for event in told if event.audience != EVERYONE])

    def _show(self, told: Sequence[AnyEvent]) -> None:
        for belief in self.beliefs.values():
            belief.see(belief.view.see(told))

    def take(self, step: _Step) -> None:
        ends = any(isinstance(event, events.GameEnded) for event in step.told)
        for move in step.moves:
            if move.seat != NATURE:
                self._decided(step.number, move)
        if ends or (self.board.round > 1 and any(isinstance(move.action, Nominate) for move in step.moves)):
            self._note_round()
        self._show(step.told)
        self.everything.see(step.told)
        for move in step.moves:
            if isinstance(move.action, ClaimTiles | ClaimParty):
                self.claims.heard(step.number, move.seat, move.action, self._suspicion_of(move.seat))
        self.claims.look()
        self._deck, self._judge_now = step.deck, None
        if self.only is None:
            self._plot(step)

    @property
    def judge(self) -> Judge:
        """Of this moment: the roles as they are, with the draw pile as far as somebody knows it."""
        if self._judge_now is None:
            prospects = Prospects(self.public)
            rows = np.array([self.row])
            truth = prospects.through(rows, self.public) if self._deck is None else prospects.all_open(rows, self._deck)
            self._judge_now = Judge(prospects, truth)
        return self._judge_now

    # Decisions

    def _decided(self, number: int, move: Move) -> None:
        seat, action = move.seat, move.action
        if isinstance(action, Vote):
            self._ballots.append((number, seat, action.ja))
            if len(self._ballots) == len(self.board.alive):
                self._judge_votes()
        elif isinstance(action, ClaimTiles | ClaimParty):
            self.claims.before(self._suspicion_of(seat))
        elif isinstance(action, Decision):
            view = self.beliefs[seat].view
            self._judge(number, DecisionMoment(seat, self.roles[seat], view.legal_actions, view.hand or ()), action)

    def _judge_votes(self) -> None:
        for number, seat, ja in self._ballots:
            others = tuple(other for _, who, other in self._ballots if who != seat)
            moment = DecisionMoment(seat, self.roles[seat], (Vote(True), Vote(False)), (), others, len(self.board.alive) // 2)
            self._judge(number, moment, Vote(ja))
        self._ballots = []

    def _judge(self, number: int, moment: DecisionMoment, action: Decision) -> None:
        if self.only is not None and number not in self.only:
            return
        belief = self.beliefs[moment.seat]
        weighed = self.judge.weigh(moment, belief)
        chosen = next(option for option in weighed if option.action == action)
        others = sorted((option for option in weighed if option.action != action), key=lambda option: -option.known)
        label, cost, swing = label_of(chosen, others)
        self.decisions.append(
            JudgedDecision(
                move=number,
                round=self.board.round,
                seat=moment.seat,
                role=moment.role,
                chosen=chosen,
                others=others,
                label=label,
                cost=round(cost, 4),
                swing=round(swing, 4),
                did=described(action, moment, self.board),
                better=described(others[0].action, moment, self.board) if others and cost >= INACCURATE else None,
                why=why(moment, chosen, others, label, belief),
            )
        )

    # The curve

    def _plot(self, step: _Step) -> None:
        """Add a point after every move but a single ballot; what nature adds belongs to the move before it."""
        self._unplotted += step.told
        voting = self.board.phase is Phase.ELECTION and not any(isinstance(move.action, Nominate) for move in step.moves)
        if self.board.round == 0 or voting or (NATURE in self.board.awaited and self.board.ending is None) or not self._unplotted:
            return
        told, self._unplotted = self._unplotted, []
        begun = sum(isinstance(event, events.PresidencyPassed) for event in told)
        self.news[step.number] = told
        self.curve.append(
            CurvePoint(
                move=step.number,
                round=max(1, self.board.round - begun),
                open=round(self._open_chance(), 4),
                public=round(liberal_win(self.public), 4),
                **_marks(told),
            )
        )

    def _open_chance(self) -> float:
        """Return the chance with all cards open, everybody left doing what their role does."""
        board = self.board
        if board.ending is not None:
            return float(board.ending.winner == "L")
        prospects, lens = self.judge.prospects, self.judge.truth
        if board.phase is Phase.ELECTION:
            value = prospects.nominated(board.government[1], lens)
        elif board.phase in BY_PHASE:
            value = prospects.power_due(lens)
        elif board.in_session and not self.paper:
            value = self._session_chance(lens)
        elif board.in_session:
            before = prospects.pile_before_session()
            value = prospects.elected(board.government[1], prospects.narrowed(np.array([self.row]), before))
        else:
            value = prospects.between_rounds(prospects.now, lens)
        return float(value[0])

    def _session_chance(self, lens: Lens) -> Any:
        prospects, round = self.judge.prospects, self.everything.rounds[-1]
        drawn = (round.president_hand or ()).count(Policy.LIBERAL)
        if round.president_discard is not None:
            return prospects.passed(drawn - round.president_discard.count(Policy.LIBERAL), drawn, lens)
        burned = self._burns_liberal(drawn)
        return sum(
            chance * prospects.passed(passed, drawn, lens) for passed, chance in ((drawn - 1, burned), (drawn, 1 - burned)) if chance > 0
        )

    def _burns_liberal(self, drawn: int) -> float:
        board = self.board
        if drawn in (0, self.rules.draw):
            return float(drawn > 0)
        session = LegislativeSession(liberal=board.liberal, fascist=board.fascist, drawn=drawn, passed=drawn - 1)
        pair = self.public.worlds.pairs[self.row, *board.government]
        return float(self.public.tiles.model.likelihood(session, False)[drawn, pair])

    # What could be known

    def _suspicion_of(self, seat: Seat) -> dict[Seat, float]:
        """Return how much each of the living others suspects a seat."""
        return {
            other: round(float(self.beliefs[other].fascist[seat]), 3)
            for other in self.board.alive
            if other != seat and self.roles[other] is Role.LIBERAL
        }

    def _note_round(self) -> None:
        """Note everybody's beliefs when a round is over, talk included; in the last round, before its end opened the cards."""
        for onlooker, belief in self.beliefs.items():
            self.by_round[onlooker].append([round(float(chance), 3) for chance in belief.fascist])
            chances = np.bincount(self.teams, weights=belief.joint)
            self.likeliest[onlooker].append(int(self.teams[self.row]) == int(np.argmax(chances)))

    def review(self, names: list[str]) -> Review:
        board = self.everything.board
        if board.ending is None:
            raise NoReview("the game did not end: only finished games are reviewed")
        claims = self.claims.judged()
        return Review(
            names=names,
            roles=list(self.roles),
            rules=self.rules.name,
            ending=board.ending,
            rounds=board.round,
            liberal=board.liberal,
            fascist=board.fascist,
            liberal_goal=self.rules.liberal_goal,
            fascist_goal=self.rules.fascist_goal,
            curve=self.curve,
            turning_points=turning_points(self.curve, self.news),
            decisions=self.decisions,
            claims=claims,
            knowledge=[
                SeatKnowledge(seat=seat, fascist=self.by_round[seat], findable=_from_on(self.likeliest[seat]))
                for seat in map(Seat, range(len(names)))
            ],
            findable=_from_on(self.likeliest[PUBLIC]),
            awards=awards_of(self.everything, self.roles, self.decisions, claims, self.by_round[PUBLIC]),
            paper=self.paper,
        )


def _marks(told: Sequence[AnyEvent]) -> dict[str, Any]:
    """Mark what stands on the axis below a point."""
    marks: dict[str, Any] = {}
    for event in told:
        match event:
            case events.PolicyEnacted(policy=policy, by_populace=by_populace):
                marks |= {"policy": policy, "by_populace": by_populace}
            case PowerUsed():
                marks["power"] = BY_EVENT[type(event)].power
            case DeckPeeked():
                marks["power"] = Power.PEEK
            case events.AgendaVetoed():
                marks["vetoed"] = True
            case events.ElectionHeld(elected=False):
                marks["rejected"] = True
    return marks


def _from_on(found: list[bool]) -> int | None:
    """Find the first round, counted from 1, from which on it stayed so."""
    wrong = [round for round, right in enumerate(found, start=1) if not right]
    first = wrong[-1] + 1 if wrong else 1
    return first if first <= len(found) else None
