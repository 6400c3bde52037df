"""Batch: games side by side behind plain arrays, for learners."""

import numpy as np
import numpy.typing as npt

from ...rules import Ruleset
from ..environments.observation import ACTIONS, OBSERVATION_SIZE
from .layout import ENDED, ENDINGS, FIELDS, LUCK, knobs
from .observe import observe_games
from .seeds import luck_of
from .steps import choose_uniformly, deal_games, spread, step_games


class Batch:
    """Each game waits for one seat at a time; voters come in seat order. A game that ends begins anew."""

    def __init__(self, rules: Ruleset, players: int, games: int, seed: int = 0, renew: bool = True) -> None:
        """With `renew` a game begins anew in the step that ends it, otherwise in the step after, which does nothing else."""
        self.rules, self.players, self.games, self.renew = rules, players, games, renew
        self._knobs = knobs(rules, players)
        self._table = np.zeros((games, FIELDS), dtype=np.int64)
        self._table[:, LUCK] = [luck_of(seed, game) for game in range(games)]
        self.seats = np.zeros(games, dtype=np.int64)
        """The seat to act in each game; -1 where it is over."""
        self.masks = np.zeros(games, dtype=np.int64)
        """The legal actions of that seat: bit n for action n."""
        self.rewards = np.zeros((games, players), dtype=np.int64)
        """For the step that ended a game, 1 for each seat that won and -1 for the others; else 0."""
        self.endings = np.full(games, -1, dtype=np.int64)
        """How a game ended in the latest step, as a number of ENDINGS; -1 where it did not."""
        deal_games(self._knobs, self._table, self.seats, self.masks)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        if actions.shape != self.seats.shape:
            raise ValueError(f"{self.games} actions are needed, one for each game")
        illegal = step_games(self._knobs, self._table, actions, self.renew, self.seats, self.masks, self.rewards, self.endings)
        if illegal >= 0:
            raise ValueError(f"game {illegal}: action {actions[illegal]} is illegal for seat {self.seats[illegal]}; no game was changed")

    @property
    def ended(self) -> int:
        """How many games have ended since the batch began."""
        return int(self._table[:, ENDED : ENDED + len(ENDINGS)].sum())

    def legal(self) -> npt.NDArray[np.bool_]:
        """The masks with a column for each action."""
        legal = np.empty((self.games, ACTIONS), dtype=np.bool_)
        spread(self.masks, legal)
        return legal

    def observe(self, seats: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int8]:
        """What the seat to act in each game sees, or another seat."""
        shown = np.empty((self.games, OBSERVATION_SIZE), dtype=np.int8)
        observe_games(self._knobs, self._table, self.seats if seats is None else seats, shown)
        return shown

    def uniform(self) -> npt.NDArray[np.int64]:
        """An action for each game, uniform over what is legal; a tile held twice counts twice."""
        actions = np.empty(self.games, dtype=np.int64)
        choose_uniformly(self._table, self.masks, actions)
        return actions
