"""What holds in every game, under every rule set and many house rules."""

import random
from copy import deepcopy

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from secret_hitler.chance import SeededRandom, arranged, natures_move, server_commitment
from secret_hitler.play import Move
from secret_hitler.records import Record, at, final, from_line, moments, parse_record, print_record, replay, to_line, verify
from secret_hitler.records.record import UnfitRecord
from secret_hitler.rules import (
    ALL,
    NATURE,
    OFFICIAL,
    PUBLIC,
    RULESETS,
    AnyAction,
    CallSpecialElection,
    Discard,
    Enact,
    Execute,
    Game,
    IllegalAction,
    Investigate,
    Nominate,
    Policy,
    Ruleset,
    Seat,
    StrandedGame,
    Veto,
    Vote,
    begin,
    onlooking,
)
from secret_hitler.rules.ruleset import Count, TermLimits, TrackerReset, VetoStyle
from tests.games import random_record
from tests.sizes import size

TARGETED = (Nominate, Investigate, CallSpecialElection, Execute)
EVERY_DECISION: list[AnyAction] = [
    *(action(Seat(seat)) for action in TARGETED for seat in range(-1, 11)),
    *(action(flag) for action in (Vote, Veto) for flag in (True, False)),
    *(action(policy) for action in (Discard, Enact) for policy in Policy),
]


@st.composite
def house(draw: st.DrawFn) -> Ruleset:
    """Turn some knobs of a written rule set; the rules themselves refuse those that would strand a game."""
    knobs = {
        "draw": st.integers(2, 4),
        "hitler_threshold": st.integers(0, 5),
        "veto_threshold": st.integers(0, 6),
        "tracker_length": st.integers(1, 4),
        "veto": st.sampled_from(VetoStyle),
        "term_limits": st.sampled_from(TermLimits),
        "president_exempt_by": st.sampled_from(Count),
        "president_exempt_at": st.integers(0, 10),
        "tracker_reset": st.sampled_from(TrackerReset),
        "reshuffle_after_populace": st.booleans(),
        "veto_needs_fascist_hand": st.booleans(),
        "special_election_of_self": st.booleans(),
        "liberal_tiles": st.integers(5, 8),
        "fascist_tiles": st.integers(6, 13),
    }
    turned = draw(st.lists(st.sampled_from(sorted(knobs)), max_size=5, unique=True))
    base = draw(st.sampled_from(list(RULESETS.values())))
    try:
        return replace(base, name="house", **{knob: draw(knobs[knob]) for knob in turned})
    except StrandedGame:
        return base


rulesets = st.one_of(st.sampled_from(list(RULESETS.values())), house())
seats_and_seeds = {"seats": st.integers(5, 10), "seed": st.integers(0, 2**32)}
many = settings(max_examples=size("examples of a property"), deadline=None)


def played(rules: Ruleset, seats: int, seed: int) -> Record:
    return random_record(rules, seats, random.Random(seed))


@many
@given(rules=rulesets, **seats_and_seeds)
def test_every_game_ends_and_no_tile_is_lost(rules: Ruleset, seats: int, seed: int) -> None:
    for game, move, _ in replay(played(rules, seats, seed)):
        board = game.board
        in_play = len(game.deck) + len(game.discards) + len(game.hand) + board.liberal + board.fascist
        dealt = bool(game.deck or board.round)
        assert in_play == (rules.liberal_tiles + rules.fascist_tiles if dealt else 0), move
        assert (board.draw_pile, board.discards) == (len(game.deck), len(game.discards))
    assert game.ending is not None


@many
@given(rules=rulesets, **seats_and_seeds)
def test_replay_equals_play(rules: Ruleset, seats: int, seed: int) -> None:
    record = played(rules, seats, seed)
    again = from_line(to_line(record))
    assert isinstance(again, Record)
    assert [told for _, _, told in replay(record)] == [told for _, _, told in replay(again)]
    assert final(record).ending == record.ending


@many
@given(
    rules=rulesets, order=st.booleans(), notes=st.dictionaries(st.text(max_size=20), st.text(max_size=20), max_size=2), **seats_and_seeds
)
def test_parse_of_print_is_identity(rules: Ruleset, order: bool, notes: dict[str, str], seats: int, seed: int) -> None:
    record = random_record(rules, seats, random.Random(seed), in_seat_order=order)
    record.notes = {key.encode(errors="ignore").decode(): value.encode(errors="ignore").decode() for key, value in notes.items()}
    assert parse_record(print_record(record)) == record
    assert from_line(to_line(record)) == record
    unfinished = replace(record, moves=record.moves[: seed % len(record.moves)], ending=None)
    assert parse_record(print_record(unfinished)) == unfinished


@many
@given(rules=rulesets, **seats_and_seeds)
def test_legal_actions_agree_with_apply(rules: Ruleset, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    for game, _, _ in replay(played(rules, seats, seed)):
        if rng.random() < 0.2:
            seat = Seat(rng.randrange(-1, seats + 1))
            _agree(game, seat, set(game.legal_actions(seat)), EVERY_DECISION)
            _agree(game, seat, set(game.legal_claims(seat)), [claim for other in range(seats) for claim in game.legal_claims(Seat(other))])


def _agree(game: Game, seat: Seat, legal: set[AnyAction], tried: list[AnyAction]) -> None:
    accepted = set()
    before = game.copy()
    for action in tried:
        trial = game.copy()
        try:
            trial.apply(seat, action)
        except IllegalAction:
            assert trial == before, "a refused action changed the game"
        else:
            accepted.add(action)
    assert accepted == legal
    assert game == before, "a copy shares state with its original"


@many
@given(rules=rulesets, **seats_and_seeds)
def test_a_view_offers_exactly_what_the_game_allows(rules: Ruleset, seats: int, seed: int) -> None:
    record = played(rules, seats, seed)
    onlooker = Seat(seed % seats)
    views = {moment.number: (moment.view.legal_actions, moment.view.claims) for moment in moments(record, onlooker)}
    actions, claims = views[0]
    for number, (game, _, _) in enumerate(replay(record), start=1):
        actions, claims = views.get(number, (actions, claims))
        assert actions == game.legal_actions(onlooker)
        assert {telling for claim in claims for telling in claim.tellings} == set(game.legal_claims(onlooker))


@many
@given(rules=rulesets, **seats_and_seeds)
def test_the_board_of_every_view_is_the_board_of_the_game(rules: Ruleset, seats: int, seed: int) -> None:
    record = played(rules, seats, seed)
    views = {onlooker: moments(record, onlooker) for onlooker in (PUBLIC, ALL, Seat(0))}
    *_, (game, _, _) = replay(record)
    for watching in views.values():
        *_, last = watching
        assert last.view.board == game.board


@many
@given(rules=rulesets, **seats_and_seeds)
def test_a_view_is_the_same_however_its_events_are_bundled(rules: Ruleset, seats: int, seed: int) -> None:
    record = played(rules, seats, seed)
    cut = seed % len(record.moves)
    told = [event for _, _, events in replay(msgspec.structs.replace(record, moves=record.moves[:cut])) for event in events]
    onlooker = Seat(seed % seats)
    at_once, one_by_one = onlooking(rules, seats, onlooker), onlooking(rules, seats, onlooker)
    at_once.see(told)
    for event in told:
        one_by_one.see([event])
    assert at_once == one_by_one


@many
@given(**seats_and_seeds)
def test_a_moment_is_what_was_known_then(seats: int, seed: int) -> None:
    record = played(OFFICIAL, seats, seed)
    number = seed % len(record.moves)
    seen = [deepcopy(moment) for moment in moments(record, PUBLIC) if moment.number <= number]
    assert at(record, number, PUBLIC) == seen[-1]


@given(seed=st.binary(min_size=1, max_size=40), n=st.integers(1, 1000))
def test_lots_fall_below_their_bound_and_fall_again_the_same(seed: bytes, n: int) -> None:
    first, second = SeededRandom(seed), SeededRandom(seed)
    drawn = [first.below(n) for _ in range(50)]
    assert drawn == [second.below(n) for _ in range(50)]
    assert all(0 <= number < n for number in drawn)


def test_lots_are_even() -> None:
    lots = SeededRandom(b"evenness")
    counts = [0] * 6
    for _ in range(60_000):
        counts[lots.below(6)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)
    firsts = [arranged("abc", lots.below)[0] for _ in range(6000)]
    assert all(abs(firsts.count(letter) - 2000) < 200 for letter in "abc")


def test_a_game_from_a_seed_can_be_verified_and_a_forged_one_is_found_out() -> None:
    seed = b"a seed of thirty-two bytes......"
    lots, rng = SeededRandom(seed), random.Random(3)
    game, moves = begin(OFFICIAL, 7), list[Move]()
    while game.awaited:
        seat = game.awaited[0]
        action = natures_move(game, lots.below) if seat == NATURE else rng.choice(game.legal_actions(seat))
        game.apply(seat, action)
        moves.append(Move(seat, action))
    record = Record(rules=OFFICIAL, seats=7, moves=moves, ending=game.ending, seed=seed.hex(), commitment=server_commitment(seed))
    assert verify(record) >= 3
    assert verify(parse_record(print_record(record))) == verify(record)
    with pytest.raises(UnfitRecord, match="not the one that the seed gives"):
        verify(replace(record, seed=b"another".hex(), commitment=server_commitment(b"another")))
    with pytest.raises(UnfitRecord, match="not the one that was committed to"):
        verify(replace(record, seed=b"another".hex()))
    with pytest.raises(UnfitRecord, match="no seed"):
        verify(replace(record, seed=None))
