"""The liberals' chance to win, from public information and from everything."""

from math import exp, log
from typing import NamedTuple

import numpy as np

from ..rules import About, Board, Policy, Ruleset, Seat, View
from ..rules.choices import limited
from .belief import Belief
from .worlds import HITLER, LIBERAL, Codes, Floats

EXPOSURE_LIMIT = 4.0
NAMING = 3.0
"""How much suspicion moves a nomination, in log odds for the whole way from trust to certainty."""


def liberal_win(belief: Belief) -> float:
    """Return the chance as this onlooker sees it; it was fitted on the public's belief."""
    if belief.view.board.ending is not None:
        return float(belief.view.board.ending.winner == "L")
    odds = sum(weight * feature for weight, feature in zip(belief.parameters.win_chance["public"], public_features(belief), strict=True))
    return 1 / (1 + exp(-odds))


def public_features(belief: Belief) -> list[float]:
    """List a few features, each with its own reason: there are only some hundred games, and a game's rounds share one ending."""
    view = belief.view
    rules, board = view.rules, view.board
    liberals, fascists = board.liberal / rules.liberal_goal, board.fascist / rules.fascist_goal
    known = belief.joint[belief.joint > 0]
    return [
        1.0,
        liberals,
        float(board.liberal + 1 == rules.liberal_goal),
        fascists,
        float(board.fascist + 1 == rules.fascist_goal),
        len(board.alive) / board.seats,
        belief.liberal_share * liberals,
        _liberal_lead(belief),
        # The entropy of the posterior: 1 if nothing is known about the roles, 0 if everything is.
        float(-(known @ np.log(known))) / log(max(len(belief.joint), 2)),
        float(_claimed_draws(view).count(1)),
        float(sum(round.vetoed for round in view.rounds)),
    ]


class Standing(NamedTuple):
    """What the chance depends on besides the roles and the draw pile."""

    rules: Ruleset
    board: Board
    fascist: Floats
    """For each seat, the public's chance that it's a fascist."""
    bad_draws: float


class PileShares(NamedTuple):
    """The share of liberal tiles in parts of the draw pile, perhaps for several worlds."""

    top: Floats | float
    next_hand: Floats | float
    second_hand: Floats | float
    whole: Floats | float


def shuffled_share(rules: Ruleset, board: Board) -> float:
    """Return the share to expect after a shuffle, among all tiles that aren't on the board."""
    liberal, fascist = rules.liberal_tiles - board.liberal, rules.fascist_tiles - board.fascist
    return liberal / max(liberal + fascist, 1)


def open_features(at: Standing, roles: Codes, pile: PileShares) -> Floats:
    board = at.board
    alive = list(board.alive)
    doubt = np.clip(at.fascist, 1e-9, 1 - 1e-9)
    exposure = np.clip(np.log(doubt / (1 - doubt)), -EXPOSURE_LIMIT, EXPOSURE_LIMIT)
    team = (roles[:, alive] != LIBERAL).astype(float)
    members = team.sum(axis=1)
    late = board.fascist >= at.rules.hitler_threshold
    hitler = (roles == HITLER).astype(float)
    of_hitler = hitler @ exposure
    next_president = np.zeros(len(roles)) if board.president is None else (roles[:, board.president] != LIBERAL).astype(float)
    columns = [
        members / len(alive),
        team @ exposure[alive] / np.maximum(members, 1),
        (1 - team) @ exposure[alive] / np.maximum(len(alive) - members, 1),
        of_hitler,
        late * of_hitler,
        late * hitler[:, list(board.not_hitler)].sum(axis=1),
        next_president,
        next_president * pile.next_hand,
        at.bad_draws,
        pile.second_hand,
        late * hitler @ _named(at, alive),
        board.tracker / at.rules.tracker_length * pile.top,
        (board.liberal + 1 == at.rules.liberal_goal) * pile.next_hand,
        (board.liberal + 1 == at.rules.liberal_goal) * pile.second_hand,
        (board.fascist + 1 == at.rules.fascist_goal) * pile.next_hand,
    ]
    liberals_to_go, fascists_to_go = at.rules.liberal_goal - board.liberal, at.rules.fascist_goal - board.fascist
    of_board = [1.0, *(float(liberals_to_go == to_go) for to_go in range(1, 5)), *(float(fascists_to_go == to_go) for to_go in range(1, 6))]
    tracker, living = board.tracker / at.rules.tracker_length, len(alive) / board.seats
    everything = [*of_board, tracker, living, pile.next_hand, pile.whole, *columns]
    features = np.empty((len(roles), len(everything)))
    for place, column in enumerate(everything):
        features[:, place] = column
    return features


def _named(at: Standing, alive: list[Seat]) -> Floats:
    """Estimate how likely each seat is to be nominated next: people nominate those they suspect least."""
    board, chances = at.board, np.zeros(at.board.seats)
    barred = (board.president, *limited(at.rules, board))
    open_to = [seat for seat in alive if seat not in barred]
    chances[open_to] = np.exp(-NAMING * at.fascist[open_to])
    return chances / max(float(chances.sum()), 1e-9)


def _liberal_lead(belief: Belief) -> float:
    """Count the living liberals' majority beyond that of the deal, as a share of the table."""
    board, fascist = belief.view.board, belief.worlds.fascist
    lead = np.maximum(len(board.alive) - 2 * fascist[:, list(board.alive)].sum(axis=1), 0)
    return (float(belief.joint @ lead) - max(board.seats - 2 * float(fascist[0].sum()), 0)) / board.seats


def bad_draws_claimed(view: View) -> float:
    """Count presidents who claimed a hand without liberals: bad luck, or the usual excuse."""
    return float(_claimed_draws(view).count(0))


def _claimed_draws(view: View) -> list[int]:
    """Count the liberal tiles that each president who spoke claims to have drawn."""
    said = [round.tiles_told(About.PRESIDENT_HAND) for round in view.rounds]
    return [tiles.count(Policy.LIBERAL) for tiles in said if tiles is not None]


def chances(weights: Floats, features: Floats) -> Floats:
    return 1 / (1 + np.exp(-features @ weights))
