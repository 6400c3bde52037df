"""The OpenSpiel game: import this module, then pyspiel.load_game("python_secret_hitler", {"players": 5, "rules": "official"}).

Chance is explicit and small, votes are hidden decisions in seat order, and what a player sees is what its View may see.
"""

import random
from collections.abc import Callable
from typing import Any, Final

import msgspec

from secret_hitler.rules import RULESETS, Party, Policy, Ruleset, Seat, Tiles, View, onlooking, visible
from secret_hitler.rules.claims import Round
from secret_hitler.rules.ruleset import MAX_SEATS, MIN_SEATS, TrackerReset
from secret_hitler.words.view_text import ROLE, TILE, order

from ..extra import extra
from ..observations.observation import ACTIONS, OBSERVATION_SIZE, legal_numbers, numbered_action, observation
from .resample import retold
from .stepwise_chance import ROLES, TILES, SmallChances

with extra("environments"):
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]  # a compiled module without type hints

ROUNDS: Final = 40
"""How many rounds an information state tensor holds; of a longer game, the latest."""
_ENDLESS: Final = 100_000
"""Where vetoes do not count towards the populace, nothing bounds the length of a game."""
_DECISIONS_BESIDE_VOTES: Final = 7
"""Nomination, discard, enactment, three on a veto, and a power."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_secret_hitler",
    long_name="Secret Hitler",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_SEATS,
    min_num_players=MIN_SEATS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 5, "rules": "official"},
)


class SecretHitlerGame(pyspiel.Game):  # type: ignore[misc]  # the library's classes have no type hints
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.players: int = given.get("players", 5)
        self.rules: Ruleset = RULESETS[given.get("rules", "official")]
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=MAX_SEATS,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=_longest(self.rules, self.players),
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> "SecretHitlerState":
        return SecretHitlerState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SecretHitlerObserver":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SecretHitlerObserver(kind.perfect_recall)


class SecretHitlerState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SecretHitlerGame) -> None:
        super().__init__(game)
        self.rules, self.players = game.rules, game.players
        self.table = SmallChances(game.rules, game.players)
        self._views = _Views()

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.chance() else self.table.game.awaited[0]

    def is_terminal(self) -> bool:
        return self.table.game.ending is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.table.chance()

    def _legal_actions(self, player: int) -> list[int]:
        return legal_numbers(self.table.game.legal_actions(Seat(player))) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self.table.chance():
            self.table.take_chance(action)
        else:
            game = self.table.game
            self.table.decide(game.awaited[0], numbered_action(game.board.phase, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return order(numbered_action(self.table.game.board.phase, action))
        if self.table.dealing:
            return f"deal {ROLE[ROLES[action]]}"
        return f"seat {action} begins" if self.table.opening else f"draw {TILE[TILES[action]]}"

    def returns(self) -> list[float]:
        ending = self.table.game.ending
        if ending is None:
            return [0.0] * self.players
        return [1.0 if role.party is ending.winner else -1.0 for role in self.table.game.roles]

    def __str__(self) -> str:
        told = [f"{seat} {order(action)}" for seat, action in self.table.moves]
        return f"{''.join(self.table.game.roles)} {', '.join(told)} {self.table.chance()}"

    def view(self, player: int) -> View:
        return self._views.of(self, player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SecretHitlerState":
        """Return a state that this player cannot tell from the present one, its secrets drawn anew; nobody may be waiting for chance."""
        if self.is_chance_node():
            raise ValueError("only a state in which a player is to decide can be drawn anew")
        return retold(self, Seat(player), random.Random(int(sampler() * (1 << 53))))


class _Views:
    """The Views of a state's players, folded from its log as far as they have been asked for; a copy folds its own."""

    def __init__(self) -> None:
        self._views: dict[int, View] = {}
        self._told: dict[int, int] = {}

    def of(self, state: SecretHitlerState, player: int) -> View:
        view = self._views.setdefault(player, onlooking(state.rules, state.players, Seat(player)))
        for told in state.table.log[self._told.get(player, 0) :]:
            view.see(told)
        self._told[player] = len(state.table.log)
        return view

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Views":
        return _Views()


class SecretHitlerObserver:
    """A PyObserver: the observation of a player, and with perfect recall also the rounds so far."""

    def __init__(self, perfect_recall: bool) -> None:
        self._recall = perfect_recall
        size = OBSERVATION_SIZE + (ROUNDS * ROUND_SIZE if perfect_recall else 0)
        self.tensor = np.zeros(size, dtype=np.float32)
        self.dict = {"observation": self.tensor[:OBSERVATION_SIZE]}
        if perfect_recall:
            self.dict["rounds"] = self.tensor[OBSERVATION_SIZE:].reshape(ROUNDS, ROUND_SIZE)

    def set_from(self, state: SecretHitlerState, player: int) -> None:
        view = state.view(player)
        self.dict["observation"][:] = observation(view)
        if self._recall:
            self.dict["rounds"][:] = 0
            for place, round in enumerate(view.rounds[-ROUNDS:]):
                self.dict["rounds"][place] = _recalled(round)

    def string_from(self, state: SecretHitlerState, player: int) -> str:
        if not self._recall:
            return f"{player}: {' '.join(map(str, observation(state.view(player))))}"
        seen = [event for told in state.table.log for event in told if visible(event, Seat(player))]
        return f"{player}: {msgspec.json.encode(seen).decode()}"


def _recalled(round: Round) -> list[float]:
    """Return a round as a player knows it."""
    ballots = [*(round.ballots or ()), *[None] * MAX_SEATS][:MAX_SEATS]
    return [
        *(float(seat == round.president) for seat in range(MAX_SEATS)),
        *(float(seat == round.chancellor) for seat in range(MAX_SEATS)),
        *(_sign(ballot) for ballot in ballots),
        *(float(seat == round.target) for seat in range(MAX_SEATS)),
        float(round.special),
        _sign(round.elected),
        _sign(None if round.enacted is None else round.enacted is Policy.LIBERAL),
        float(round.by_populace),
        float(round.veto_asked),
        float(round.vetoed),
        _sign(None if round.party is None else round.party is Party.LIBERAL),
        *_counted(round.president_hand),
        *_counted(round.president_discard),
        *_counted(round.chancellor_hand),
        *_counted(round.chancellor_discard),
    ]


def _counted(tiles: Tiles | None) -> tuple[float, float]:
    return (0.0, 0.0) if tiles is None else (float(tiles.count(Policy.LIBERAL)), float(tiles.count(Policy.FASCIST)))


def _sign(yes: bool | None) -> float:
    return 0.0 if yes is None else 1.0 if yes else -1.0


ROUND_SIZE: Final = len(_recalled(Round(0, Seat(0), False, 0, 0)))


def _longest(rules: Ruleset, players: int) -> int:
    """Return the most decisions a game can take."""
    if rules.tracker_reset is TrackerReset.ON_ELECTION:
        return _ENDLESS
    rounds = (rules.liberal_goal + rules.fascist_goal - 1) * rules.tracker_length
    return rounds * (players + _DECISIONS_BESIDE_VOTES)


pyspiel.register_game(GAME_TYPE, SecretHitlerGame)
