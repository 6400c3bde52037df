"""A bot that plays by a network kept in a file: `FILE.npz` wherever a bot is named."""

import random
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from secret_hitler.bots import Bot, Personality, Talk, UnknownBot
from secret_hitler.bots.levels import Maker
from secret_hitler.rules import AnyEvent, Claim, Decision, Seat, View

from ..observations.claim_numbers import TALK_ACTIONS, WAIT, claim_number
from ..observations.history import history
from ..observations.observation import legal_numbers, numbered_action, observation
from .network import Network, load_network

SHARPNESS: Final = 4
"""The power to which chances are raised."""


class LearnedBot:
    """It draws its actions and claims by what the network thinks of them, and tries out less than when it learned."""

    def __init__(self, network: Network, view: View, rng: random.Random) -> None:
        if view.board.seats != network.shape.players:
            raise ValueError(f"this network has learned the game of {network.shape.players} players, not of {view.board.seats}")
        self.network, self.view, self.rng = network, view, rng
        self._pondered: set[tuple[str, int]] = set()

    def see(self, events: list[AnyEvent]) -> None:
        pass

    def hear(self, seat: Seat, talk: Talk) -> None:
        pass

    def decide(self) -> Decision:
        return numbered_action(self.view.board.phase, self._draw(legal_numbers(self.view.legal_actions)))

    def claims(self) -> list[Claim]:
        """Each thing is pondered once, as soon as it may be spoken of."""
        unsaid = [claim for claim in self.view.claims if not claim.said and (claim.about, claim.round) not in self._pondered]
        self._pondered.update((claim.about, claim.round) for claim in unsaid)
        said = list[Claim]()
        while unsaid:
            told = {number: claim for sight in unsaid for claim in sight.tellings if (number := claim_number(claim)) is not None}
            action = self._draw([WAIT, *(WAIT + 1 + number for number in sorted(told))])
            if action == WAIT:
                break
            chosen = told[action - WAIT - 1]
            said.append(chosen)
            unsaid = [sight for sight in unsaid if chosen not in sight.tellings]
        return said

    def talk(self) -> list[Talk]:
        return []

    def _draw(self, legal: list[int]) -> int:
        me, eyes = self.view.onlooker, self.network.eyes
        assert not isinstance(me, str)
        seen = np.array([observation(self.view)], dtype=np.int8), np.array([history(self.view, self.network.shape.rounds)], dtype=np.int8)
        open_to_me: npt.NDArray[np.bool_] = np.zeros(TALK_ACTIONS, dtype=np.bool_)
        open_to_me[legal] = True
        chances, _ = self.network.think(eyes.look(*seen, np.array([me])), open_to_me[eyes.actions[[me]]])
        place = self.rng.choices(range(chances.shape[1]), (chances[0] ** SHARPNESS).tolist())[0]
        return int(eyes.actions[me, place])


@cache
def bot_in_file(path: str) -> Maker:
    """Return what makes bots of this file; it is read once."""
    try:
        network = load_network(Path(path))
    except (OSError, ValueError, KeyError) as error:
        raise UnknownBot(f"the bot {path!r} cannot be read: {error}") from error
    return partial(_sit, network)


def _sit(network: Network, view: View, rng: random.Random, _: Personality) -> Bot:
    return LearnedBot(network, view, rng)
