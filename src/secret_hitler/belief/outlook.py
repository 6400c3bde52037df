"""The chance that liberals win, from public information and from everything."""

from math import exp

import numpy as np

from ..rules import About, Game, Policy, Role, View
from .belief import Belief
from .evidence import last_claim
from .worlds import CODES, Floats

EXPOSURE_LIMIT = 4.0


def liberal_win(belief: Belief) -> float:
    """As the onlooker of this belief sees it."""
    if belief.view.board.ending is not None:
        return float(belief.view.board.ending.winner == "L")
    return _chance(belief.figures.outlook["public"], public_features(belief))


def liberal_win_knowing_all(belief: Belief, game: Game) -> float:
    """With every role and the draw pile open, and the public's belief, which is what people will act on."""
    if game.ending is not None:
        return float(game.ending.winner == "L")
    return _chance(belief.figures.outlook["all"], all_features(belief, game.roles, game.deck))


def public_features(belief: Belief) -> list[float]:
    rules, board = belief.view.rules, belief.view.board
    fascist = belief.fascist[list(board.alive)]
    spread, share = float(fascist.std()), belief.liberal_share
    liberals, fascists = board.liberal / rules.liberal_goal, board.fascist / rules.fascist_goal
    return [
        *_board_features(belief),
        share,
        share * liberals,
        share * fascists,
        float(fascist.mean()),
        spread,
        spread * liberals,
        spread * fascists,
        0.0 if board.president is None else float(belief.fascist[board.president]),
        _bad_draws_claimed(belief.view),
    ]


def all_features(belief: Belief, roles: tuple[Role, ...], deck: tuple[Policy, ...]) -> list[float]:
    view, board = belief.view, belief.view.board
    codes = np.array([CODES[role] for role in roles])
    alive = np.array(board.alive)
    doubt = np.clip(belief.fascist, 1e-9, 1 - 1e-9)
    exposure = np.clip(np.log(doubt / (1 - doubt)), -EXPOSURE_LIMIT, EXPOSURE_LIMIT)
    team = codes[alive] > 0
    hand = deck[: view.rules.draw]
    next_president = 0.0 if board.president is None else float(codes[board.president] > 0)
    late = board.fascist >= view.rules.hitler_threshold
    hitler = roles.index(Role.HITLER)
    liberals_next = hand.count(Policy.LIBERAL) / max(len(hand), 1)
    return [
        *_board_features(belief),
        liberals_next,
        deck.count(Policy.LIBERAL) / max(len(deck), 1),
        float(team.mean()),
        float(exposure[alive[team]].mean()),
        float(exposure[alive[~team]].mean()),
        float(exposure[hitler]),
        late * float(exposure[hitler]),
        late * float(hitler in board.not_hitler),
        next_president,
        next_president * liberals_next,
        _bad_draws_claimed(view),
    ]


def _board_features(belief: Belief) -> list[float]:
    rules, board = belief.view.rules, belief.view.board
    liberals, fascists = rules.liberal_goal - board.liberal, rules.fascist_goal - board.fascist
    return [
        1.0,
        *(float(liberals == to_go) for to_go in range(1, 5)),
        *(float(fascists == to_go) for to_go in range(1, 6)),
        board.tracker / rules.tracker_length,
        len(board.alive) / board.seats,
    ]


def _bad_draws_claimed(view: View) -> float:
    """Presidents who said that all their tiles were fascist: bad luck, or the excuse of many."""
    said = [last_claim(round, About.PRESIDENT_HAND) for round in view.rounds]
    return float(sum(tiles is not None and Policy.LIBERAL not in tiles for tiles in said))


def _chance(weights: list[float], features: list[float]) -> float:
    return 1 / (1 + exp(-sum(weight * feature for weight, feature in zip(weights, features, strict=True))))


def chances(weights: Floats, features: Floats) -> Floats:
    """Many at once, for the fit."""
    odds: Floats = features @ weights
    result: Floats = 1 / (1 + np.exp(-odds))
    return result
