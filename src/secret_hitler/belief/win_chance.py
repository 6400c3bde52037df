"""The chance that liberals win, from public information and from everything."""

from math import exp, log
from typing import NamedTuple

import numpy as np

from ..rules import About, Board, Game, Policy, Role, Ruleset, Seat, View
from ..rules.choices import limited_president
from .belief import Belief
from .worlds import CODES, HITLER, LIBERAL, Codes, Floats

EXPOSURE_LIMIT = 4.0
NAMING = 3.0
"""How much whoever names a chancellor goes by suspicion, in log odds for the whole way from trust to certainty."""


def liberal_win(belief: Belief) -> float:
    """Return the chance as the onlooker of this belief sees it; it was fitted on the belief of the public."""
    if belief.view.board.ending is not None:
        return float(belief.view.board.ending.winner == "L")
    return _chance(belief.parameters.win_chance["public"], public_features(belief))


def liberal_win_knowing_all(belief: Belief, game: Game) -> float:
    """Return the chance with every role and the draw pile open; people will still act on the public's belief."""
    if game.ending is not None:
        return float(game.ending.winner == "L")
    return _chance(belief.parameters.win_chance["all"], all_features(belief, game.roles, game.deck))


def public_features(belief: Belief) -> list[float]:
    """List few features, each with a reason of its own: there are some hundred games, and the rounds of a game share its end."""
    view = belief.view
    rules, board = view.rules, view.board
    liberals, fascists = board.liberal / rules.liberal_goal, board.fascist / rules.fascist_goal
    return [
        1.0,
        liberals,
        float(board.liberal + 1 == rules.liberal_goal),
        fascists,
        float(board.fascist + 1 == rules.fascist_goal),
        len(board.alive) / board.seats,
        belief.liberal_share * liberals,
        _liberal_lead(belief),
        _doubt(belief.joint),
        float(_claimed_draws(view).count(1)),
        float(sum(round.vetoed for round in view.rounds)),
    ]


def all_features(belief: Belief, roles: tuple[Role, ...], deck: tuple[Policy, ...]) -> list[float]:
    view = belief.view
    standing = Standing(view.rules, view.board, belief.fascist, bad_draws_claimed(view))
    draw = view.rules.draw
    shares = [
        tiles.count(Policy.LIBERAL) / len(tiles) if len(tiles) == size else shuffled_share(view.rules, view.board)
        for tiles, size in ((deck[:1], 1), (deck[:draw], draw), (deck[draw : 2 * draw], draw), (deck, len(deck) or 1))
    ]
    features: list[float] = open_features(standing, np.array([[CODES[role] for role in roles]]), PileShares(*shares))[0].tolist()
    return features


class Standing(NamedTuple):
    """What the chance to win depends on besides the roles and the draw pile."""

    rules: Ruleset
    board: Board
    fascist: Floats
    """For each seat the chance that it is a fascist, as the public believes."""
    bad_draws: float


class PileShares(NamedTuple):
    """The share of liberal tiles in parts of the draw pile, perhaps for each of several worlds."""

    top: Floats | float
    next_hand: Floats | float
    second_hand: Floats | float
    whole: Floats | float


def shuffled_share(rules: Ruleset, board: Board) -> float:
    """Return what to expect after a shuffle: the share among all tiles that are not on the board."""
    liberal, fascist = rules.liberal_tiles - board.liberal, rules.fascist_tiles - board.fascist
    return liberal / max(liberal + fascist, 1)


def open_features(at: Standing, roles: Codes, pile: PileShares) -> Floats:
    """Return a row of features for each row of roles."""
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
    everything = [*_board_features(at.rules, board), pile.next_hand, pile.whole, *columns]
    features = np.empty((len(roles), len(everything)))
    for place, column in enumerate(everything):
        features[:, place] = column
    return features


def _named(at: Standing, alive: list[Seat]) -> Floats:
    """Estimate how likely each seat is to be named chancellor next: people name whom they suspect least."""
    board, chances = at.board, np.zeros(at.board.seats)
    barred = (board.president, board.limited_chancellor, limited_president(at.rules, board))
    open_to = [seat for seat in alive if seat not in barred]
    chances[open_to] = np.exp(-NAMING * at.fascist[open_to])
    return chances / max(float(chances.sum()), 1e-9)


def _board_features(rules: Ruleset, board: Board) -> list[Floats | float]:
    liberals, fascists = rules.liberal_goal - board.liberal, rules.fascist_goal - board.fascist
    return [
        1.0,
        *(float(liberals == to_go) for to_go in range(1, 5)),
        *(float(fascists == to_go) for to_go in range(1, 6)),
        board.tracker / rules.tracker_length,
        len(board.alive) / board.seats,
    ]


def _liberal_lead(belief: Belief) -> float:
    """Count the living liberals' majority beyond the one at the deal, as a share of the table."""
    board, fascist = belief.view.board, belief.worlds.fascist
    lead = np.maximum(len(board.alive) - 2 * fascist[:, list(board.alive)].sum(axis=1), 0)
    dealt = max(board.seats - 2 * float(fascist[0].sum()), 0)
    return (float(belief.joint @ lead) - dealt) / board.seats


def _doubt(joint: Floats) -> float:
    """Measure the entropy of the posterior: 1 when nothing is known of the roles, 0 when everything is."""
    known = joint[joint > 0]
    return float(-(known @ np.log(known))) / log(max(len(joint), 2))


def bad_draws_claimed(view: View) -> float:
    """Presidents who said that all their tiles were fascist: bad luck, or the excuse of many."""
    return float(_claimed_draws(view).count(0))


def _claimed_draws(view: View) -> list[int]:
    """Count the liberal tiles that each president who spoke claims to have drawn."""
    said = [round.tiles_told(About.PRESIDENT_HAND) for round in view.rounds]
    return [tiles.count(Policy.LIBERAL) for tiles in said if tiles is not None]


def _chance(weights: list[float], features: list[float]) -> float:
    return 1 / (1 + exp(-sum(weight * feature for weight, feature in zip(weights, features, strict=True))))


def chances(weights: Floats, features: Floats) -> Floats:
    """Return many chances at once, for the fit."""
    odds: Floats = features @ weights
    result: Floats = 1 / (1 + np.exp(-odds))
    return result
