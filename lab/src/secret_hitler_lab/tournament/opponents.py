"""Opponents that the product doesn't ship: `regular` and `expert` as they were in 1.x, fascists who shout, and bots deaf to them.

`deducer` and `strategist` still play as they did then.
"""

import random
from collections.abc import Collection, Sequence

from secret_hitler.belief import Belief
from secret_hitler.belief.worlds import Floats
from secret_hitler.bots import Bot, Talk
from secret_hitler.bots.blunders import prudent, sensible
from secret_hitler.bots.bot import BALANCED
from secret_hitler.bots.decision_features import DecisionFeatures
from secret_hitler.bots.expert import Expert
from secret_hitler.bots.hearing import Hearing
from secret_hitler.bots.regular import Regular
from secret_hitler.bots.temperament import Temperament
from secret_hitler.bots.vote_evidence import Evidence, ballots
from secret_hitler.rules import AnyEvent, Claim, Decision, Discard, Enact, Nominate, Party, Phase, Policy, Role, Seat, View, Vote
from secret_hitler.rules.events import ElectionHeld

OLD_CALL_WEIGHT = 2.0
"""How much a call by anybody moved a vote."""
OLD_EARLY_NEIN = 0.1
"""How much less everybody leant to ja in the opening."""
OLD_HOPELESS = 0.1
"""Below this chance of Hitler's election, a fascist could vote against it."""


class FormerHearing(Hearing):
    """Every call counts, whoever makes it, and says nothing of who does."""

    def sway(self, expected: float, me: Seat) -> float:
        calls = [ja for seat, ja in self.calls.items() if seat != me]
        return sum(OLD_CALL_WEIGHT / place * (ja - expected) for place, ja in enumerate(calls, start=1))

    def vote(self, event: ElectionHeld) -> Evidence:
        super().vote(event)
        return []


class FormerRegular(Regular):
    """Everybody's mean, without a mood: it votes by what anybody calls for, and fascists always vote for Hitler."""

    may_test = False

    def __init__(self, view: View, rng: random.Random) -> None:
        super().__init__(view, rng, BALANCED, Temperament())
        self.hearing = FormerHearing(self.own)

    @property
    def options(self) -> list[Decision]:
        return list(dict.fromkeys(prudent(self.view)))

    def as_person(self, belief: Belief, options: Sequence[Decision]) -> Floats:
        early = OLD_EARLY_NEIN * (isinstance(options[0], Vote) and self.before_calls)
        return self.people.log_odds(DecisionFeatures(belief.view, belief), options) - early


class FormerExpert(FormerRegular, Expert):
    @property
    def options(self) -> list[Decision]:
        options = super().options
        return [Vote(True), Vote(False)] if options == [Vote(True)] and self._elects_in_vain else options

    @property
    def _elects_in_vain(self) -> bool:
        board = self.view.board
        if self.view.role is not Role.FASCIST or board.chancellor is None or self.view.roles.get(board.chancellor) is not Role.HITLER:
            return False
        self._foresee()
        votes, liberals = self._expected, self._liberals
        if votes.foreseen is None:
            return False
        needed = len(liberals) - (len(self.view.board.alive) - 1) // 2
        return float(ballots(votes.expected(votes.foreseen, liberals, ours=True)[liberals])[max(needed, 0) :].sum()) < OLD_HOPELESS


class Wrapped:
    """Do everything as another bot does, but for what a subclass changes."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.view = bot, bot.view

    def see(self, events: list[AnyEvent]) -> None:
        self.bot.see(events)

    def hear(self, seat: Seat, talk: Talk) -> None:
        self.bot.hear(seat, talk)

    def decide(self) -> Decision:
        return self.bot.decide()

    def claims(self) -> list[Claim]:
        return self.bot.claims()

    def talk(self) -> list[Talk]:
        return self.bot.talk()


class Deaf(Wrapped):
    def __init__(self, bot: Bot, to: Collection[Seat]) -> None:
        super().__init__(bot)
        self._to = to

    def hear(self, seat: Seat, talk: Talk) -> None:
        if seat not in self._to:
            super().hear(seat, talk)


class Shouter(Wrapped):
    """A fascist who says before each vote how to vote, and never minds what it looks like.

    It calls for and votes nein on every government without a comrade, names Hitler once that wins, and plays every
    fascist tile. Its powers, its claims and its other nominations are those of the bot whose chair it took.
    """

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._called_in = 0

    def decide(self) -> Decision:
        usual, options = super().decide(), sensible(self.view)
        match usual:
            case Vote():
                return Vote(self._ours)
            case Nominate():
                hitler = [
                    option for option in options if isinstance(option, Nominate) and self.view.roles.get(option.chancellor) is Role.HITLER
                ]
                return hitler[0] if hitler and self.view.hitler_can_win else usual
            case Discard():
                return next((option for option in options if option == Discard(Policy.LIBERAL)), usual)
            case Enact():
                return next((option for option in options if option == Enact(Policy.FASCIST)), usual)
        return usual

    def talk(self) -> list[Talk]:
        """Call for a vote before anything else is said by this seat, instead of what the bot would call for."""
        board, said = self.view.board, [talk for talk in super().talk() if not talk.code.startswith("call-")]
        if self.view.silent is not None or board.phase is not Phase.ELECTION or board.round == self._called_in:
            return said
        self._called_in = board.round
        president, chancellor = board.government
        code = "call-ja" if self._ours else "call-nein"
        return [Talk(code, {"president": president, "chancellor": chancellor}, "Ja!" if self._ours else "Nein!"), *said]

    @property
    def _ours(self) -> bool:
        """Whether a comrade or the shouter itself is up for election."""
        return any(seat == self.view.me or self.view.parties.get(seat) is Party.FASCIST for seat in self.view.board.government)
