"""Level `expert`: fascists do as the liberal they say they are would, and serve their side where it tells nothing."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from secret_hitler.belief.worlds import Floats
from secret_hitler.bots import expert
from secret_hitler.bots.expected_votes import ExpectedVotes, Foreseen
from secret_hitler.bots.expert import Expert
from secret_hitler.bots.strategist import Strategist
from secret_hitler.rules import OFFICIAL, About, Decision, Execute, Nominate, Role, Seat, Vote, visible
from secret_hitler.rules.actions import ClaimTiles
from tests.table import NEIN, F, L, Table, at

ME = Seat(4)
OTHERS = [Seat(seat) for seat in (2, 3, 5, 6)]


def seated(table: Table, people_read: float = -9.0, studied: float = -9.0) -> Expert:
    """In seat 4; the others are taken for reasoners of either way as surely as told."""
    bot = Expert(table.views[ME], random.Random(1))
    bot.see([event for event in table.events if visible(event, ME)])
    bot._expected._reasoning[:] = np.array([[people_read], [studied]])
    return bot


def played(roles: str) -> Table:
    return at(OFFICIAL, 7, roles=roles, deck="FFL" * 3).session(1, F).session(2, L)


def leaning(monkeypatch: pytest.MonkeyPatch, table: Table, advice: Decision, options: Sequence[Decision], **ways: float) -> Floats:
    monkeypatch.setattr(Strategist, "decide", lambda _: advice)
    return seated(table, **ways).leaning(options)


@pytest.mark.parametrize("roles", ["LLLLFFH", "LLLLHFF"])
def test_before_much_is_known_nobody_tells_a_fascist_from_a_liberal(roles: str) -> None:
    def leanings(roles: str) -> list[float]:
        table = at(OFFICIAL, 7, roles=roles, deck="FFL" * 3).session(1, F).reject().nominate(5)
        voting = seated(table).leaning([Vote(True)])
        naming = seated(table.everyone_votes(NEIN)).leaning([Nominate(seat) for seat in OTHERS])
        return [*voting, *naming]

    assert leanings(roles) == pytest.approx(leanings("FFLLLLH"))


def test_what_serves_a_fascist_moves_its_vote_only_among_those_who_read_as_people_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("LLLLFFH").nominate(5)

    def moved(**ways: float) -> float:
        ja, nein = (leaning(monkeypatch, table, Vote(advice), [Vote(True)], **ways) for advice in (True, False))
        return float(ja[0] - nein[0])

    assert moved() == pytest.approx(0, abs=0.01)
    assert moved(studied=9.0) == pytest.approx(0, abs=0.01)
    assert moved(people_read=9.0) > 1


def test_so_does_it_move_a_nomination(monkeypatch: pytest.MonkeyPatch) -> None:
    table, options = played("LLLLFFH").reject().reject(), [Nominate(seat) for seat in OTHERS]

    def moved(**ways: float) -> float:
        comrade, liberal = (leaning(monkeypatch, table, Nominate(Seat(seat)), options, **ways) for seat in (5, 3))
        return float(np.abs(comrade - liberal).max())

    assert moved() == pytest.approx(0, abs=0.01)
    assert moved(people_read=9.0) > 1


@pytest.mark.parametrize("role", expert.INTEREST)
def test_whom_to_shoot_is_never_a_matter_of_cover(role: Role) -> None:
    assert expert.INTEREST[role].towards(Execute(Seat(1))) >= expert.LIBERAL.towards(Execute(Seat(1)))


def test_hitler_never_votes_for_his_side_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("LLLLHFF").nominate(5)
    ja, nein = (leaning(monkeypatch, table, Vote(advice), [Vote(True)], people_read=9.0) for advice in (True, False))
    assert ja == pytest.approx(nein)


@pytest.mark.parametrize("roles", ["FFLLLLH", "LLLLFFH"])
def test_a_vote_that_decides_nothing_is_cast_more_as_people_cast_it(monkeypatch: pytest.MonkeyPatch, roles: str) -> None:
    bot = seated(played(roles).nominate(5))
    told = bot.told_belief
    human = float(bot.as_person(told, [Vote(True)])[0])

    def pulled(deciding: float) -> float:
        monkeypatch.setattr(ExpectedVotes, "deciding", lambda *_: deciding)
        return abs(float(bot.leaning([Vote(True)])[0]) - human)

    assert 0 < pulled(0.0) < pulled(0.1) < pulled(expert.DECISIVE) == pulled(1.0)


@pytest.mark.parametrize(("chancellor", "blamed"), [(2, True), (5, False)])
def test_among_those_who_reason_a_thrown_liberal_tile_is_left_to_a_liberal_chancellor_to_explain(chancellor: int, blamed: bool) -> None:
    """Seat 4 drew FFL, threw the liberal tile away and says what it drew; not where a comrade would have to explain it."""
    table = at(OFFICIAL, 7, roles="LLLLFFH", deck="FFL" * 3, president=ME).elect(chancellor).discard(L).enact(F)
    sight = next(sight for sight in table.views[ME].sights if sight.about is About.PRESIDENT_HAND)

    def told(**ways: float) -> set[str]:
        bot = seated(table, **ways)
        claims = [bot.claim(sight) for _ in range(30)]
        return {"".join(claim.tiles) for claim in claims if isinstance(claim, ClaimTiles) and claim.tiles is not None}

    assert (told(studied=9.0) == {"FFL"}) is blamed
    assert (told(people_read=9.0) == {"FFL"}) is blamed
    assert "FFF" in told()


HITLER = Seat(6)


@pytest.mark.parametrize("seat", [ME, HITLER])
def test_fascists_lean_to_hitlers_election_where_their_vote_may_decide(seat: Seat) -> None:
    """Elsewhere they vote like people: if each nein of a fascist were a mistake, a nein would clear its voter."""
    table = at(OFFICIAL, 10, roles="LLLLFFHFLL", fascist=3).nominate(HITLER)

    def leaning(chance: float, strength: float) -> float:
        """If every other would vote ja with this chance."""
        bot = Expert(table.views[seat], random.Random(1), strength=strength)
        bot.see([event for event in table.events if visible(event, seat)])
        bot._expected.foreseen = Foreseen(table.game.board.round, np.full((2, 10), chance), np.full(10, chance))
        return float(bot.leaning([Vote(True)])[0])

    assert leaning(0.4, 1.0) > leaning(0.0, 1.0)
    assert leaning(0.4, 0.0) == leaning(0.0, 0.0)


def test_at_ten_seats_liberals_waver_more_than_fascists_who_do_as_they_would() -> None:
    def pulled(roles: str, seats: int) -> float:
        bot = seated(at(OFFICIAL, seats, roles=roles, deck="FFL" * 3).session(1, L).session(2, L).nominate(5))
        told = bot.told_belief
        return abs(float(bot.leaning([Vote(True)])[0] - bot.as_person(told, [Vote(True)])[0]))

    assert 0 < pulled("FFLLLLHLLF", 10) < pulled("LLLLFFHFLL", 10)
    assert pulled("FFLLLLHLF", 9) == pytest.approx(pulled("LLLLFFHLF", 9))
