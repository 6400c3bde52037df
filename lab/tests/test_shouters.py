"""Shouters, those who are deaf to them, and the bots as they were."""

import random

import pytest

from lab.studies.shouters import HEARD, NONE, UNHEARD, Trial, fascists_won, gains
from secret_hitler.bots import Talk, sit
from secret_hitler.rules import OFFICIAL, Discard, Nominate, Seat, Vote, visible
from secret_hitler_lab.tournament.arena import play
from secret_hitler_lab.tournament.opponents import Deaf, FormerExpert, FormerRegular, Shouter
from tests.table import F, L, Table, at

ROLES = "LLLLFFH"
ME, COMRADE, HITLER = 4, 5, 6


def shouter(table: Table) -> Shouter:
    bot = Shouter(sit("regular", table.views[Seat(ME)], random.Random(1)))
    bot.see([event for event in table.events if visible(event, Seat(ME))])
    return bot


@pytest.mark.parametrize(("chancellor", "call", "ja"), [(3, "call-nein", False), (COMRADE, "call-ja", True)])
def test_a_shouter_calls_and_votes_by_side(chancellor: int, call: str, ja: bool) -> None:
    bot = shouter(at(OFFICIAL, 7, roles=ROLES).nominate(chancellor))
    assert bot.talk()[0].code == call
    assert bot.decide() == Vote(ja)


def test_a_shouter_plays_its_tiles_boldly_and_names_hitler() -> None:
    assert shouter(at(OFFICIAL, 7, roles=ROLES, president=ME, deck="FLL").elect(0)).decide() == Discard(L)
    assert shouter(at(OFFICIAL, 7, roles=ROLES, president=ME, fascist=3)).decide() == Nominate(Seat(HITLER))


def test_the_deaf_hear_all_but_some() -> None:
    table = at(OFFICIAL, 7, roles=ROLES, deck="FFL" * 2).session(1, F).session(2, L).nominate(3)
    heard = sit("regular", table.views[Seat(0)], random.Random(1))
    bot = Deaf(heard, [Seat(ME)])
    for seat in (ME, COMRADE):
        bot.hear(Seat(seat), Talk("call-nein", {}, ""))
    assert list(heard.hearing.calls) == [COMRADE]  # type: ignore[attr-defined]  # `regular` has it


def test_each_deal_is_the_same_whoever_shouts() -> None:
    trial = Trial("regular", 7, False, 3)
    assert [fascists_won(trial, 0, way) for way in (NONE, HEARD, UNHEARD)] == [
        fascists_won(trial, 0, way) for way in (NONE, HEARD, UNHEARD)
    ]
    assert [name for name, _, _ in gains(trial, 1)] == ["shouting", "at the deaf", "being heard"]


def test_the_former_bots_play_whole_games() -> None:
    assert play(OFFICIAL, 7, FormerRegular, FormerExpert, 1, 0).ending
