"""The PettingZoo environment passes the library's own tests and shows a seat no more than its View."""

import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra lab")
pytest.importorskip("pygame", reason="the library's own tests import it")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the library's tests import its own old environments
    from pettingzoo.test import (  # type: ignore[import-untyped]
        api_test,
        max_cycles_test,
        parallel_api_test,
        render_test,
        seed_test,
    )

from secret_hitler.rules import PUBLIC, RULESETS, Ruleset, Seat
from secret_hitler_lab.environments import pettingzoo_env as secret_hitler_v0
from secret_hitler_lab.observations.claim_numbers import CLAIMS, WAIT, claim_number, legal_claims, numbered_claim
from secret_hitler_lab.observations.observation import OBSERVATION_SIZE

SETTINGS: list[dict[str, Any]] = [
    {},
    {"players": 5, "rules": RULESETS["print-and-play"]},
    {"players": 10, "rules": RULESETS["online"], "claims": True},
    {"players": 8, "rules": RULESETS["manual"], "claims": True},
    {"players": 6, "rules": RULESETS["french-deck"]},
]


@pytest.mark.parametrize("options", SETTINGS)
def test_the_library_s_own_tests_pass(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns of its own samples
        api_test(secret_hitler_v0.env(**options), num_cycles=600)
        parallel_api_test(secret_hitler_v0.parallel_env(**options), num_cycles=200)
    seed_test(lambda: secret_hitler_v0.env(**options), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


def test_games_are_cut_off_after_the_cycles_asked_for() -> None:
    max_cycles_test(secret_hitler_v0)


def test_it_renders_as_text_and_as_an_image(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(secret_hitler_v0.env)
    assert "Liberal policies" in capsys.readouterr().out


def play(players: int, rules: Ruleset, claims: bool, seed: int) -> secret_hitler_v0.parallel_env:
    env = secret_hitler_v0.parallel_env(players=players, rules=rules, claims=claims, strict=True)
    observations, _ = env.reset(seed=seed)
    rng = random.Random(seed)
    while env.agents:
        actions = {agent: rng.choice(np.flatnonzero(shown["action_mask"])) for agent, shown in observations.items()}
        observations, rewards, *_ = env.step(actions)
    assert set(rewards.values()) == {1.0, -1.0}
    return env


@pytest.mark.parametrize("claims", [False, True])
@pytest.mark.parametrize("players", range(5, 11))
def test_every_game_ends_with_rewards_by_team(players: int, claims: bool) -> None:
    for rules in RULESETS.values():
        env = play(players, rules, claims, seed=players)
        assert env._played.game.ending is not None
        if claims:
            assert any(round.claims for round in env._played.views[PUBLIC].rounds)


def test_the_spaces_do_not_depend_on_the_number_of_players() -> None:
    spaces = {str(secret_hitler_v0.parallel_env(players=players).observation_space("seat_0")) for players in range(5, 11)}
    assert len(spaces) == 1
    assert str(OBSERVATION_SIZE) in spaces.pop()


def test_illegal_actions_are_told_or_refused() -> None:
    env = secret_hitler_v0.parallel_env()
    env.reset(seed=1)
    president = next(agent for agent in env.agents if env._legal(Seat(env.agents.index(agent))) != [WAIT])
    actions = dict.fromkeys(env.agents, WAIT)
    *_, infos = env.step(actions)
    assert infos[president] == {"illegal": WAIT}
    strict = secret_hitler_v0.parallel_env(strict=True)
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="may not do"):
        strict.step(actions)


def test_claims_have_numbers_that_lead_back_to_them() -> None:
    env = play(9, RULESETS["official"], claims=True, seed=3)
    heard = [claimed.claim for round in env._played.views[PUBLIC].rounds for claimed in round.claims]
    assert heard
    assert all(CLAIMS[number] for claim in heard if (number := claim_number(claim)) is not None)
    for view in (env._played.views[Seat(seat)] for seat in range(9)):
        assert [claim_number(claim) for number in legal_claims(view) if (claim := numbered_claim(view, number))] == legal_claims(view)
