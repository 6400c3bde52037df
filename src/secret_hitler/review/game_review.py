"""Review a record: go through the game once, with everyone's beliefs beside it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
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
from ..rules import ALL, EVERYONE, PUBLIC, ClaimParty, ClaimTiles, Deal, Nominate, Onlooker, Ruleset, Vote, begin, events, onlooking
from ..rules.powers import BY_EVENT, BY_PHASE, TARGETS, AnyEvent, Decision, DeckPeeked, PowerUsed, TopCardPeeked
from ..rules.vocabulary import NATURE, Phase, Policy, Power, Role, Seat, Tiles
from ..wire.review import CurvePoint, JudgedDecision, Review, SeatKnowledge
from .decisions import INACCURATE, DecisionMoment, Judge, described, label_of, why
from .highlights import ClaimHistory, awards_of, turning_points
from .prospects import Lens, Prospects

Progress = Callable[[float], None]
"""Takes the share of the work that's done."""


class NoReview(ValueError):
    """A game that can't be reviewed yet, or about which we know too little."""


class _Step(NamedTuple):
    """What a player did and its events, with the draw pile afterwards if we know it."""

    number: int
    moves: Sequence[Move]
    told: Sequence[AnyEvent]
    deck: Tiles | None


def check_reviewable(game: AnyGame) -> tuple[Role, ...]:
    """Return the roles, or raise NoReview if the game hasn't ended or nobody wrote them down."""
    if isinstance(game, PaperGame):
        roles = next((entry.roles for entry in game.entries if isinstance(entry, Opened)), ())
        if not roles:
            raise NoReview("write down the roles of a game on paper first")
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
    """Judge only these decisions, without the rest of a review."""
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
    """Follow what everyone saw; the hands that a sheet supposes belong to nobody."""
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
                    Move(event.president, TARGETS[BY_EVENT[type(event)].action][event.seat])
                    for event in public
                    if isinstance(event, PowerUsed)
                ]
        yield _Step(number, moves, public, None)


class Reviewer:
    """Follow a game; before each move, the beliefs are those behind the move."""

    def __init__(self, rules: Ruleset, roles: tuple[Role, ...], paper: bool = False, only: Collection[int] | None = None) -> None:
        """Judge all moves, or `only` these; then there's no curve."""
        self.rules, self.roles, self.paper, self.only = rules, roles, paper, only
        seats = len(roles)
        self.everything = onlooking(rules, seats, PUBLIC if paper else ALL)
        onlookers: list[Onlooker] = [PUBLIC, *map(Seat, range(seats))]
        self.beliefs = {onlooker: Belief(onlooking(rules, seats, onlooker), damped()) for onlooker in onlookers}
        self.public = self.beliefs[PUBLIC]
        self.board = self.public.view.board
        self.row = self.public.worlds.of(roles)
        _, self.teams = np.unique(self.public.worlds.fascist, axis=0, return_inverse=True)
        """The number of each world's team, regardless of which member is Hitler."""
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
        if paper:  # the roles tell what seats saw at the deal, which nobody wrote down
            told = begin(rules, seats, None).apply(NATURE, Deal(roles))
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
        """The judge of this moment, with the true roles and the draw pile as far as it's known."""
        if self._judge_now is None:
            prospects = Prospects(self.public)
            rows = np.array([self.row])
            truth = prospects.through(rows, self.public) if self._deck is None else prospects.all_open(rows, self._deck)
            self._judge_now = Judge(prospects, truth)
        return self._judge_now

    def _decided(self, number: int, move: Move) -> None:
        seat, action = move.seat, move.action
        if isinstance(action, Vote):
            self._ballots.append((number, seat, action.ja))
            if len(self._ballots) == len(self.board.alive):
                ballots, self._ballots = self._ballots, []
                for voted, voter, ja in ballots:
                    others = tuple(other for _, who, other in ballots if who != voter)
                    moment = DecisionMoment(voter, self.roles[voter], (Vote(True), Vote(False)), (), others, len(self.board.alive) // 2)
                    self._judge(voted, moment, Vote(ja))
        elif isinstance(action, ClaimTiles | ClaimParty):
            self.claims.before(self._suspicion_of(seat))
        elif isinstance(action, Decision):
            view = self.beliefs[seat].view
            self._judge(number, DecisionMoment(seat, self.roles[seat], view.legal_actions, view.hand or ()), action)

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

    def _plot(self, step: _Step) -> None:
        """Add a point after every move except single ballots; chance belongs to the move before it."""
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
        """Return the chance with all cards open if everyone does what their role does."""
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
        burned = float(drawn > 0)
        if 0 < drawn < self.rules.draw:
            session = LegislativeSession(liberal=self.board.liberal, fascist=self.board.fascist, drawn=drawn, passed=drawn - 1)
            pair = self.public.worlds.pairs[self.row, *self.board.government]
            burned = float(self.public.tiles.model.likelihood(session, False)[drawn, pair])
        ways = (drawn - 1, burned), (drawn, 1 - burned)
        return sum(chance * prospects.passed(passed, drawn, lens) for passed, chance in ways if chance > 0)

    def _suspicion_of(self, seat: Seat) -> dict[Seat, float]:
        """Return how much each of the living others suspects a seat."""
        return {
            other: round(float(self.beliefs[other].fascist[seat]), 3)
            for other in self.board.alive
            if other != seat and self.roles[other] is Role.LIBERAL
        }

    def _note_round(self) -> None:
        """Note everyone's beliefs when a round is over, talk included; in the last round, before the cards are open."""
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
    marks: dict[str, Any] = {}
    for event in told:
        match event:
            case events.PolicyEnacted(policy=policy, by_populace=by_populace):
                marks |= {"policy": policy, "by_populace": by_populace}
            case PowerUsed():
                marks["power"] = BY_EVENT[type(event)].power
            case DeckPeeked():
                marks["power"] = Power.PEEK
            case TopCardPeeked():
                marks["power"] = Power.PEEK_AND_DROP
            case events.AgendaVetoed():
                marks["vetoed"] = True
            case events.ElectionHeld(elected=False):
                marks["rejected"] = True
    return marks


def _from_on(found: list[bool]) -> int | None:
    """Return the first round, counted from 1, from which it stayed true."""
    stayed = len(list(takewhile(bool, reversed(found))))
    return len(found) - stayed + 1 if stayed else None
