"""A fascist's cover is the belief of a liberal in its seat; and conduct tells those without a plan from those with one."""

import numpy as np

from secret_hitler.bots.deducer import Deducer
from secret_hitler.rules import OFFICIAL, Role, Seat
from secret_hitler_lab.tournament.arena import play_on, seat_bots


def test_at_its_first_vote_a_fascist_believes_what_a_liberal_in_its_seat_would() -> None:
    table = seat_bots(OFFICIAL, 7, "deducer", "deducer", 5, 1)
    for game in play_on(table):
        if game.board.phase == "election":
            break
    for seat, role in enumerate(game.roles):
        bot = table.bots[Seat(seat)]
        assert isinstance(bot, Deducer)
        supposed = bot.vote_evidence.public.supposing_each_liberal().fascist[seat]
        believed = bot.own if role is Role.LIBERAL else bot.claimed_view.belief if bot.claimed_view is not None else None
        assert believed is not None
        assert believed.fascist[seat] == 0
        np.testing.assert_allclose(believed.fascist, supposed, atol=0.1)


def test_those_who_choose_at_random_come_under_suspicion() -> None:
    """Party-line fascists vote and nominate at random: over some games the public suspects them more than liberals."""
    fascists: list[float] = []
    liberals: list[float] = []
    for number in range(6):
        table = seat_bots(OFFICIAL, 7, "deducer", "party-line", 5, number)
        suspicion: dict[int, float] = {}
        for game in play_on(table):
            watcher = next(bot for bot in table.bots.values() if isinstance(bot, Deducer))
            if game.ending is None:
                suspicion = dict(enumerate(watcher.vote_evidence.public.fascist))
        for seat, role in enumerate(game.roles):
            (liberals if role is Role.LIBERAL else fascists).append(suspicion[seat])
    assert np.mean(fascists) > np.mean(liberals) + 0.1
