"""A review says of every decision what it was worth, of every claim whether it was true, and how the chances moved."""

import random
from functools import cache

import msgspec
import pytest

from lab.studies.planted_blunders import KINDS, plant
from secret_hitler.records import Record
from secret_hitler.review import NoReview, judge_moves, review
from secret_hitler.review.in_words import in_words
from secret_hitler.rules import OFFICIAL, RULESETS, ClaimParty, ClaimTiles, Decision, Enact, Ending, Execute, Party, Policy, Role, Vote
from secret_hitler.wire.review import Label, Review
from secret_hitler.words import LANGUAGES, Words
from secret_hitler_lab.tournament.arena import play
from tests.games import random_record
from tests.paper.written_down import written_down


@cache
def game(rules: str = "official", seats: int = 5, seed: int = 3) -> tuple[Record, Review]:
    record = random_record(RULESETS[rules], seats, random.Random(seed), claims=0.05 if seats == 5 else 0.15)
    return record, review(record)


@pytest.mark.parametrize("rules", RULESETS)
def test_every_decision_is_judged_once(rules: str) -> None:
    record, found = game(rules)
    made = [number for number, move in enumerate(record.moves, start=1) if isinstance(move.action, Decision)]
    assert sorted(one.move for one in found.decisions) == made
    assert [one.chosen.action for one in sorted(found.decisions, key=lambda one: one.move)] == [
        record.moves[move - 1].action for move in made
    ]
    for one in found.decisions:
        assert all(0 <= chance <= 1 for option in (one.chosen, *one.others) for chance in (option.known, option.open))
        assert one.cost == pytest.approx(max([0.0, *(other.known - one.chosen.known for other in one.others)]), abs=1e-3)


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_no_policy_is_told_as_a_turn_against_its_own_side(seed: int) -> None:
    _, found = game(seats=7, seed=seed)
    turns = {point.what.key: point.after > point.before for point in found.turning_points}
    assert all(rose == key.endswith(".L") for key, rose in turns.items() if key.startswith(("review.turn.enacted", "review.turn.populace")))


def test_single_moves_are_judged_as_in_the_whole_review() -> None:
    record, found = game()
    some = found.decisions[5::9]
    assert judge_moves(record, [one.move for one in some]) == some


@pytest.mark.parametrize("rules", RULESETS)
def test_the_curve_ends_where_the_game_did(rules: str) -> None:
    record, found = game(rules)
    assert record.ending is not None
    assert found.curve[-1].open == found.curve[-1].public == (record.ending.winner is Party.LIBERAL)
    assert [point.move for point in found.curve] == sorted({point.move for point in found.curve})
    enacted = [point.policy for point in found.curve if point.policy is not None]
    assert (enacted.count(Policy.LIBERAL), enacted.count(Policy.FASCIST)) == (found.liberal, found.fascist)


def test_a_vote_is_worth_something_only_if_it_decided() -> None:
    _, found = game(seats=7)
    votes = [one for one in found.decisions if isinstance(one.chosen.action, Vote)]
    by_round: dict[int, list[bool]] = {}
    for one in votes:
        by_round.setdefault(one.round, []).append(one.chosen.action == Vote(True))
    seen = set()
    for one in votes:
        cast = by_round[one.round]
        others = sum(cast) - (one.chosen.action == Vote(True))
        decided = others == len(cast) // 2
        assert (one.swing != 0) <= decided
        seen.add(decided)
    assert seen == {True, False}


def test_claims_stand_beside_the_truth() -> None:
    record, found = game(seats=7)
    spoken = [
        move
        for move in record.moves
        if (isinstance(move.action, ClaimTiles) and move.action.tiles) or (isinstance(move.action, ClaimParty) and move.action.party)
    ]
    assert [(one.seat, one.claim) for one in found.claims] == [(move.seat, move.action) for move in spoken]
    assert {one.lie for one in found.claims} == {True, False}
    for one in found.claims:
        said = one.claim.tiles if isinstance(one.claim, ClaimTiles) else one.claim.party
        assert one.lie == (said != (one.tiles if isinstance(one.claim, ClaimTiles) else one.party))
        assert all(record.roles[seat] is Role.LIBERAL for seat in one.before)


def test_who_knows_the_team_has_found_it_from_the_first_round_on() -> None:
    record, found = game(seats=7)
    assert [one.seat for one in found.knowledge] == list(range(7))
    for one in found.knowledge:
        assert len(one.fascist) == found.rounds
        if record.roles[one.seat] is Role.FASCIST:
            assert one.findable == 1
            assert one.fascist[0] == [float(role is not Role.LIBERAL) for role in record.roles]


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_blunder_is_found(kind: str) -> None:
    games = (play(OFFICIAL, 7, "regular", "regular", 0, number).record for number in range(60))
    record, moves = next(planted for game in games if (planted := plant(kind, game)) is not None)
    labels = {one.label for one in review(record).decisions if one.move in moves}
    assert labels & {Label.MISTAKE, Label.BLUNDER}


@pytest.mark.parametrize(("seed", "role", "label"), [(105, Role.LIBERAL, Label.BRILLIANT), (37, Role.FASCIST, Label.BLUNDER)])
def test_a_shot_at_hitler_against_the_odds_is_brilliant_but_not_by_his_own(seed: int, role: Role, label: Label) -> None:
    _, found = game(seed=seed)
    shot = found.decisions[-1]
    assert isinstance(shot.chosen.action, Execute)
    assert found.ending is Ending.HITLER_EXECUTED
    assert (shot.role, shot.label) == (role, label)
    assert shot.cost > 0.05, "what was known spoke for somebody else"


def test_a_game_on_paper_is_reviewed_once_its_roles_are_written_down() -> None:
    record, whole = game(seats=5, seed=1)
    paper = written_down(record)
    found = review(paper)
    assert found.paper
    assert found.roles == whole.roles
    assert {type(one.chosen.action).__name__ for one in found.decisions} >= {"Nominate", "Vote"}
    assert not [one for one in found.decisions if isinstance(one.chosen.action, Enact)]
    assert found.curve[-1].open == whole.curve[-1].open
    with pytest.raises(NoReview, match="roles"):
        review(msgspec.structs.replace(paper, entries=paper.entries[:-1]))


def test_a_game_that_did_not_end_is_not_reviewed() -> None:
    record, _ = game()
    for moves in (record.moves[:-1], record.moves[:5]):
        with pytest.raises(NoReview, match="did not end"):
            review(Record(rules=OFFICIAL, seats=record.seats, moves=moves))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_read_in_every_language(language: str) -> None:
    text = "\n".join(in_words(game(seats=7)[1], Words(language)))
    assert "{" not in text
    assert "seat 3" in text


def test_it_survives_the_wire() -> None:
    _, found = game(seats=7)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
