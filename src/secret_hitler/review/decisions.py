"""Every decision of a game, valued by what its seat knew and with all cards open, with a word why."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ..belief import Belief, reasons
from ..belief.worlds import Floats
from ..rules import Board
from ..rules.actions import Discard, Enact, Nominate, Veto, Vote
from ..rules.powers import CallSpecialElection, Decision, Execute, Investigate, PowerAction, Unconsidered, target
from ..rules.vocabulary import Phase, Policy, Role, Seat, Tiles
from ..wire.review import Because, Label, Weighed
from .prospects import Lens, Prospects

HESITATION = 0.2
"""How likely each of the others was to vote otherwise, as far as a voter could tell."""
PROPOSED = 0.5
"""A nomination is judged as if the table followed it at least every other time: whoever proposes a fascist is not excused by the others."""
NEGLIGIBLE = 0.005
INACCURATE = 0.03
MISTAKEN = 0.06
BLUNDERED = 0.1
DARING = 0.1
"""From this gain with all cards open a choice that looked wrong is brilliant."""


Seen = Callable[[Callable[[Lens], Floats]], float]
"""A chance in each world of a lens, as one number."""


class DecisionMoment(NamedTuple):
    """A seat is about to decide."""

    seat: Seat
    role: Role
    options: Sequence[Decision]
    hand: Tiles
    """What the seat holds, where it holds something."""
    others: tuple[bool, ...] = ()
    """The ballots of the others, at a vote."""
    majority: int = 0
    """So many of them in favour, and one vote decides."""


class Judge:
    """One for each moment of decision: the public's prospects, and how the one who decides and the all-seeing look at them."""

    def __init__(self, prospects: Prospects, truth: Lens) -> None:
        self.prospects, self.truth = prospects, truth
        self._open_votes: tuple[float, float] | None = None
        """With all cards open, ja and nein: the same for every voter."""

    def weigh(self, moment: DecisionMoment, belief: Belief) -> list[Weighed]:
        """Weigh each option once, in the order they are given."""
        rows = np.flatnonzero(belief.joint > 1e-4 * belief.joint.max())
        weights = belief.joint[rows] / belief.joint[rows].sum()
        eyes = self.prospects.through(rows, belief)
        if isinstance(moment.options[0], Vote):
            known, opened = self._weigh_votes(moment, lambda value: float(weights @ value(eyes)))
        else:
            known = self._values(moment, lambda value: float(weights @ value(eyes)), PROPOSED)
            opened = self._values(moment, lambda value: float(value(self.truth)[0]), 0.0)
        side = moment.role is Role.LIBERAL
        return [
            Weighed(option, _for_side(known[option], side), _for_side(opened[option], side)) for option in dict.fromkeys(moment.options)
        ]

    def _values(self, moment: DecisionMoment, seen: Seen, proposed: float) -> dict[Decision, float]:
        """Return the chance of the liberals after each option."""
        options = list(dict.fromkeys(moment.options))
        if isinstance(options[0], Veto):
            return self._vetoes(moment, seen)
        return {option: seen(partial(self._after, option, moment, proposed)) for option in options}

    def _weigh_votes(self, moment: DecisionMoment, seen: Seen) -> tuple[dict[Decision, float], dict[Decision, float]]:
        """Move the outcome as far as one vote can decide it: as a voter could guess, and as it was."""
        if self._open_votes is None:
            self._open_votes = self._outcomes(lambda value: float(value(self.truth)[0]))
        decisive = float(sum(moment.others) == moment.majority)
        return _one_vote(*self._outcomes(seen), _leverage(moment)), _one_vote(*self._open_votes, decisive)

    def _outcomes(self, seen: Seen) -> tuple[float, float]:
        prospects = self.prospects
        _, chancellor = prospects.now.board.government
        return seen(partial(prospects.elected, chancellor)), seen(partial(prospects.failed, prospects.now))

    def _vetoes(self, moment: DecisionMoment, seen: Seen) -> dict[Decision, float]:
        """Value a veto, granted every other time; without one the chancellor enacts what serves the chancellor's side."""
        prospects = self.prospects
        vetoed = seen(partial(prospects.failed, prospects.now))
        if moment.hand:
            policies = [seen(partial(prospects.chosen, policy)) for policy in dict.fromkeys(moment.hand)]
            stays = (max if moment.role is Role.LIBERAL else min)(policies)
        else:
            stays = seen(partial(prospects.chosen, Policy.FASCIST))
        share = 1.0 if prospects.now.board.phase is Phase.VETO_ANSWER else 0.5
        return {Veto(True): share * vetoed + (1 - share) * stays, Veto(False): stays}

    def _after(self, option: Decision, moment: DecisionMoment, proposed: float, lens: Lens) -> Floats:
        prospects = self.prospects
        match option:
            case Nominate(chancellor):
                return prospects.nominated(chancellor, lens, proposed)
            case Discard(policy):
                drawn = moment.hand.count(Policy.LIBERAL)
                return prospects.passed(drawn - (policy is Policy.LIBERAL), drawn, lens)
            case Enact(policy):
                return prospects.chosen(policy, lens)
            case Investigate(seat):
                return prospects.investigated(seat, lens)
            case CallSpecialElection(seat):
                return prospects.called(seat, lens)
            case Execute(seat):
                return prospects.executed(seat, lens)
            case other:  # votes and vetoes are weighed together with their opposites
                warnings.warn(f"the review has not considered {other}", Unconsidered, stacklevel=2)
                return prospects.power_due(lens)


def label_of(chosen: Weighed, others: Sequence[Weighed]) -> tuple[Label, float, float]:
    """Return the label, what the choice cost by what was known, and what it gained with all cards open over the others on average."""
    if not others:
        return Label.BEST, 0.0, 0.0
    cost = max(0.0, max(other.known for other in others) - chosen.known)
    opened = [other.open for other in others]
    swing = chosen.open - sum(opened) / len(opened)
    if cost >= INACCURATE and chosen.open >= max(opened) and swing >= DARING:
        return Label.BRILLIANT, cost, swing
    for label, least in ((Label.BLUNDER, BLUNDERED), (Label.MISTAKE, MISTAKEN), (Label.INACCURACY, INACCURATE), (Label.FINE, NEGLIGIBLE)):
        if cost >= least:
            return label, cost, swing
    return Label.BEST, cost, swing


def described(action: Decision, moment: DecisionMoment, board: Board) -> Because:
    """Say the decision as people do."""
    who: dict[str, int | str] = {"seat": moment.seat}
    match action:
        case Vote(ja):
            president, chancellor = board.government
            return Because(f"review.did.Vote.{'ja' if ja else 'nein'}", who | {"president": president, "chancellor": chancellor})
        case Discard(policy) | Enact(policy):
            return Because(f"review.did.{type(action).__name__}", who | {"first": policy.value, "tiles": "".join(sorted(moment.hand))})
        case Veto(wanted):
            return Because(f"review.did.Veto.{'yes' if wanted else 'no'}", who)
        case Nominate() | PowerAction():
            return Because(f"review.did.{type(action).__name__}", who | {"target": target(action)})


def _for_side(liberals: float, liberal: bool) -> float:
    return round(liberals if liberal else 1 - liberals, 4)


def _one_vote(ja: float, nein: float, leverage: float) -> dict[Decision, float]:
    middle, reach = (ja + nein) / 2, leverage * (ja - nein) / 2
    return {Vote(True): middle + reach, Vote(False): middle - reach}


def _leverage(moment: DecisionMoment) -> float:
    """Return the chance that one vote decides, for somebody who could only guess the others'."""
    chances = np.ones(1)
    for ja in moment.others:
        ja_chance = 1 - HESITATION if ja else HESITATION
        chances = np.convolve(chances, [1 - ja_chance, ja_chance])
    return float(chances[moment.majority]) if moment.majority < len(chances) else 0.0


BAD = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)
SURE = 0.98
TELLING = 0.15
"""A change of the log odds from which on an event is a reason."""
DANGER = 0.15


def why(moment: DecisionMoment, chosen: Weighed, others: Sequence[Weighed], label: Label, belief: Belief) -> Because | None:
    if not others:
        return Because("review.why.only")
    match chosen.action:
        case Vote(ja):
            return _of_vote(moment, ja, label, belief)
        case Discard() | Enact():
            return _of_tile(moment, chosen.action)
        case Veto():
            return None
        case Nominate(seat):
            return _danger(seat, belief) or _of_seat(moment, seat, label, belief)
        case PowerAction() as used:
            return _of_power(moment, used, label, belief)


def _of_vote(moment: DecisionMoment, ja: bool, label: Label, belief: Belief) -> Because | None:
    board = belief.view.board
    danger = _danger(board.government[1], belief)
    if danger is not None:
        return danger
    governing = [seat for seat in board.government if seat != moment.seat]
    if label not in BAD:
        outvoted = sum(moment.others) - moment.majority
        if abs(outvoted) > 1:
            yes = sum(moment.others) + ja
            return Because("review.why.outvoted", {"ja": yes, "nein": len(moment.others) + 1 - yes})
    return _of_seat(moment, max(governing, key=lambda seat: belief.fascist[seat]), label, belief)


def _danger(chancellor: Seat, belief: Belief) -> Because | None:
    """Warn where the election of Hitler would end the game."""
    view = belief.view
    chance = float(belief.hitler[chancellor])
    if not view.hitler_can_win:
        return None
    if chancellor in view.board.not_hitler:
        return Because("review.why.confirmed", {"target": chancellor})
    return Because("review.why.danger", {"target": chancellor, "p": round(100 * chance)}) if chance >= DANGER else None


def _of_tile(moment: DecisionMoment, action: Discard | Enact) -> Because:
    hand = "".join(sorted(moment.hand))
    kept = (action.policy is Policy.LIBERAL) == isinstance(action, Enact)
    liberal = moment.role is Role.LIBERAL
    return Because(f"review.why.{'kept' if kept else 'burned'}.{'L' if liberal else 'F'}", {"tiles": hand})


def _of_power(moment: DecisionMoment, used: PowerAction, label: Label, belief: Belief) -> Because | None:
    seat = target(used)
    if isinstance(used, Execute):
        if seat in belief.view.board.not_hitler:
            return Because("review.why.confirmed", {"target": seat})
        return Because("review.why.aim", {"target": seat, "p": round(100 * float(belief.hitler[seat]))})
    return _of_seat(moment, seat, label, belief)


def _of_seat(moment: DecisionMoment, seat: Seat, label: Label, belief: Belief) -> Because | None:
    """Say what could be held for or against somebody."""
    chance = float(belief.fascist[seat])
    if moment.role is not Role.LIBERAL and belief.possible().sum() == 1:
        return Because("review.why.comrade" if chance > SURE else "review.why.opponent", {"target": seat})
    if chance >= SURE or chance <= 1 - SURE:
        return Because("review.why.sure.F" if chance >= SURE else "review.why.sure.L", {"target": seat})
    if label in (*BAD, Label.BRILLIANT):
        for reason in reasons(belief, seat, 1):
            if abs(reason.effect) >= TELLING:
                return Because(f"bot.because.{reason.code}", dict(reason.params))
    return Because("review.why.suspicion", {"target": seat, "p": round(100 * chance)})
