"""Batch: games side by side behind plain arrays, for learners."""

import numpy as np
import numpy.typing as npt

from secret_hitler.rules import Ruleset
from secret_hitler.rules.ruleset import MAX_SEATS

from ..observations.claim_numbers import CLAIMS, TALK_ACTIONS
from ..observations.history import ROUND_SIZE
from ..observations.observation import ACTIONS, OBSERVATION_SIZE, ROUNDS_SHOWN
from .layout import ENDED, ENDINGS, FIELDS, RNG, ruleset_row
from .observe import observe_games
from .past_rounds import WORDS, observe_history
from .rng import rng_of
from .steps import choose_uniformly, deal_games, open_history, spread, step_games, step_games_noted
from .talk import observe_claims


class Batch:
    """Each game waits for one seat at a time; voters come in seat order. A game that ends begins anew."""

    def __init__(
        self, rules: Ruleset, players: int, games: int, seed: int = 0, renew: bool = True, claims: bool = False, rounds: int = 0
    ) -> None:
        """With `renew` a game begins anew in the step that ends it, otherwise in the step after, which does nothing else.

        With `claims` a president and a chancellor are asked after each session what they say of it. So many latest `rounds` are kept."""
        if not 0 <= rounds <= ROUNDS_SHOWN:
            raise ValueError(f"{rounds} rounds cannot be kept: from 0 to {ROUNDS_SHOWN} can")
        self.rules, self.players, self.games, self.renew, self.claims, self.rounds = rules, players, games, renew, claims, rounds
        self.actions = TALK_ACTIONS if claims else ACTIONS
        """How many actions there are."""
        self._ruleset_row = ruleset_row(rules, players)
        self._table = np.zeros((games, FIELDS), dtype=np.int64)
        self._table[:, RNG] = [rng_of(seed, game) for game in range(games)]
        self.seats = np.zeros(games, dtype=np.int64)
        """The seat to act in each game; -1 where it is over."""
        self.masks = np.zeros(games, dtype=np.int64)
        """The legal actions of that seat: bit n for action n."""
        self.rewards = np.zeros((games, players), dtype=np.int64)
        """For the step that ended a game, 1 for each seat that won and -1 for the others; else 0."""
        self.endings = np.full(games, -1, dtype=np.int64)
        """How a game ended in the latest step, as a number of ENDINGS; -1 where it did not."""
        deal_games(self._ruleset_row, self._table, self.seats, self.masks)
        self._history = np.zeros((games, WORDS * rounds), dtype=np.int64)
        if rounds:
            open_history(self._table, self._history)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        if actions.shape != self.seats.shape:
            raise ValueError(f"{self.games} actions are needed, one for each game")
        given = (self._ruleset_row, self._table, actions, self.renew, self.seats, self.masks, self.rewards, self.endings)
        noted = self.claims or self.rounds
        illegal = step_games_noted(*given, self.claims, self._history) if noted else step_games(*given)
        if illegal >= 0:
            raise ValueError(f"game {illegal}: action {actions[illegal]} is illegal for seat {self.seats[illegal]}; no game was changed")

    @property
    def ended(self) -> int:
        """How many games have ended since the batch began."""
        return int(self._table[:, ENDED : ENDED + len(ENDINGS)].sum())

    def legal(self) -> npt.NDArray[np.bool_]:
        """Return the masks with a column for each action."""
        legal = np.empty((self.games, self.actions), dtype=np.bool_)
        spread(self.masks, legal)
        return legal

    def observe(self, seats: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int8]:
        """Return what the seat to act in each game sees, or another seat."""
        onlookers = self.seats if seats is None else seats
        shown = np.empty((self.games, OBSERVATION_SIZE + (MAX_SEATS * len(CLAIMS) if self.claims else 0)), dtype=np.int8)
        observe_games(self._ruleset_row, self._table, onlookers, shown)
        if self.claims:
            observe_claims(self._table, onlookers, shown)
        return shown

    def history(self, seats: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int8]:
        """Return the rounds kept as that seat saw them: for each game the latest round first, in the numbers of environments.history."""
        if not self.rounds:
            raise ValueError("this batch keeps no rounds")
        shown = np.empty((self.games, self.rounds * ROUND_SIZE), dtype=np.int8)
        observe_history(self._ruleset_row, self._table, self._history, self.seats if seats is None else seats, shown)
        return shown.reshape(self.games, self.rounds, ROUND_SIZE)

    def uniform(self) -> npt.NDArray[np.int64]:
        """Draw an action for each game, uniform over what is legal; a tile held twice counts twice."""
        actions = np.empty(self.games, dtype=np.int64)
        choose_uniformly(self._table, self.masks, actions)
        return actions
