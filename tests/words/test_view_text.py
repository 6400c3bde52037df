"""What a program is told when it is asked."""

import random

from secret_hitler.chance import natures_move
from secret_hitler.rules import NATURE, OFFICIAL, Seat, begin, onlooking
from secret_hitler.words.view_text import claims_line, situation


def test_only_who_may_claim_something_now_is_invited_to() -> None:
    """Not the government in its session, nor the dead, nor anybody after the end."""
    rng, game = random.Random(4), begin(OFFICIAL, 7)
    views = [onlooking(OFFICIAL, 7, Seat(seat)) for seat in range(7)]
    silent_with_sights = 0
    while game.awaited:
        seat = game.awaited[0]
        action = natures_move(game, rng.randrange) if seat == NATURE else rng.choice(game.legal_actions(seat))
        told = game.apply(seat, action)
        for view in views:
            view.see(told)
            assert (claims_line(OFFICIAL.draw) in situation(view)) == bool(game.legal_claims(Seat(views.index(view))))
            silent_with_sights += bool(view.sights) and not view.claims
    assert silent_with_sights
