"""A word why: what made a choice right or wrong, as a sentence of the catalogue."""

from collections.abc import Sequence

from ..belief import Belief, reasons
from ..rules import Discard, Enact, Execute, Nominate, Policy, Role, Seat, Veto, Vote
from ..rules.powers import PowerAction, target
from ..wire.review import Because, Label, Weighed
from .decisions import DecisionMoment

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
    assert board.president is not None
    assert board.chancellor is not None
    danger = _danger(board.chancellor, belief)
    if danger is not None:
        return danger
    governing = [seat for seat in (board.president, board.chancellor) if seat != moment.seat]
    if label not in BAD:
        outvoted = sum(moment.others) - moment.majority
        if abs(outvoted) > 1:
            yes = sum(moment.others) + ja
            return Because("review.why.outvoted", {"ja": yes, "nein": len(moment.others) + 1 - yes})
    return _of_seat(moment, max(governing, key=lambda seat: belief.fascist[seat]), label, belief)


def _danger(chancellor: Seat, belief: Belief) -> Because | None:
    """Where the election of Hitler would end the game."""
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
    """What could be held for or against somebody."""
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
