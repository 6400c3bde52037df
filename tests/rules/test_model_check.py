"""The model checker: its maps hold every state of real games, its counts are those of perft, and it finds what is wrong on purpose."""

import random
from collections.abc import Iterator
from itertools import product
from math import comb

import pytest
from msgspec.structs import force_setattr, replace

from secret_hitler.chance import opener_by_lot
from secret_hitler.play import Move, Session
from secret_hitler.rules import (
    FRENCH_DECK,
    MANUAL,
    NATURE,
    OFFICIAL,
    ONLINE,
    PRINT_AND_PLAY,
    RULESETS,
    Ending,
    Game,
    Phase,
    Power,
    Ruleset,
    Shuffle,
    StrandedGame,
)
from secret_hitler.rules.game import cards_to_shuffle
from secret_hitler.rules.model_check import SEAT_MAPS, StateMap, check, explore, forget_seats, longest, state_of
from tests.other_readings import TURNED, read_as
from tests.perft import FOLDER, positions

MAPS = (forget_seats, *SEAT_MAPS)
EVERY = 10**6
ALL_ENDINGS = tuple(Ending)
EXECUTIONS, INVESTIGATIONS = (Power.EXECUTE,) * 5, (Power.INVESTIGATE,) * 5


def only(players: int, rules: Ruleset = OFFICIAL, **changes: object) -> Ruleset:
    """Keep to one number of players, which makes the check quick."""
    return replace(rules, fascists={players: rules.fascists[players]}, **changes)


def unguarded(rules: Ruleset, powers: tuple[Power, ...]) -> Ruleset:
    """Grant these powers although a game may get stuck: the guard of a rule set would refuse them."""
    copy = replace(rules)
    force_setattr(copy, "powers", dict.fromkeys(rules.fascists, powers))
    return copy


@pytest.mark.parametrize(
    ("rules", "rounds"),
    [(OFFICIAL, 30), (PRINT_AND_PLAY, None), (MANUAL, 30), (FRENCH_DECK, 33), (ONLINE, 30)],
    ids=lambda value: str(value)[:9],
)
def test_the_written_rule_sets_have_no_dead_end(rules: Ruleset, rounds: int | None) -> None:
    found = check(rules)
    assert found.complete
    assert found.stuck == ()
    assert found.rounds == rounds
    assert found.endings == tuple(ending for ending in Ending if rules is not MANUAL or ending is not Ending.HITLER_EXECUTED)
    assert (found.endless, found.needed) == ((True, ("vetoes",)) if rules is PRINT_AND_PLAY else (False, ()))


@pytest.mark.parametrize("rules", TURNED, ids=lambda rules: rules.name)
def test_no_reading_leads_into_a_dead_end(rules: Ruleset) -> None:
    for players in (5, 10):
        found = check(only(players, rules))
        assert found.complete
        assert found.stuck == ()
        assert set(Ending) - set(found.endings) == (set() if rules.hitler_death_wins else {Ending.HITLER_EXECUTED})


def test_what_lets_a_game_go_on_for_ever_is_named() -> None:
    vetoes = check(only(5, read_as("veto_moves_tracker", turned=True)))
    assert (vetoes.rounds, vetoes.endless, vetoes.needed) == (None, True, ("vetoes",))
    failures = check(only(5, replace(OFFICIAL, chaos_enacts=False, veto_threshold=6)))
    assert (failures.rounds, failures.endless, failures.needed) == (None, True, ("rejections",))
    either = check(only(5, replace(OFFICIAL, chaos_enacts=False)))
    assert (either.endless, either.needed) == (True, ())


def test_the_longest_game_is_counted_in_rounds() -> None:
    quick = only(5, liberal_goal=1, fascist_goal=1, hitler_threshold=0, powers=dict.fromkeys(OFFICIAL.fascists, ()))
    assert check(replace(quick, tracker_length=1)).rounds == 1
    assert check(quick).rounds == 3
    assert check(replace(quick, liberal_goal=2)).rounds == 6


@pytest.mark.parametrize(
    ("rules", "players", "powers", "wrong"),
    [
        (MANUAL, 5, INVESTIGATIONS, "with 5 players nobody may be chosen in the phase investigation"),
        (PRINT_AND_PLAY, 6, EXECUTIONS, "with 6 players nobody may be chosen in the phase nomination"),
        (OFFICIAL, 5, EXECUTIONS, "with 5 players nobody may be chosen in the phase nomination"),
    ],
)
def test_a_dead_end_is_found_where_the_guard_is_off(rules: Ruleset, players: int, powers: tuple[Power, ...], wrong: str) -> None:
    assert any(found.startswith(wrong) for found in check(unguarded(only(players, rules), powers)).stuck)


def test_a_deck_that_serves_no_draw_is_found_where_the_guard_is_off() -> None:
    rules = replace(only(5))
    force_setattr(rules, "fascist_tiles", 6)
    force_setattr(rules, "liberal_tiles", 5)
    assert "with 5 players the deck serves 2 of 3 tiles" in check(rules).stuck


@pytest.mark.parametrize("seed", range(30))
def test_the_guard_refuses_every_track_that_gets_stuck(seed: int) -> None:
    rng = random.Random(seed)
    rules = only(rng.choice((5, 6)), rng.choice((OFFICIAL, PRINT_AND_PLAY, MANUAL)))
    powers = tuple(rng.choices((Power.EXECUTE, Power.INVESTIGATE, Power.SPECIAL_ELECTION), k=5))
    if check(unguarded(rules, powers)).stuck:
        with pytest.raises(StrandedGame):
            replace(rules, powers=dict.fromkeys(rules.fascists, powers))


def test_a_limit_is_kept_and_told() -> None:
    found = check(OFFICIAL, limit=1000)
    assert (found.states, found.complete, found.rounds) == (1000, False, None)
    exact = check(only(5)).states
    assert check(only(5), limit=exact).complete
    assert not check(only(5), limit=exact - 1).complete


# Against games, one by one


def games(rules: Ruleset, players: int, seed: int) -> Iterator[Game]:
    """Every state of a game at random in which a decision is due."""
    rng = random.Random(seed)
    session = Session(rules, players, rng.randrange, opener=opener_by_lot(rules, players, rng.randrange))
    while session.game.awaited and session.game.board.round < 60:
        if session.nature_awaited:
            session.play(session.draw())
            continue
        yield session.game
        seat = session.game.awaited[0]
        session.play(Move(seat, rng.choice(session.game.legal_actions(seat))))


@pytest.mark.parametrize("rules", [*RULESETS.values(), *TURNED], ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [5, 8])
def test_every_state_of_real_games_is_on_the_maps(rules: Ruleset, players: int) -> None:
    maps: list[StateMap] = [explore(rules, players, forget, EVERY) for forget in MAPS]
    met = 0
    for seed in range(12):
        for game in games(rules, players, seed):
            if game.board.phase is Phase.NOMINATION:
                for forget, found in zip(MAPS, maps, strict=True):
                    for kept in forget(game.copy()):
                        assert state_of(kept) in found.after
                        met += 1
    assert met > 200


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_elections_as_one_step_have_as_many_ways_as_ballots_one_by_one(rules: Ruleset) -> None:
    found = {name: ways(table.game, depth) for name, (table, depth) in positions(rules).items()}
    filed = (FOLDER / f"{rules.name}.txt").read_text(encoding="utf-8").splitlines()
    assert [f"{name}, {depth} decisions: {found[name]}" for name, (_, depth) in positions(rules).items()] == filed


def ways(game: Game, depth: int) -> int:
    """Count the paths as perft does, but close each election at one go and multiply by the ballots that would have done it."""
    while game.board.phase is Phase.SHUFFLE:
        game = game.copy()
        game.apply(NATURE, Shuffle(cards_to_shuffle(game)))
    if depth == 0 or not game.awaited:
        return 1
    voters = len(game.board.alive)
    if game.board.phase is Phase.ELECTION:
        if depth < voters:
            return int(2**depth)
        total = 0
        for elected, ja in product((True, False), range(voters + 1)):
            if elected == (2 * ja > voters):
                total += comb(voters, ja) * ways(_after(game, elected), depth - voters)
        return total
    total = 0
    for action in dict.fromkeys(game.legal):
        after = game.copy()
        after.apply(game.awaited[0], action)
        total += ways(after, depth - 1)
    return total


def _after(game: Game, elected: bool) -> Game:
    after = game.copy()
    after.hold_election(elected)
    return after


def test_a_way_back_makes_a_map_endless() -> None:
    opened, voted = (Phase.NOMINATION,), (Phase.ELECTION,)
    straight = StateMap({opened: [(voted, "")], voted: []}, set(), set())
    assert longest(straight) == 1
    back = StateMap({opened: [(voted, "")], voted: [(opened, "vetoes")]}, set(), set())
    assert longest(back) is None
    assert longest(back, without="vetoes") == 1
