"""The posterior equals enumeration of every deck and every hidden choice."""

import random
from itertools import combinations, permutations

import msgspec
import numpy as np
import pytest

from secret_hitler.belief import Belief, shipped
from secret_hitler.belief.sessions import SessionModel, chance_of, context
from secret_hitler.records import replay
from secret_hitler.rules import OFFICIAL, PUBLIC, About, Onlooker, Policy, Power, Role, Ruleset, Seat, Tiles, View, onlooking
from secret_hitler.rules.events import DeckShuffled
from tests.games import random_record

SMALL = msgspec.structs.replace(
    OFFICIAL,
    name="small",
    liberal_tiles=5,
    fascist_tiles=7,
    powers={**OFFICIAL.powers, 5: (Power.PEEK, Power.INVESTIGATE, Power.PEEK, Power.EXECUTE, Power.EXECUTE)},
)
ROLES = sorted(set(permutations("LLLFH")))
PLAIN = msgspec.structs.replace(shipped(), session_weights=[1.0, 1.0], traces={kind: [0.0] * 9 for kind in shipped().traces})


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("onlooker", [PUBLIC, Seat(1)])
def test_the_posterior_is_that_of_all_decks_and_choices_enumerated(seed: int, onlooker: Onlooker) -> None:
    record = random_record(SMALL, 5, random.Random(seed), claims=0.4)
    view = onlooking(SMALL, 5, onlooker)
    belief = Belief(view, PLAIN)
    shuffles = 0
    for _, _, told in replay(record):
        shuffles += sum(isinstance(event, DeckShuffled) for event in told)
        if shuffles > 1:
            break
        seen = view.see(told)
        belief.see(seen)
    expected = np.zeros(len(belief.worlds))
    for letters in ROLES:
        roles = tuple(map(Role, letters))
        expected[belief.worlds.of(roles)] = _likelihood(view, roles)
    expected *= belief.possible()
    assert np.allclose(belief.joint, expected / expected.sum())


def _likelihood(view: View, roles: tuple[Role, ...]) -> float:
    tiles = SMALL.liberal_tiles + SMALL.fascist_tiles
    total = 0.0
    for liberal in combinations(range(tiles), SMALL.liberal_tiles):
        deck = tuple(Policy.LIBERAL if place in liberal else Policy.FASCIST for place in range(tiles))
        total += _of_deck(view, roles, deck)
    return total


def _of_deck(view: View, roles: tuple[Role, ...], deck: Tiles) -> float:
    chance = 1.0
    model = SessionModel(SMALL, SMALL.informed(5), PLAIN)
    for round in view.rounds:
        if any(sight.round == round.number and sight.about is About.PRESIDENT_HAND for sight in view.board.sights):
            hand, deck = deck[:3], deck[3:]
            chance *= _of_hand(view, roles, round.number, hand)
        if round.by_populace:
            if deck[0] is not round.enacted:
                return 0.0
            deck = deck[1:]
        if any(sight.round == round.number and sight.about is About.PEEK for sight in view.board.sights):
            if round.peek not in (None, deck[:3]):
                return 0.0
            said = round.tiles_told(About.PEEK)
            if said is not None and round.peek is None:
                chance *= model.peek_claimed(said, deck[:3])["LFH".index(roles[round.president])]
        if not chance:
            return 0.0
    return chance


def _of_hand(view: View, roles: tuple[Role, ...], number: int, hand: Tiles) -> float:
    round = view.rounds[number - 1]
    drawn = hand.count(Policy.LIBERAL)
    if round.president_hand is not None and round.president_hand.count(Policy.LIBERAL) != drawn:
        return 0.0
    total = 0.0
    for thrown in set(hand):
        passed = list(hand)
        passed.remove(thrown)
        if round.president_discard is not None and round.president_discard != (thrown,):
            continue
        if round.chancellor_hand is not None and sorted(passed) != sorted(round.chancellor_hand):
            continue
        total += _discards(roles, round.president, round.chancellor, number, view, hand, thrown) * _enacts(
            view, roles, number, hand, passed
        )
    return total


def _choice(rules: Ruleset, fitted: list[float], view: View, number: int, who: Role, partner: Role) -> float:
    round = view.rounds[number - 1]
    known = partner if who is not Role.LIBERAL else None  # at five seats Hitler knows the fascist too
    return chance_of(fitted, context(rules, round.liberal_before, round.fascist_before, known))


def _discards(
    roles: tuple[Role, ...], president: Seat, chancellor: Seat | None, number: int, view: View, hand: Tiles, thrown: Policy
) -> float:
    assert chancellor is not None
    if len(set(hand)) == 1:
        return 1.0
    fitted = PLAIN.discard[f"{roles[president]} {hand.count(Policy.LIBERAL)}"]
    liberal = _choice(SMALL, fitted, view, number, roles[president], roles[chancellor])
    return liberal if thrown is Policy.LIBERAL else 1 - liberal


def _enacts(view: View, roles: tuple[Role, ...], number: int, hand: Tiles, passed: list[Policy]) -> float:
    round = view.rounds[number - 1]
    assert round.chancellor is not None
    if round.enacted is None or round.by_populace:
        return 1.0
    if round.enacted not in passed:
        return 0.0
    president, chancellor = roles[round.president], roles[round.chancellor]
    chance = 1.0
    if len(set(passed)) == 2:
        fascist = _choice(SMALL, PLAIN.enact[chancellor], view, number, chancellor, president)
        chance = fascist if round.enacted is Policy.FASCIST else 1 - fascist
    over = round.number < view.board.round
    first, second = round.tiles_told(About.PRESIDENT_HAND), round.tiles_told(About.CHANCELLOR_HAND)
    drawn, held = hand.count(Policy.LIBERAL), passed.count(Policy.LIBERAL)
    if first is not None or over:
        chance *= PLAIN.president_claim[f"{president} {drawn} {held} {round.enacted}"][_place(first)]
    if second is not None or over:
        heard = "-" if first is None else str(first.count(Policy.LIBERAL))
        chance *= PLAIN.chancellor_claim[f"{chancellor} {held} {round.enacted} {heard}"][_place(second)]
    return chance


def _place(said: Tiles | None) -> int:
    return -1 if said is None else said.count(Policy.LIBERAL)
