"""A tournament in the PettingZoo environment: in every game each seat is played by one of three policies, drawn by lot.

python examples/tournament.py [games]
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable
from math import sqrt

import numpy as np

from secret_hitler_lab.environments import pettingzoo_env as secret_hitler_v0
from secret_hitler_lab.environments.pettingzoo_env import Observation
from secret_hitler_lab.observations.observation import FASCIST_TILE, LIBERAL_TILE, NO, YES, part

Policy = Callable[[Observation, random.Random], int]


def legal(shown: Observation) -> list[int]:
    return list(map(int, np.flatnonzero(shown["action_mask"])))


def uniform(shown: Observation, rng: random.Random) -> int:
    return rng.choice(legal(shown))


def party_line(shown: Observation, rng: random.Random) -> int:
    """Plays its own party's tiles."""
    options, seen = legal(shown), shown["observation"]
    if LIBERAL_TILE not in options or FASCIST_TILE not in options:
        return rng.choice(options)
    discards = seen[part("phase")][2] == 1
    return LIBERAL_TILE if _liberal(shown) != discards else FASCIST_TILE


def watchful(shown: Observation, rng: random.Random) -> int:
    """On the party line, and a liberal who votes against unproven chancellors once Hitler could win."""
    options, seen = legal(shown), shown["observation"]
    voting = options == [YES, NO] and seen[part("phase")][1] == 1
    if voting and _liberal(shown) and seen[part("Hitler can win by election")][0]:
        proved = (seen[part("proved not Hitler")] * seen[part("chancellor")]).any()
        return YES if proved else NO
    return party_line(shown, rng)


def _liberal(shown: Observation) -> bool:
    seen = shown["observation"]
    return bool((seen[part("me")] * seen[part("known to be liberals")]).any())


POLICIES: dict[str, Policy] = {"uniform": uniform, "party line": party_line, "watchful": watchful}


def main(games: int) -> None:
    env = secret_hitler_v0.parallel_env(players=7, strict=True)
    scores: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for number in range(games):
        rng = random.Random(number)
        names = {agent: rng.choice(list(POLICIES)) for agent in env.possible_agents}
        observations, _ = env.reset(seed=number)
        sides = {agent: "liberal" if _liberal(shown) else "fascist" for agent, shown in observations.items()}
        while env.agents:
            actions = {agent: POLICIES[names[agent]](shown, rng) for agent, shown in observations.items()}
            observations, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            scores[names[agent], sides[agent]].append(reward > 0)
    for (name, side), won in sorted(scores.items(), key=lambda entry: (entry[0][1], -np.mean(entry[1]))):
        share = sum(won) / len(won)
        print(f"{side:>8}  {name:<12} wins {share:.1%} +- {sqrt(share * (1 - share) / len(won)):.1%} of {len(won)} seats")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
