"""What a bot says of the others: short sentences with a reason drawn from a belief."""

from ..belief import Belief, reasons
from ..rules import View
from ..words import ENGLISH
from .bot import Talk
from .liberal import most_suspect

SURE = 0.6
"""Below this nobody is accused."""


def accusation(view: View, belief: Belief) -> list[Talk]:
    """Whom I suspect most and why, or nothing."""
    suspect = most_suspect(view, belief)
    if belief.fascist[suspect] < SURE:
        return []
    because = [reason for reason in reasons(belief, view.board.alive[view.board.alive.index(suspect)], most=1) if reason.effect > 0]
    if not because:
        return []
    reason = because[0]
    params = {"suspect": suspect, "reason": reason.code, **reason.params}
    return [Talk("suspect", params, ENGLISH.say("bot.suspect", suspect=f"seat {suspect}", reason=reason.text))]
