"""Thousands of games on the kernel behind the conventions of Gymnasium's vector environments.

One learner holds every seat in turn: the observation, the mask and the reward are those of the seat to act. The reward of the step that
ends a game goes to the seat that acted in it; `infos["rewards"]` has it for every seat.
"""

from typing import Any

from secret_hitler.rules import OFFICIAL, Ruleset

from ..extra import extra
from ..observations.observation import ACTIONS, OBSERVATION_SIZE

with extra("environments"):
    import numpy as np
    import numpy.typing as npt
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from ..kernel.batch import Batch

Observations = dict[str, npt.NDArray[np.int8]]
Bools = npt.NDArray[np.bool_]


class SecretHitlerVectorEnv(VectorEnv[Observations, npt.NDArray[np.int64], Any]):
    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, num_envs: int, players: int = 7, rules: Ruleset = OFFICIAL) -> None:
        self.num_envs, self.players, self.rules = num_envs, players, rules
        shown, mask = Box(-1, 127, (OBSERVATION_SIZE,), np.int8), Box(0, 1, (ACTIONS,), np.int8)
        self.single_observation_space = Dict({"observation": shown, "action_mask": mask})
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch: Batch | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        if isinstance(seed, list):
            raise ValueError("the games of a batch share one seed")
        super().reset(seed=seed)
        self._batch = Batch(self.rules, self.players, self.num_envs, int(self.np_random.integers(1 << 62)), renew=False)
        return self._observations(self._batch.seats), self._infos()

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Observations, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Ignore the action for a game that ended in the step before: that game begins anew."""
        batch = self._seated
        acted = batch.seats.copy()
        batch.step(np.asarray(actions, dtype=np.int64))
        over = batch.endings >= 0
        rewards = np.where(over, batch.rewards[np.arange(self.num_envs), acted], 0).astype(np.float64)
        observations = self._observations(np.where(over, acted, batch.seats))
        return observations, rewards, over, np.zeros(self.num_envs, dtype=np.bool_), self._infos()

    def uniform(self) -> npt.NDArray[np.int64]:
        """Actions uniform over what is legal; a tile held twice counts twice."""
        return self._seated.uniform()

    @property
    def _seated(self) -> Batch:
        assert self._batch is not None, "reset the environment first"
        return self._batch

    def _observations(self, seats: npt.NDArray[np.int64]) -> Observations:
        """Where a game is over every action is open, since none is looked at."""
        batch = self._seated
        return {"observation": batch.observe(seats), "action_mask": (batch.legal() | (batch.masks == 0)[:, None]).astype(np.int8)}

    def _infos(self) -> dict[str, Any]:
        batch = self._seated
        return {"seat": batch.seats.copy(), "rewards": batch.rewards.copy(), "ending": batch.endings.copy()}
