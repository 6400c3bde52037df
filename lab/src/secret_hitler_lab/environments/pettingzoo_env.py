"""The PettingZoo environment: secret_hitler_v0.env() one seat at a time, secret_hitler_v0.parallel_env() all seats at once.

In each cycle every seat acts: those whom the game awaits decide, the others wait, or claim something where claims are played.
So votes are cast at once, and nobody learns another's choice before making their own. See docs/lab.md for the spaces.
"""

import functools
import random
import sys
from typing import Any

from secret_hitler.play import Session
from secret_hitler.rules import OFFICIAL, PUBLIC, Ruleset, Seat
from secret_hitler.rules.ruleset import MAX_SEATS
from secret_hitler.words.view_text import picture

from ..extra import extra
from ..observations.claim_numbers import CLAIMS, TALK_ACTIONS, WAIT, claims_heard, legal_claims, numbered_claim
from ..observations.observation import OBSERVATION_SIZE, legal_numbers, numbered_action, observation
from .seats_session import new_session, rewards

with extra("environments"):
    import numpy as np
    import numpy.typing as npt
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv, register  # type: ignore[import-untyped]  # it does not ship its type hints
    from pettingzoo.utils import OrderEnforcingWrapper  # type: ignore[import-untyped]
    from pettingzoo.utils.conversions import parallel_to_aec_wrapper  # type: ignore[import-untyped]

Observation = dict[str, npt.NDArray[np.int8]]


def env(**options: Any) -> AECEnv[str, Observation, int | None]:
    return OrderEnforcingWrapper(raw_env(**options))


def raw_env(**options: Any) -> AECEnv[str, Observation, int | None]:
    return parallel_to_aec_wrapper(parallel_env(**options))


class parallel_env(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801  because PettingZoo finds it by this name
    metadata = {"name": "secret_hitler_v0", "render_modes": ["human", "ansi", "rgb_array"], "is_parallelizable": True, "render_fps": 2}

    def __init__(
        self,
        players: int = 7,
        rules: Ruleset = OFFICIAL,
        claims: bool = False,
        max_cycles: int = 1000,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """`strict`: an illegal action raises ValueError; otherwise the lowest legal one is taken and the infos say so."""
        self.players, self.rules, self.claims, self.max_cycles, self.strict = players, rules, claims, max_cycles, strict
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._rng = random.Random()
        self._cycles = 0
        self._session: Session | None = None

    @functools.cache  # noqa: B019  because PettingZoo asks for the very same space each time
    def action_space(self, agent: str) -> Space[Any]:
        return Discrete(self._actions)

    @functools.cache  # noqa: B019
    def observation_space(self, agent: str) -> Space[Any]:
        size = OBSERVATION_SIZE + (MAX_SEATS * len(CLAIMS) if self.claims else 0)
        shown, mask = Box(-1, 127, (size,), np.int8), Box(0, 1, (self._actions,), np.int8)
        return Dict({"observation": shown, "action_mask": mask})

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], dict[str, Any]]:
        if seed is not None:
            self._rng = random.Random(seed)
        self._session = new_session(self.rules, self.players, random.Random(self._rng.getrandbits(64)))
        self._session.let_nature_act()
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        session, agents = self._played, self.agents
        infos: dict[str, Any] = {agent: {} for agent in agents}
        chosen = {Seat(self.possible_agents.index(agent)): self._legal_choice(agent, actions[agent], infos[agent]) for agent in agents}
        awaited = session.game.awaited
        for seat, number in chosen.items():
            claim = numbered_claim(session.views[seat], number - WAIT - 1) if number > WAIT else None
            if claim is not None:
                session.act(seat, claim)
        for seat in awaited:
            session.act(seat, numbered_action(session.game.board.phase, chosen[seat]))
        self._cycles += 1
        over, cut = session.game.ending is not None, self._cycles >= self.max_cycles
        observations = self._observations()
        earned = {agent: float(reward) for agent, reward in zip(agents, rewards(session), strict=True)}
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, earned, dict.fromkeys(agents, over), dict.fromkeys(agents, cut and not over), infos

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return what the public sees; no secret is ever drawn."""
        said = picture(self._played.views[PUBLIC])
        if self.render_mode == "rgb_array":
            return _drawn(said)
        if self.render_mode == "human":
            sys.stdout.write(said + "\n\n")
            return None
        return said

    def close(self) -> None:
        self._session = None

    @property
    def _actions(self) -> int:
        return TALK_ACTIONS if self.claims else WAIT + 1

    @property
    def _played(self) -> Session:
        assert self._session is not None, "reset the environment first"
        return self._session

    def _legal(self, seat: Seat) -> list[int]:
        view = self._played.views[seat]
        if view.choices:
            return legal_numbers(view.legal_actions)
        return [WAIT, *(WAIT + 1 + claim for claim in (legal_claims(view) if self.claims else ()))]

    def _legal_choice(self, agent: str, number: int, info: dict[str, Any]) -> int:
        legal = self._legal(Seat(self.possible_agents.index(agent)))
        if number in legal:
            return int(number)
        if self.strict:
            raise ValueError(f"{agent} may not do {number}; legal are {legal}")
        info["illegal"] = int(number)
        return legal[0]

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observation(Seat(seat)) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: Seat) -> Observation:
        view = self._played.views[seat]
        shown = observation(view)
        if self.claims:
            shown += claims_heard(view, MAX_SEATS)
        mask = np.zeros(self._actions, dtype=np.int8)
        mask[self._legal(seat)] = 1
        return {"observation": np.array(shown, dtype=np.int8), "action_mask": mask}


def _drawn(said: str) -> npt.NDArray[np.uint8]:
    with extra("environments"):
        from PIL import Image, ImageDraw
    image = Image.new("RGB", (720, 160), "#f7e1c3")
    ImageDraw.Draw(image).multiline_text((12, 10), said, fill="#4a3a2a", spacing=5)
    return np.asarray(image, dtype=np.uint8).copy()


register("aec", "SecretHitler-v0", entry_point=env)
register("parallel", "SecretHitler-v0", entry_point=parallel_env)
