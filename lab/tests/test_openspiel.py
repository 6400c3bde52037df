"""The OpenSpiel game passes the library's own tests, its bots play it, and a player cannot tell resampled states apart."""

import random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="needs the extra lab")

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from msgspec.structs import replace
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

from secret_hitler.rules import RULESETS, Seat
from secret_hitler_lab.environments import openspiel
from secret_hitler_lab.environments.openspiel import SecretHitlerState
from secret_hitler_lab.observations.observation import OBSERVATION_SIZE, action_number
from tests.other_readings import PEERS

TABLES = [(name, players) for name in RULESETS for players in (5, 7, 10)]


def load(name: str = "official", players: int = 5) -> Any:
    return pyspiel.load_game("python_secret_hitler", {"players": players, "rules": name})


def played(game: Any, rng: random.Random, stop: float = 0.0) -> SecretHitlerState:
    """Return a state somewhere in a random game, or at its end."""
    state: SecretHitlerState = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        if rng.random() < stop:
            break
        # uniform over tiles: a tile held twice counts twice
        state.apply_action(action_number(rng.choice(state.table.game.legal_actions(Seat(state.current_player())))))
    return state


@pytest.mark.daily(4)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_library_s_random_simulation_passes(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "changes",
    [{"veto_threshold": 5}, {"veto_threshold": 1}, {"veto_threshold": 0}, {"powers": PEERS.powers}, {"peek_optional": True}],
    ids=str,
)
def test_a_player_cannot_tell_a_resampled_state_from_the_present_one(changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(str(changes))
    changed = 0
    for number in range(100):
        name, players = TABLES[number % len(TABLES)]
        monkeypatch.setitem(RULESETS, "ours", replace(RULESETS[name], **changes))
        state = played(load("ours", players), rng, stop=0.015)
        if state.is_terminal():
            continue
        player = state.current_player() if number % 3 else rng.randrange(players)
        again = state.resample_from_infostate(player, rng.random)
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_string(player) == state.observation_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)
        if player == state.current_player():
            assert again.legal_actions() == state.legal_actions()
        changed += again.table.game.roles != state.table.game.roles
    assert changed > 20


def test_the_library_s_information_set_search_plays_it() -> None:
    game = load()
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=5, random_state=np.random.RandomState(2))
    rng = random.Random(3)
    state = game.new_initial_state()
    searched = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        elif searched < 12:
            searched += 1
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert searched == 12
    assert set(state.returns()) == {1.0, -1.0}


def test_a_copy_goes_its_own_way() -> None:
    rng = random.Random(4)
    state = played(load(), rng, stop=0.05)
    copy = state.clone()
    before = [state.information_state_string(player) for player in range(5)]
    while not copy.is_terminal():
        copy.apply_action(copy.legal_actions()[0])
    assert [state.information_state_string(player) for player in range(5)] == before


def test_small_chances_have_the_figures_of_uniform_play() -> None:
    rng = random.Random(5)
    game = load("official", 7)
    games = 300
    wins = 0
    for _ in range(games):
        ending = played(game, rng).table.game.ending
        wins += ending is not None and ending.winner.name == "LIBERAL"
    assert abs(wins / games - 0.238) < 4 * (0.238 * 0.762 / games) ** 0.5


def test_chance_cannot_be_resampled_halfway() -> None:
    with pytest.raises(ValueError, match="a player is to decide"):
        load().new_initial_state().resample_from_infostate(0, random.random)


def test_observers_name_their_pieces() -> None:
    state = played(load(), random.Random(6), stop=0.05)
    observer = openspiel.SecretHitlerObserver(perfect_recall=True)
    observer.set_from(state, 0)
    assert set(observer.dict) == {"observation", "rounds"}
    assert observer.tensor.shape == (OBSERVATION_SIZE + openspiel.ROUNDS * openspiel.ROUND_SIZE,)
    assert list(observer.tensor) == state.information_state_tensor(0)
