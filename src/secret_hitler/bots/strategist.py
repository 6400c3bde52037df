"""Level `strategist`: a deducer that knows how bots behave, and as a fascist weighs choices by what it learned from games."""

import random
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.resources import files

import msgspec
import numpy as np

from ..belief import Parameters
from ..belief.worlds import Floats
from ..rules import CallSpecialElection, Decision, Discard, Enact, Execute, Investigate, Nominate, Party, Policy, Role, Seat, View, Vote
from ..rules.actions import Claim, ClaimParty
from ..rules.board import Sight
from .blunders import sensible
from .bot import BALANCED, Personality
from .deducer import Deducer
from .fascist import Fascist, FascistWeights
from .governments import Governments
from .vote_evidence import VoteForecast, ballots

Option = Decision | ClaimParty
LARGE, SMALL_ODD, SMALL_EVEN = "large", "small odd", "small even"
ENOUGH = 0.5
"""Try to elect Hitler from this chance on."""
Lessons = dict[str, list[float]]
"""By kind of choice, what each trait of an option adds to the chance to win."""


class Question(msgspec.Struct):
    table: str
    kind: str
    options: list[Option]
    traits: Floats
    """A row for each option. Only differences between rows count."""


def question(mind: Fascist, options: Sequence[Option], usual: Option, forecast: VoteForecast) -> Question | None:
    """Describe a choice, or return None if it needs no second thought."""
    kind = _kind(mind, options[0])
    if kind is None or len(options) < 2:
        return None
    asked = _OptionTraits(mind, forecast)
    rows = [asked.traits(option, option == usual) for option in options]
    return Question(table_of(mind.view), f"{asked.part}: {kind}", list(options), np.array(rows, dtype=float))


def elect_hitler_now(mind: Fascist, options: Sequence[Option], forecast: VoteForecast) -> Option | None:
    """Make Hitler chancellor if that wins and the votes are there: nominate him, or let a comrade do it."""
    hitler = next((seat for seat, role in mind.view.roles.items() if role is Role.HITLER), None)
    if hitler is None or mind.hitler or not mind.view.hitler_can_win:
        return None
    asked = _OptionTraits(mind, forecast)
    for option in options:
        match option:
            case Nominate(chancellor) if chancellor == hitler and asked.elected(mind.view.me, hitler) > ENOUGH:
                return option
            case CallSpecialElection(president) if mind.view.roles.get(president) is Role.FASCIST and hitler not in mind.view.term_limited:
                if asked.elected(president, hitler) > ENOUGH:
                    return option
    return None


def table_of(view: View) -> str:
    """Name the kind of table: does Hitler know his comrade, and do the two need one liberal vote or two?"""
    if Role.HITLER not in view.informed:
        return LARGE
    return SMALL_ODD if view.board.seats % 2 else SMALL_EVEN


def _kind(mind: Fascist, option: Option) -> str | None:
    match option:
        case Discard():
            return f"discard {min((mind.view.hand or ()).count(Policy.LIBERAL), 2)}"
        case ClaimParty():
            return f"call {mind.view.rounds[option.round - 1].party}"
        case Vote() if not mind.view.hitler_can_win:
            return None  # a history of odd votes is what gives fascists away
        case Nominate() | Vote() | Enact() | Execute() | Investigate() | CallSpecialElection():
            return type(option).__name__.lower()
        case _:
            return None


class _OptionTraits:
    """What we know when we ask, in numbers of about one."""

    def __init__(self, mind: Fascist, forecast: VoteForecast) -> None:
        self.mind, self.forecast = mind, forecast
        self.view, self.board = mind.view, mind.view.board
        self.part, self.suspicion = "hitler" if mind.hitler else "fascist", mind.public.fascist
        self.late = float(self.view.hitler_can_win)

    def traits(self, option: Option, usual: bool) -> list[float]:
        """List the traits, first of all whether a deducer would do it; of two options, only one has the others."""
        match option:
            case Vote(ja):
                return [usual, *(ja * trait for trait in self._vote)]
            case Enact(policy) | Discard(policy):
                fascist = (policy is Policy.FASCIST) == isinstance(option, Enact)
                return [usual, *(fascist * trait for trait in self._tile)]
            case ClaimParty(party=party):
                return [usual, party is Party.FASCIST]
            case Nominate(seat):
                comrade, elected = self.mind.comrade(seat), self.elected(self.mind.view.me, seat)
                hopeless = self.late * (self.view.roles.get(seat) is Role.HITLER)
                margin = float(self._governments.margin(self.mind.view.me, seat))
                return [usual, margin, elected, comrade, comrade * elected, hopeless]
            case Execute(seat) | Investigate(seat) | CallSpecialElection(seat):
                return [usual, self.mind.comrade(seat), float(self.suspicion[seat])]
        raise TypeError(option)

    @cached_property
    def _vote(self) -> list[float]:
        board, mind = self.board, self.mind
        ours = sum(map(mind.comrade, board.government)) / 2
        last = board.tracker + 1 >= self.view.rules.tracker_length
        return [1.0, ours, self.pivotal, ours * self.pivotal, last * self.pivotal]

    @cached_property
    def pivotal(self) -> float:
        """The chance that my vote decides."""
        return float(ballots(self._chances(*self.board.government, without=self.mind.view.me))[len(self.board.alive) // 2])

    def _chances(self, president: Seat, chancellor: Seat, without: Seat | None = None) -> Floats:
        """Return each voter's chance of ja as the liberal it claims to be; late in the game, fascists vote for their own."""
        ja = self.forecast.ja(president)[:, chancellor].copy()
        ours = self.mind.comrade(president) or self.mind.comrade(chancellor)
        for seat, role in self.view.roles.items():
            if self.late and (role is Role.FASCIST or (role is Role.HITLER and seat == chancellor)):
                ja[seat] = ours
        return ja[[seat for seat in self.board.alive if seat != without]]

    @cached_property
    def _tile(self) -> list[float]:
        rules, board, mind = self.view.rules, self.board, self.mind
        other = board.chancellor if board.president == mind.view.me else board.president
        assert other is not None
        return [
            1.0,
            board.liberal / rules.liberal_goal,
            board.fascist / rules.fascist_goal,
            self.late,
            board.fascist + 1 == rules.hitler_threshold,
            float(self.suspicion[mind.view.me]),
            mind.comrade(other),
        ]

    @cached_property
    def _governments(self) -> Governments:
        return Governments(self.view, self.mind.claimed)

    def elected(self, president: Seat, chancellor: Seat) -> float:
        return float(ballots(self._chances(president, chancellor))[len(self.board.alive) // 2 + 1 :].sum())


class Schooling(msgspec.Struct):
    parameters: Parameters
    """How each role behaves, fitted on games between bots."""
    ways: FascistWeights
    """What its fascists do without second thoughts."""
    lessons: dict[str, Lessons] = {}
    """A fascist's second thoughts, by kind of table."""


@cache
def schooled() -> Schooling:
    return msgspec.json.decode(files(__package__).joinpath("strategist.json").read_bytes(), type=Schooling)


class Strategist(Deducer):
    def __init__(
        self,
        view: View,
        rng: random.Random,
        person: Personality = BALANCED,
        schooling: Schooling | None = None,
        read_by: Parameters | None = None,
    ) -> None:
        taught = schooled() if schooling is None else schooling
        super().__init__(view, rng, person, taught.parameters, taught.ways, read_by)
        self.lessons = taught.lessons

    def decide(self) -> Decision:
        chosen = self._think_over(list(dict.fromkeys(sensible(self.view))), super().decide())
        assert not isinstance(chosen, ClaimParty)
        return chosen

    def story(self, sight: Sight) -> Claim:
        claim = super().story(sight)
        if not isinstance(claim, ClaimParty) or self.claimed_view is None:
            return claim
        chosen = self._think_over([ClaimParty(claim.round, party) for party in Party], claim)
        assert isinstance(chosen, ClaimParty)
        return chosen

    def _think_over(self, options: Sequence[Option], usual: Option) -> Option:
        if self.claimed_view is None or len(options) < 2:
            return usual
        mind, forecast = self.mind(self.claimed_view), self.vote_evidence.forecast
        won = elect_hitler_now(mind, options, forecast)
        asked = None if won else question(mind, options, usual, forecast)
        return won or (usual if asked is None else self.answer(asked, usual))

    def answer(self, asked: Question, usual: Option) -> Option:
        """Choose the most promising option, or the usual one if there's no lesson for such questions."""
        lesson = self.lessons.get(asked.table, {}).get(asked.kind)
        return usual if lesson is None else asked.options[int(np.argmax(asked.traits @ lesson))]
