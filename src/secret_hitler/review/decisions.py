"""Value every decision of a game by what its seat knew and with all cards open, and say why."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ..belief import Belief, reasons
from ..belief.worlds import Floats
from ..rules import Board, Discard, Enact, Nominate, Phase, Policy, Role, Seat, Tiles, UsePower, Veto, Vote
from ..rules.powers import CallSpecialElection, Decision, Execute, Investigate, PowerAction, ShowParty, Unconsidered, target
from ..wire.review import Because, Label, Weighed
from .prospects import Lens, Prospects

HESITATION = 0.2
"""How likely each of the others was to vote the other way, as far as a voter could tell."""
PROPOSED = 0.5
"""Judge a nomination as if the table followed it at least every other time: the others don't excuse proposing a fascist."""
NEGLIGIBLE, INACCURATE, MISTAKEN, BLUNDERED = 0.005, 0.03, 0.06, 0.1
DARING = 0.1
"""With this gain with all cards open, a choice that looked wrong is brilliant."""


Seen = Callable[[Callable[[Lens], Floats]], float]
"""A chance in each world of a lens, as one number."""
BAD = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)
SURE = 0.98
TELLING = 0.15
"""An event with this change of the log odds is a reason."""
DANGER = 0.15


class DecisionMoment(NamedTuple):
    seat: Seat
    role: Role
    options: Sequence[Decision]
    hand: Tiles
    """What the seat holds, if anything."""
    others: tuple[bool, ...] = ()
    """The others' ballots, at a vote."""
    majority: int = 0
    """With this many of them in favour, one vote decides."""


class Judge:
    """Judge one moment of decision, by the public's prospects, through the player's eyes and with all cards open."""

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
        if isinstance(moment.options[0], Veto):
            return self._vetoes(moment, seen)
        return {option: seen(partial(self._after, option, moment, proposed)) for option in dict.fromkeys(moment.options)}

    def _weigh_votes(self, moment: DecisionMoment, seen: Seen) -> tuple[dict[Decision, float], dict[Decision, float]]:
        """Move the outcome as far as one vote can: as the voter could guess, and as it was."""
        if self._open_votes is None:
            self._open_votes = self._outcomes(lambda value: float(value(self.truth)[0]))
        decisive = float(sum(moment.others) == moment.majority)
        counts = np.ones(1)
        for ja in moment.others:
            ja_chance = 1 - HESITATION if ja else HESITATION
            counts = np.convolve(counts, [1 - ja_chance, ja_chance])
        leverage = float(counts[moment.majority]) if moment.majority < len(counts) else 0.0
        return _one_vote(*self._outcomes(seen), leverage), _one_vote(*self._open_votes, decisive)

    def _outcomes(self, seen: Seen) -> tuple[float, float]:
        prospects = self.prospects
        _, chancellor = prospects.now.board.government
        return seen(partial(prospects.elected, chancellor)), seen(partial(prospects.failed, prospects.now))

    def _vetoes(self, moment: DecisionMoment, seen: Seen) -> dict[Decision, float]:
        """Value a veto, granted every other time; without one the chancellor enacts what serves the chancellor's side."""
        prospects = self.prospects
        vetoed = seen(partial(prospects.failed, prospects.now))
        policies = [seen(partial(prospects.chosen, policy)) for policy in dict.fromkeys(moment.hand or (Policy.FASCIST,))]
        stays = (max if moment.role is Role.LIBERAL else min)(policies)
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
                return prospects.witnessed(moment.seat, seat, lens)
            case ShowParty(seat):
                return prospects.witnessed(seat, moment.seat, lens)
            case CallSpecialElection(seat):
                return prospects.called(seat, lens)
            case Execute(seat):
                return prospects.executed(seat, lens)
            case UsePower():
                return prospects.power_due(lens)
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
    who: dict[str, int | str] = {"seat": moment.seat}
    match action:
        case Vote(ja):
            president, chancellor = board.government
            return Because(f"review.did.Vote.{'ja' if ja else 'nein'}", who | {"president": president, "chancellor": chancellor})
        case Discard(policy) | Enact(policy):
            return Because(f"review.did.{type(action).__name__}", who | {"first": policy.value, "tiles": "".join(sorted(moment.hand))})
        case Veto(wanted):
            return Because(f"review.did.Veto.{'yes' if wanted else 'no'}", who)
        case UsePower(wanted):
            what = "Drop" if board.phase is Phase.DROP else "UsePower"
            return Because(f"review.did.{what}.{'yes' if wanted else 'no'}", who)
        case Nominate() | PowerAction():
            return Because(f"review.did.{type(action).__name__}", who | {"target": target(action)})


def _for_side(liberals: float, liberal: bool) -> float:
    return round(liberals if liberal else 1 - liberals, 4)


def _one_vote(ja: float, nein: float, leverage: float) -> dict[Decision, float]:
    middle, reach = (ja + nein) / 2, leverage * (ja - nein) / 2
    return {Vote(True): middle + reach, Vote(False): middle - reach}


def why(moment: DecisionMoment, chosen: Weighed, others: Sequence[Weighed], label: Label, belief: Belief) -> Because | None:
    if not others:
        return Because("review.why.only")
    match chosen.action:
        case Vote(ja):
            return _of_vote(moment, ja, label, belief)
        case Discard(policy) | Enact(policy) as action:
            kept, party = (policy is Policy.LIBERAL) == isinstance(action, Enact), moment.role.party
            return Because(f"review.why.{'kept' if kept else 'burned'}.{party}", {"tiles": "".join(sorted(moment.hand))})
        case Veto() | UsePower():
            return None
        case Nominate(seat):
            return _danger(seat, belief) or _of_seat(moment, seat, label, belief)
        case Execute(seat) if seat in belief.view.board.not_hitler:
            return Because("review.why.confirmed", {"target": seat})
        case Execute(seat):
            return Because("review.why.aim", {"target": seat, "p": round(100 * float(belief.hitler[seat]))})
        case PowerAction() as used:
            return _of_seat(moment, target(used), label, belief)


def _of_vote(moment: DecisionMoment, ja: bool, label: Label, belief: Belief) -> Because | None:
    board, yes = belief.view.board, sum(moment.others) + ja
    danger = _danger(board.government[1], belief)
    if danger is not None:
        return danger
    governing = [seat for seat in board.government if seat != moment.seat]
    if label not in BAD and abs(sum(moment.others) - moment.majority) > 1:
        return Because("review.why.outvoted", {"ja": yes, "nein": len(moment.others) + 1 - yes})
    return _of_seat(moment, max(governing, key=lambda seat: belief.fascist[seat]), label, belief)


def _danger(chancellor: Seat, belief: Belief) -> Because | None:
    view = belief.view
    chance = float(belief.hitler[chancellor])
    if not view.hitler_can_win:
        return None
    if chancellor in view.board.not_hitler:
        return Because("review.why.confirmed", {"target": chancellor})
    return Because("review.why.danger", {"target": chancellor, "p": round(100 * chance)}) if chance >= DANGER else None


def _of_seat(moment: DecisionMoment, seat: Seat, label: Label, belief: Belief) -> Because | None:
    """Say what speaks for or against a player."""
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
