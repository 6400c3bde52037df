"""The vector environment keeps Gymnasium's conventions."""

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra lab")
from gymnasium.vector import AutoresetMode

from secret_hitler.rules import ONLINE
from secret_hitler_lab.environments.vector import SecretHitlerVectorEnv


def test_observations_and_actions_lie_in_their_spaces() -> None:
    env = SecretHitlerVectorEnv(16, players=9, rules=ONLINE)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    assert (infos["seat"] >= 0).all()
    for _ in range(300):
        actions = env.uniform()
        assert actions.shape == env.action_space.shape
        observations, *_ = env.step(np.where(observations["action_mask"].all(axis=1), 0, actions))
        assert observations in env.observation_space


def test_a_game_begins_anew_in_the_step_after_its_end() -> None:
    env = SecretHitlerVectorEnv(32)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.reset(seed=2)
    over = np.zeros(32, dtype=bool)
    ended = 0
    for _ in range(500):
        before = over
        observations, rewards, over, cut, infos = env.step(env.uniform())
        assert not (before & over).any()
        assert not cut.any()
        assert (np.abs(rewards) == over).all()
        assert ((infos["seat"] < 0) == over).all()
        assert observations["action_mask"][over].all()
        ended += over.sum()
    assert ended > 32


def test_the_same_seed_gives_the_same_games() -> None:
    def run() -> list[float]:
        env = SecretHitlerVectorEnv(8)
        env.reset(seed=3)
        return [float(env.step(env.uniform())[0]["observation"].sum()) for _ in range(200)]

    assert run() == run()
