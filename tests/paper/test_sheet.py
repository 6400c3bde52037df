"""Games with real cards: the sheet shows what everybody saw, asks for what is due, and refuses what cannot have been."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from secret_hitler.belief import lines_of
from secret_hitler.paper.files import game_from_line, game_to_line, read_games
from secret_hitler.paper.filling import filling, paper_moments
from secret_hitler.paper.paper_game import (
    AnyEntry,
    Began,
    Enacted,
    Nominated,
    Opened,
    PaperGame,
    Targeted,
    Told,
    Unmasked,
    VetoAnswered,
    VetoAsked,
    Vetoed,
    Voted,
)
from secret_hitler.paper.sheet import Due, Sheet
from secret_hitler.records import UnfitRecord
from secret_hitler.rules import (
    FRENCH_DECK,
    MANUAL,
    OFFICIAL,
    ONLINE,
    PUBLIC,
    RULESETS,
    About,
    Bar,
    ClaimTiles,
    Ending,
    IllegalAction,
    Phase,
    Policy,
    Role,
    Ruleset,
    Seat,
    onlooking,
)
from secret_hitler.rules.events import DeckShuffled, ElectionHeld, PolicyChosen, VetoBallotCast, VoteCast
from secret_hitler.rules.powers import DeckPeeked
from tests.games import random_record
from tests.paper.written_down import public_events, written_down
from tests.properties.test_properties import house

HUMAN_GAMES = Path(__file__).parents[3] / "shared" / "data" / "human_games.jsonl"
L, F = Policy.LIBERAL, Policy.FASCIST
UNSEEN = VoteCast | VetoBallotCast | PolicyChosen
"""Who lifted a hand first is public, and nobody writes it down."""


def seat(number: int) -> Seat:
    return Seat(number)


def sheet(rules: Ruleset, seats: int, *entries: AnyEntry) -> Sheet:
    filled = Sheet(rules, seats)
    for entry in entries:
        filled.enter(entry)
    return filled


def government(president: int, chancellor: int, policy: Policy) -> list[AnyEntry]:
    return [Nominated(seat(chancellor)), Voted(True), Enacted(policy)]


def refused(filled: Sheet, entry: AnyEntry) -> Bar:
    before = (filled.due, filled.options, to_public(filled))
    with pytest.raises(IllegalAction) as refusal:
        filled.enter(entry)
    assert (filled.due, filled.options, to_public(filled)) == before
    return refusal.value.bar


def to_public(filled: Sheet) -> str:
    return repr(filled.view)


@settings(max_examples=150, deadline=None)
@given(rules=st.one_of(st.sampled_from(list(RULESETS.values())), house()), seats=st.integers(5, 10), seed=st.integers(0, 2**32))
def test_the_sheet_of_any_game_tells_what_everybody_saw(rules: Ruleset, seats: int, seed: int) -> None:
    record = random_record(rules, seats, random.Random(seed), claims=0, in_seat_order=True)
    told = [event for _, _, events in filling(written_down(record)) for event in events]
    assert [event for event in told if not isinstance(event, UNSEEN)] == [
        event for event in public_events(record) if not isinstance(event, UNSEEN)
    ]


@settings(max_examples=100, deadline=None)
@given(rules=st.sampled_from(list(RULESETS.values())), seats=st.integers(5, 10), seed=st.integers(0, 2**32))
def test_the_sheet_of_any_game_with_talk_ends_in_what_everybody_knows(rules: Ruleset, seats: int, seed: int) -> None:
    record = random_record(rules, seats, random.Random(seed))
    paper = written_down(record)
    view = onlooking(rules, seats, PUBLIC)
    view.see(public_events(record))
    *_, (filled, _, _) = filling(paper)
    assert filled.view == view
    assert filled.due is Due.NOTHING
    assert game_from_line(game_to_line(paper)) == paper


@pytest.mark.skipif(not HUMAN_GAMES.exists(), reason="the human games are not at hand")
def test_human_games_written_down_end_as_they_did_and_give_the_same_belief() -> None:
    with HUMAN_GAMES.open(encoding="utf-8") as lines:
        records = [game_from_line(next(lines)) for _ in range(40)]
    for record in records:
        assert not isinstance(record, PaperGame)
        paper = written_down(record)
        *_, last = paper_moments(paper)
        assert last.view.board.ending == record.ending
        assert list(lines_of(paper)) == list(lines_of(record))


def test_the_first_question_is_who_begins() -> None:
    for rules in RULESETS.values():
        filled = Sheet(rules, 7)
        assert filled.due is Due.FIRST_PRESIDENT
        filled.enter(Began(seat(3)))
        assert (filled.due, filled.view.board.president) == (Due.NOMINATION, 3)


def test_votes_may_be_left_out_and_are_then_not_made_up() -> None:
    filled = sheet(OFFICIAL, 5, Began(seat(0)), Nominated(seat(1)))
    (held,) = [event for event in filled.enter(Voted(True)) if isinstance(event, ElectionHeld)]
    assert held.ballots == (None,) * 5
    assert filled.view.rounds[-1].elected


def test_votes_that_do_not_add_up_are_refused() -> None:
    filled = sheet(OFFICIAL, 5, Began(seat(0)), Nominated(seat(1)))
    assert refused(filled, Voted(True, (True, True, False, False, False))) is Bar.MISCOUNTED
    assert refused(filled, Voted(True, (True, True, True))) is Bar.MISCOUNTED
    assert refused(filled, Voted(True, (True, True, True, True, None))) is Bar.MISCOUNTED
    filled.enter(Voted(False, (True, True, False, False, False)))
    assert filled.view.board.tracker == 1


def test_a_term_limited_nominee_is_refused_with_the_reason() -> None:
    filled = sheet(OFFICIAL, 7, Began(seat(0)), *government(0, 1, L))
    assert refused(filled, Nominated(seat(0))) is Bar.WAS_PRESIDENT
    assert refused(filled, Nominated(seat(1))) is Bar.IS_PRESIDENT
    assert refused(filled, Enacted(L)) is Bar.WRONG_MOMENT
    assert refused(filled, Nominated(seat(7))) is Bar.NO_SUCH_SEAT


def test_a_third_failure_asks_for_the_tile_on_top() -> None:
    filled = sheet(OFFICIAL, 5, Began(seat(0)), *[entry for number in (1, 2, 3) for entry in (Nominated(seat(number)), Voted(False))])
    assert filled.due is Due.POPULACE
    assert refused(filled, VetoAsked()) is Bar.WRONG_MOMENT
    filled.enter(Enacted(F))
    board = filled.view.board
    assert (board.fascist, board.tracker, board.draw_pile, filled.due) == (1, 0, 16, Due.NOMINATION)


def late(rules: Ruleset, seats: int, fascist: int) -> Sheet:
    """Play up to so many fascist policies, each enacted by the populace, so that no power was due."""
    filled = sheet(rules, seats, Began(seat(0)))
    while filled.view.board.fascist < fascist:
        for _ in range(rules.tracker_length):
            nominee = next(option.entry for option in filled.options if option.barred is None)
            filled.enter(nominee)
            filled.enter(Voted(False))
        filled.enter(Enacted(F))
    return filled


def test_a_chancellor_elected_late_is_asked_and_ends_the_game() -> None:
    filled = late(OFFICIAL, 7, 3)
    chancellor = next(option.entry for option in filled.options if option.barred is None)
    filled.enter(chancellor)
    filled.enter(Voted(True))
    assert filled.due is Due.HITLER
    filled.enter(Unmasked(True))
    assert (filled.view.board.ending, filled.due) == (Ending.HITLER_ELECTED, Due.ROLES)
    assert isinstance(chancellor, Nominated)
    wrong = [Role.LIBERAL] * 4 + [Role.FASCIST] * 2 + [Role.HITLER]
    right: list[Role] = [role for role in wrong if role is not Role.HITLER]
    right.insert(chancellor.chancellor, Role.HITLER)
    assert refused(filled, Opened(tuple(wrong[:6]))) is Bar.WRONG_CARDS
    assert refused(filled, Opened(tuple(wrong))) is Bar.SHOWN_OTHERWISE
    filled.enter(Opened(tuple(right)))
    assert filled.view.roles[chancellor.chancellor] is Role.HITLER


def test_one_who_answered_no_is_not_asked_again() -> None:
    filled = late(OFFICIAL, 5, 3)
    president = filled.view.board.president
    assert president is not None
    first, second = seat((president + 3) % 5), seat((president + 4) % 5)
    for chancellor in (first, second):
        for entry in (Nominated(chancellor), Voted(True), Unmasked(False), Enacted(L)):
            filled.enter(entry)
    assert filled.view.board.not_hitler == (first, second)
    filled.enter(Nominated(first))
    filled.enter(Voted(True))
    assert filled.due is Due.POLICY


def test_the_last_who_could_be_hitler_must_be() -> None:
    filled = late(OFFICIAL, 5, 3)
    asked: list[Seat] = []
    while filled.due is not Due.HITLER or len(asked) < 4:
        if filled.due is Due.HITLER:
            assert filled.suspect is not None
            asked.append(filled.suspect)
            filled.enter(Unmasked(False))
            filled.enter(Enacted(L if filled.view.board.liberal < 4 else F))
        free = [option.entry for option in filled.options if option.barred is None]
        fresh = [entry for entry in free if isinstance(entry, Nominated) and entry.chancellor not in asked]
        if filled.due is Due.NOMINATION:
            filled.enter((fresh or free)[0])
            filled.enter(Voted(bool(fresh)))
    assert refused(filled, Unmasked(False)) is Bar.SHOWN_OTHERWISE
    filled.enter(Unmasked(True))
    assert filled.view.board.ending is Ending.HITLER_ELECTED


def test_the_veto_of_both_styles() -> None:
    for rules, veto in ((OFFICIAL, [VetoAsked(), VetoAnswered(True)]), (MANUAL, [VetoAsked(), VetoAnswered(True)]), (ONLINE, [Vetoed()])):
        filled = late(rules, 7, 5)
        president = filled.view.board.president
        for entry in (Nominated(seat(((president or 0) + 1) % 7)), Voted(True), Unmasked(False), *veto):
            filled.enter(entry)
        assert (filled.view.board.tracker, filled.due) == (1, Due.NOMINATION), rules.name


def test_a_refused_veto_cannot_be_asked_again() -> None:
    filled = late(OFFICIAL, 7, 5)
    nominee = seat(((filled.view.board.president or 0) + 1) % 7)
    for entry in (Nominated(nominee), Voted(True), Unmasked(False), VetoAsked(), VetoAnswered(False)):
        filled.enter(entry)
    assert refused(filled, VetoAsked()) is Bar.VETO_CLOSED
    filled.enter(Enacted(L))
    assert filled.view.board.liberal == 1


def test_powers_are_due_in_their_turn() -> None:
    filled = sheet(OFFICIAL, 9, Began(seat(0)), *government(0, 1, F))
    assert filled.due is Due.POWER
    assert filled.view.board.phase is Phase.INVESTIGATION
    assert refused(filled, Targeted(seat(0))) is Bar.YOURSELF
    filled.enter(Targeted(seat(4)))
    assert filled.view.board.investigated == (4,)
    assert filled.view.board.president == 1


def test_a_peek_is_told_and_the_game_goes_on() -> None:
    filled = late(OFFICIAL, 5, 2)
    president = filled.view.board.president or 0
    for entry in (Nominated(seat((president + 1) % 5)), Voted(True)):
        filled.enter(entry)
    told = filled.enter(Enacted(F))
    assert any(isinstance(event, DeckPeeked) for event in told)
    filled.enter(Told(seat(president), ClaimTiles(About.PEEK, filled.view.board.round - 1, (L, F, F))))


def test_the_deck_is_shuffled_when_it_runs_low() -> None:
    filled = sheet(OFFICIAL, 5, Began(seat(0)))
    shuffles: list[int] = []
    for _ in range(5):
        nominee = next(option.entry for option in filled.options if option.barred is None)
        filled.enter(nominee)
        filled.enter(Voted(True))
        shuffles += [
            event.tiles for event in filled.enter(Enacted(L if filled.view.board.liberal < 4 else F)) if isinstance(event, DeckShuffled)
        ]
    assert shuffles == [12]


def test_six_liberal_policies_win_with_an_ordinary_deck() -> None:
    filled = sheet(FRENCH_DECK, 6, Began(seat(2)))
    for liberal in range(6):
        assert filled.view.board.liberal == liberal
        for entry in (next(option.entry for option in filled.options if option.barred is None), Voted(True), Enacted(L)):
            filled.enter(entry)
    assert filled.view.board.ending is Ending.LIBERAL_POLICIES


def test_a_claim_of_one_who_saw_nothing_is_refused() -> None:
    filled = sheet(OFFICIAL, 5, Began(seat(0)), *government(0, 1, F))
    assert refused(filled, Told(seat(3), ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F)))) is Bar.NOT_SEEN
    assert refused(filled, Told(seat(-1), ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F)))) is Bar.NO_SUCH_SEAT
    filled.enter(Told(seat(0), ClaimTiles(About.PRESIDENT_HAND, 1, (F, F, F))))
    assert len(filled.view.rounds[0].claims) == 1


def test_a_sheet_with_an_impossible_entry_says_which(tmp_path: Path) -> None:
    paper = PaperGame(rules=OFFICIAL, names=list("ABCDE"), entries=[Began(seat(0)), Nominated(seat(0))])
    with pytest.raises(UnfitRecord, match="entry 2, round 1"):
        list(filling(paper))
    file = tmp_path / "sheet.jsonl"
    file.write_text(game_to_line(paper) + "\n" + game_to_line(replace(paper, paper=9)), encoding="utf-8")
    first, second = read_games(file)
    assert first == paper
    assert isinstance(second, UnfitRecord)
