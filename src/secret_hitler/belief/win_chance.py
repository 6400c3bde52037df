"""The chance that liberals win, from public information and from everything."""

from math import exp, log
from typing import NamedTuple

import numpy as np

from ..rules import About, Board, Game, Policy, Role, Ruleset, View
from .belief import Belief
from .evidence import last_claim
from .worlds import CODES, HITLER, LIBERAL, Codes, Floats

EXPOSURE_LIMIT = 4.0


def liberal_win(belief: Belief) -> float:
    """As the onlooker of this belief sees it; fitted on the belief of the public."""
    if belief.view.board.ending is not None:
        return float(belief.view.board.ending.winner == "L")
    return _chance(belief.parameters.win_chance["public"], public_features(belief))


def liberal_win_knowing_all(belief: Belief, game: Game) -> float:
    """With every role and the draw pile open, and the public's belief, which is what people will act on."""
    if game.ending is not None:
        return float(game.ending.winner == "L")
    return _chance(belief.parameters.win_chance["all"], all_features(belief, game.roles, game.deck))


def public_features(belief: Belief) -> list[float]:
    """Few, and each with a reason of its own: the games are some hundreds, and the rounds of one game share its end."""
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
    hand = deck[: view.rules.draw]
    standing = Standing(view.rules, view.board, belief.fascist, bad_draws_claimed(view))
    next_share, share = (tiles.count(Policy.LIBERAL) / max(len(tiles), 1) for tiles in (hand, deck))
    features: list[float] = open_features(standing, np.array([[CODES[role] for role in roles]]), next_share, share)[0].tolist()
    return features


class Standing(NamedTuple):
    """What the chance to win depends on besides the roles and the draw pile."""

    rules: Ruleset
    board: Board
    fascist: Floats
    """For each seat the chance that it is a fascist, as the public believes."""
    bad_draws: float


def open_features(at: Standing, roles: Codes, next_share: Floats | float, share: Floats | float) -> Floats:
    """A row for each row of roles; liberal tiles are counted as their share of the next hand, and of the draw pile."""
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
        next_president * next_share,
    ]
    everything = [*_board_features(at.rules, board), next_share, share, *columns, at.bad_draws]
    features = np.empty((len(roles), len(everything)))
    for place, column in enumerate(everything):
        features[:, place] = column
    return features


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
    """By how many votes more than at the deal the living liberals outnumber the living fascists, as a share of the table."""
    board, fascist = belief.view.board, belief.worlds.fascist
    lead = np.maximum(len(board.alive) - 2 * fascist[:, list(board.alive)].sum(axis=1), 0)
    dealt = max(board.seats - 2 * float(fascist[0].sum()), 0)
    return (float(belief.joint @ lead) - dealt) / board.seats


def _doubt(joint: Floats) -> float:
    """The entropy of the posterior: 1 when nothing is known of the roles, 0 when everything is."""
    known = joint[joint > 0]
    return float(-(known @ np.log(known))) / log(max(len(joint), 2))


def bad_draws_claimed(view: View) -> float:
    """Presidents who said that all their tiles were fascist: bad luck, or the excuse of many."""
    return float(_claimed_draws(view).count(0))


def _claimed_draws(view: View) -> list[int]:
    """The liberal tiles that each president who spoke claims to have drawn."""
    said = [last_claim(round, About.PRESIDENT_HAND) for round in view.rounds]
    return [tiles.count(Policy.LIBERAL) for tiles in said if tiles is not None]


def _chance(weights: list[float], features: list[float]) -> float:
    return 1 / (1 + exp(-sum(weight * feature for weight, feature in zip(weights, features, strict=True))))


def chances(weights: Floats, features: Floats) -> Floats:
    """Many at once, for the fit."""
    odds: Floats = features @ weights
    result: Floats = 1 / (1 + np.exp(-odds))
    return result
