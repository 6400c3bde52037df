"""Games side by side, one decision of each at a time: what learners drive."""

import numpy as np
import numpy.typing as npt

from ..observations.claim_numbers import TALK_ACTIONS, WAIT
from ..observations.observation import FASCIST_TILE, LIBERAL_TILE, YES
from .compiled import apart, entry, inner, lowest, popcount, row_of
from .deal import deal, lay_out
from .layout import (
    ALIVE,
    BALLOTS,
    CHANCELLOR_SESSION,
    DECISIONS,
    ELECTION,
    ENDED,
    ENDING,
    FASCIST,
    FASCIST_SEATS,
    HAND_FASCIST,
    HAND_LIBERAL,
    HEARD,
    HITLER_EXECUTED,
    LIBERAL,
    NOMINATION,
    OVER,
    PHASE,
    PRESIDENT_SESSION,
    ROUND,
    SEATS,
    UNSAID,
    VETO_ANSWER,
    VETO_BALLOT,
    VOTED,
    Row,
    Rows,
)
from .legal import actor, legal, may_ask_veto
from .luck import BITS, one_of, spin
from .past_rounds import WORDS, note, open_round
from .talk import claims_open, look, speak, speaker
from .transitions import ask_veto, cast_veto_ballot, choose, discard, hold_election, nominate, use_power, veto_agenda


@entry
def step_games(rules: Rows, table: Rows, actions: Rows, renew: bool, seats: Rows, masks: Rows, rewards: Rows, endings: Rows) -> int:
    """Do one action in each game; the number of the first game whose action is illegal, and then nothing is done, or else -1.

    A game that is over begins anew: at once if `renew`, otherwise at the next step, whose action for it is not looked at.
    """
    knobs = row_of(rules, 0)
    illegal = _first_illegal(actions, masks)
    if illegal >= 0:
        return illegal
    for game in range(len(actions)):
        row = row_of(table, game)
        if endings[game] >= 0:
            _forget_ending(knobs, game, rewards, endings)
        if row[PHASE] == OVER:
            deal(knobs, row)
        else:
            act(knobs, row, seats[game], actions[game])
            if row[PHASE] == OVER:
                endings[game] = row[ENDING]
                row[ENDED + row[ENDING]] += 1
                _reward(knobs, row, row_of(rewards, game))
                if renew:
                    deal(knobs, row)
        seats[game] = actor(row)
        masks[game] = legal(knobs, row)
    return -1


@entry
def step_games_noted(
    rules: Rows,
    table: Rows,
    actions: Rows,
    renew: bool,
    seats: Rows,
    masks: Rows,
    rewards: Rows,
    endings: Rows,
    claims: bool,
    history: Rows,
) -> int:
    """The same where seats may also make claims, or the rounds are kept."""
    knobs, rounds = row_of(rules, 0), history.shape[1] // WORDS
    illegal = _first_illegal(actions, masks)
    if illegal >= 0:
        return illegal
    for game in range(len(actions)):
        row, past = row_of(table, game), row_of(history, game)
        if endings[game] >= 0:
            _forget_ending(knobs, game, rewards, endings)
        if row[PHASE] == OVER:
            _deal_noted(knobs, row, past, rounds)
        elif row[UNSAID]:
            speak(row, past, rounds, actions[game])
        else:
            _act_noted(knobs, row, past, rounds, seats[game], actions[game], claims)
            if row[PHASE] == OVER:
                endings[game] = row[ENDING]
                row[ENDED + row[ENDING]] += 1
                _reward(knobs, row, row_of(rewards, game))
                if renew:
                    _deal_noted(knobs, row, past, rounds)
        if row[UNSAID]:
            seats[game] = speaker(row)
            masks[game] = claims_open(knobs, row)
        else:
            seats[game] = actor(row)
            masks[game] = legal(knobs, row)
    return -1


@entry
def open_history(table: Rows, history: Rows) -> None:
    """Note the first round of each game."""
    for game in range(len(table)):
        open_round(row_of(table, game), row_of(history, game), history.shape[1] // WORDS)


@entry
def deal_games(rules: Rows, table: Rows, seats: Rows, masks: Rows) -> None:
    knobs = row_of(rules, 0)
    for game in range(len(seats)):
        row = row_of(table, game)
        deal(knobs, row)
        seats[game] = actor(row)
        masks[game] = legal(knobs, row)


@entry
def lay_out_game(rules: Rows, table: Rows, fascists: int, hitler: int, president: int, seats: Rows, masks: Rows) -> None:
    """Begin the first game with a given deal instead."""
    knobs, row = row_of(rules, 0), row_of(table, 0)
    lay_out(knobs, row, fascists, hitler, president)
    seats[0] = actor(row)
    masks[0] = legal(knobs, row)


@entry
def choose_uniformly(table: Rows, masks: Rows, actions: Rows) -> None:
    """An action for each game, uniform over what is legal; a tile held twice counts twice."""
    for game in range(len(actions)):
        row = row_of(table, game)
        mask = masks[game]
        if mask >> YES == 0:
            actions[game] = one_of(mask, spin(row))
        elif mask >> YES & 1:
            actions[game] = YES + (spin(row) & 1)
        elif mask >> WAIT & 1:
            actions[game] = _nth(mask, spin(row) * popcount(mask) >> BITS)
        else:
            tiles = row[HAND_LIBERAL] + row[HAND_FASCIST]
            actions[game] = LIBERAL_TILE if spin(row) * tiles >> BITS < row[HAND_LIBERAL] else FASCIST_TILE


@entry
def spread(masks: Rows, legal: npt.NDArray[np.bool_]) -> None:
    """The masks with a column for each action."""
    for game in range(len(masks)):
        mask = masks[game]
        for action in range(legal.shape[1]):
            legal[game, action] = mask >> action & 1


@inner
def _first_illegal(actions: Rows, masks: Rows) -> int:
    for game in range(len(actions)):
        action, mask = actions[game], masks[game]
        if mask != 0 and not (0 <= action < TALK_ACTIONS and mask >> action & 1):
            return game
    return -1


@apart
def _nth(mask: int, number: int) -> int:
    for _ in range(number):
        mask &= mask - 1
    return lowest(mask)


@apart
def _deal_noted(knobs: Row, row: Row, past: Row, rounds: int) -> None:
    deal(knobs, row)
    row[UNSAID] = 0
    row[HEARD] = 0
    if rounds > 0:
        open_round(row, past, rounds)


@inner
def _act_noted(knobs: Row, row: Row, past: Row, rounds: int, seat: int, action: int, claims: bool) -> None:
    phase, round, policies = row[PHASE], row[ROUND], row[LIBERAL] + row[FASCIST]
    act(knobs, row, seat, action)
    if row[PHASE] == ELECTION == phase:
        return
    if rounds > 0:
        note(knobs, row, past, rounds, phase, round, policies, action)
    if claims:
        look(knobs, row, phase, round)


@inner
def act(knobs: Row, row: Row, seat: int, action: int) -> None:
    row[DECISIONS] += 1
    phase = row[PHASE]
    if phase == ELECTION:
        row[VOTED] |= 1 << seat
        row[BALLOTS] |= (1 if action == YES else 0) << seat
        if row[VOTED] == row[ALIVE]:
            hold_election(knobs, row, row[BALLOTS])
    elif phase == NOMINATION:
        nominate(row, action)
    elif phase == PRESIDENT_SESSION:
        discard(row, 1 if action == LIBERAL_TILE else 0)
    else:
        _act_rarely(knobs, row, action)


@apart
def _act_rarely(knobs: Row, row: Row, action: int) -> None:
    phase = row[PHASE]
    yes = 1 if action == YES else 0
    if phase == CHANCELLOR_SESSION:
        if may_ask_veto(knobs, row):
            ask_veto(row, yes)
        else:
            choose(knobs, row, 1 if action == LIBERAL_TILE else 0)
    elif phase == VETO_BALLOT:
        cast_veto_ballot(knobs, row, yes)
    elif phase == VETO_ANSWER:
        if yes:
            veto_agenda(knobs, row)
        else:
            row[PHASE] = CHANCELLOR_SESSION
    else:
        use_power(row, action)


@inner
def _forget_ending(knobs: Row, game: int, rewards: Rows, endings: Rows) -> None:
    endings[game] = -1
    for seat in range(knobs[SEATS]):
        rewards[game, seat] = 0


@inner
def _reward(knobs: Row, row: Row, rewards: Row) -> None:
    """One for every seat of the party that won, minus one for the others, dead or alive."""
    liberals_won = row[ENDING] <= HITLER_EXECUTED
    for seat in range(knobs[SEATS]):
        fascist = (row[FASCIST_SEATS] >> seat & 1) == 1
        rewards[seat] = 1 if fascist != liberals_won else -1
