"""Claims: public, possibly false, possible once one saw it, and marked where they cannot be true."""

import pytest
from msgspec.structs import replace

from secret_hitler.rules import OFFICIAL, About, Bar, ClaimParty, ClaimTiles, Party, Policy, Seat
from secret_hitler.rules.claims import Round, Verdict, impossible
from secret_hitler.rules.events import ClaimMade
from secret_hitler.rules.ruleset import MAX_DRAW
from tests.table import F, L, Table, at, tiles


def drew(round: int, letters: str | None) -> ClaimTiles:
    return ClaimTiles(About.PRESIDENT_HAND, round, None if letters is None else tiles(letters))


def got(round: int, letters: str | None) -> ClaimTiles:
    return ClaimTiles(About.CHANCELLOR_HAND, round, None if letters is None else tiles(letters))


def peeked(round: int, letters: str | None) -> ClaimTiles:
    return ClaimTiles(About.PEEK, round, None if letters is None else tiles(letters))


def after_session(deck: str = "FFL", policy: str = "F", **situation: int) -> Table:
    return at(OFFICIAL, 7, deck=deck, **situation).session(3, F if policy == "F" else L)  # type: ignore[arg-type]  # because only counts are given


def verdicts(table: Table, onlooker: object, round: int = 1) -> list[Verdict]:
    return [claimed.verdict for claimed in table.views[onlooker].rounds[round - 1].claims]


def test_a_claim_is_public_and_changes_nothing_else() -> None:
    table = after_session()
    before = table.game.copy()
    table.does(0, drew(1, "FFF")).does(3, got(1, "FF"))
    assert table.game == before
    assert all(event.audience == "everyone" for event in table.told(ClaimMade))
    assert [claimed.seat for claimed in table.views["public"].rounds[0].claims] == [0, 3]


def test_only_who_saw_a_hand_may_claim_it() -> None:
    table = after_session()
    assert table.refuses(1, drew(1, "FFF")) is Bar.NOT_SEEN
    assert table.refuses(3, drew(1, "FFF")) is Bar.NOT_SEEN
    assert table.refuses(0, drew(2, "FFF")) is Bar.NOT_SEEN


def test_the_government_claims_nothing_until_the_session_ends() -> None:
    table = at(OFFICIAL, 7, deck="FFL").elect(3)
    assert table.refuses(0, drew(1, "FFL")) is Bar.IN_SESSION
    table.discard(L)
    assert table.refuses(0, drew(1, "FFL")) is Bar.IN_SESSION
    assert table.refuses(3, got(1, "FF")) is Bar.IN_SESSION
    table.enact(F).does(0, drew(1, "FFL"))


def test_a_claim_has_the_size_of_what_was_seen() -> None:
    table = after_session()
    assert table.refuses(0, drew(1, "FF")) is Bar.WRONG_SIZE
    assert table.refuses(3, got(1, "FFF")) is Bar.WRONG_SIZE
    assert table.refuses(0, drew(1, "LFF")) is Bar.UNORDERED


def test_one_may_refuse_to_say_and_speak_later() -> None:
    table = after_session().does(0, drew(1, None))
    table.nominate(4).does(0, drew(1, "FFL"))
    assert [claimed.claim for claimed in table.views["public"].rounds[0].claims] == [drew(1, None), drew(1, "FFL")]


def test_the_dead_and_the_ended_claim_nothing() -> None:
    table = at(OFFICIAL, 7, fascist=3, deck="FFF").session(3, F).execute(3)
    assert table.refuses(3, got(1, "FF")) is Bar.DEAD
    table = at(OFFICIAL, 7, fascist=5, deck="FFF").session(3, F)
    assert table.refuses(0, drew(1, "FFF")) is Bar.OVER


def test_two_liberal_tiles_are_impossible_when_only_one_is_left() -> None:
    table = at(OFFICIAL, 7, liberal=4, fascist=1, deck="FFL")
    table.session(3, F).does(3, got(1, "LL"))
    assert verdicts(table, "public") == [Verdict.IMPOSSIBLE]


@pytest.mark.parametrize(
    ("told", "before", "enacted", "out"),
    [
        (drew(1, "FLL"), (4, 0), L, False),
        (drew(1, "LLL"), (4, 0), L, True),
        (drew(1, "FFL"), (0, 9), F, False),
        (drew(1, "FFF"), (0, 9), F, True),
        (peeked(1, "LLF"), (4, 0), F, False),
        (peeked(1, "LLF"), (4, 0), L, True),
        (peeked(1, "FLF"), (4, 0), L, False),
        (peeked(1, "FFF"), (0, 8), L, False),
        (peeked(1, "FFF"), (0, 8), F, True),
        (peeked(1, "LLL"), (0, 8), F, False),
        (peeked(1, None), (6, 11), F, False),
    ],
)
def test_no_more_tiles_of_a_kind_are_believed_than_are_left(told: ClaimTiles, before: tuple[int, int], enacted: Policy, out: bool) -> None:
    round = Round(1, Seat(0), False, *before, enacted=enacted)
    assert impossible(OFFICIAL, round, told) is out


def test_a_claim_without_the_tile_that_was_enacted_is_impossible() -> None:
    table = after_session(deck="FFL", policy="L").does(0, drew(1, "FFF")).does(3, got(1, "FF"))
    assert verdicts(table, "public") == [Verdict.IMPOSSIBLE, Verdict.IMPOSSIBLE]


def test_what_is_claimed_in_a_session_without_silence_is_judged_by_the_tile_that_is_then_enacted() -> None:
    table = at(replace(OFFICIAL, session_silence=False), 7, deck="FFL").elect(3).does(0, drew(1, "FFF"))
    assert verdicts(table, "public") == [Verdict.OPEN]
    table.discard(F).does(3, got(1, "FL"))
    assert verdicts(table, "public") == [Verdict.OPEN, Verdict.OPEN]
    table.enact(L)
    assert verdicts(table, "public") == [Verdict.IMPOSSIBLE, Verdict.OPEN]
    assert verdicts(table, 3) == [Verdict.IMPOSSIBLE, Verdict.TRUE]


def test_each_onlooker_judges_by_what_it_saw_itself() -> None:
    table = after_session(deck="FFL", policy="F").does(0, drew(1, "FFF")).does(3, got(1, "FF"))
    assert verdicts(table, "public") == [Verdict.OPEN, Verdict.OPEN]
    assert verdicts(table, 0) == [Verdict.FALSE, Verdict.OPEN]
    assert verdicts(table, 3) == [Verdict.OPEN, Verdict.TRUE]
    assert verdicts(table, "all") == [Verdict.FALSE, Verdict.TRUE]


def test_claims_that_cannot_both_be_true_are_contested() -> None:
    table = after_session(deck="FFL").does(0, drew(1, "FLL")).does(3, got(1, "FF"))
    assert [claimed.contested for claimed in table.views["public"].rounds[0].claims] == [True, True]
    table.does(0, drew(1, "FFL"))
    assert [claimed.contested for claimed in table.views["public"].rounds[0].claims] == [True, False, False]


def test_a_president_claims_the_party_seen_true_or_not() -> None:
    table = at(OFFICIAL, 7, fascist=1, deck="FFF").session(3, F)
    assert table.refuses(0, ClaimParty(1, Party.LIBERAL)) is Bar.NOT_SEEN
    table.investigate(6).does(0, ClaimParty(1, Party.LIBERAL))
    assert verdicts(table, 0) == [Verdict.FALSE]
    assert verdicts(table, "public") == [Verdict.OPEN]
    table.does(0, ClaimParty(1, None))


def test_a_peek_is_claimed_in_order() -> None:
    table = at(OFFICIAL, 5, fascist=2, deck="FFFLFL").session(1, F)
    table.does(0, ClaimTiles(About.PEEK, 1, tiles("FLL"))).does(0, ClaimTiles(About.PEEK, 1, tiles("LFL")))
    assert verdicts(table, 0) == [Verdict.FALSE, Verdict.TRUE]


def test_legal_claims_are_the_truth_the_lies_and_silence() -> None:
    table = after_session()
    assert set(table.game.legal_claims(Seat(0))) == {drew(1, said) for said in (None, "FFF", "FFL", "FLL", "LLL")}
    assert set(table.game.legal_claims(Seat(3))) == {got(1, said) for said in (None, "FF", "FL", "LL")}
    assert table.game.legal_claims(Seat(1)) == ()


def test_a_view_lists_what_may_still_be_said_and_every_way_to_say_it() -> None:
    table = after_session()
    president, chancellor = table.views[0], table.views[3]
    (hand,) = president.claims
    assert (hand.seat, hand.about, hand.round, hand.tiles, hand.target, hand.said) == (0, About.PRESIDENT_HAND, 1, 3, None, False)
    assert hand.tellings == tuple(drew(1, said) for said in ("FFF", "FFL", "FLL", "LLL", None))
    assert chancellor.claims[0].tellings == tuple(got(1, said) for said in ("FF", "FL", "LL", None))
    assert table.views[1].claims == table.views["public"].claims == ()
    table.does(3, got(1, "FF"))
    assert [claim.said for claim in chancellor.claims] == [True]
    assert [claim.said for claim in president.claims] == [False]


def test_what_was_said_of_one_thing_is_not_said_of_another() -> None:
    table = at(OFFICIAL, 7, fascist=1, deck="FFF").session(3, F).investigate(6).does(0, drew(1, "FFF"))
    assert [(claim.about, claim.said) for claim in table.views[0].claims] == [(About.PARTY, False), (About.PRESIDENT_HAND, True)]


def test_a_view_lists_nothing_while_the_government_is_silent_nor_for_the_dead_nor_after_the_end() -> None:
    table = after_session()
    table.elect(4)
    assert table.views[1].claims == table.views[4].claims == ()
    assert table.views[3].claims
    executed = at(OFFICIAL, 7, fascist=3, deck="FFF").session(3, F).execute(3)
    assert executed.views[3].claims == ()
    assert executed.views[0].claims
    over = at(OFFICIAL, 7, fascist=3, deck="FFF").session(3, F).execute(6)
    assert over.views[0].claims == ()


def test_a_party_and_a_peek_are_listed_with_whom_they_are_about() -> None:
    party, hand = at(OFFICIAL, 7, fascist=1, deck="FFF").session(3, F).investigate(6).views[0].claims
    assert (party.about, party.target, party.tiles) == (About.PARTY, 6, 0)
    assert party.tellings == (ClaimParty(1, Party.LIBERAL), ClaimParty(1, Party.FASCIST), ClaimParty(1, None))
    peek, hand = at(OFFICIAL, 5, fascist=2, deck="FFFLFL").session(1, F).views[0].claims
    assert (peek.about, hand.about, len(peek.tellings)) == (About.PEEK, About.PRESIDENT_HAND, 9)
    assert peek.tellings[1] == ClaimTiles(About.PEEK, 1, tiles("FFL"))


def test_the_longest_peek_is_listed_whole() -> None:
    rules = replace(OFFICIAL, draw=MAX_DRAW, fascist_tiles=30)
    peek, _ = at(rules, 5, fascist=2, deck="F" * 2 * MAX_DRAW).session(1, F).views[0].claims
    assert len(peek.tellings) == 2**MAX_DRAW + 1
