"""Games side by side, one decision of each at a time: what learners drive."""

import numpy as np
import numpy.typing as npt

from ..observations.claim_numbers import TALK_ACTIONS, WAIT
from ..observations.observation import FASCIST_TILE, LIBERAL_TILE, YES
from . import layout as at
from .compiled import jit_call, jit_entry, jit_inline, lowest, popcount, row_of
from .layout import Row, Rows
from .legal import actor, legal, may_ask_veto
from .past_rounds import WORDS, note, open_round
from .rng import BITS, one_of, spin
from .talk import claims_open, look, speak, speaker
from .transitions import ask_veto, cast_veto_ballot, choose, deal, discard, hold_election, lay_out, nominate, use_power, veto_agenda


@jit_entry
def step_games(rules: Rows, table: Rows, actions: Rows, renew: bool, seats: Rows, masks: Rows, rewards: Rows, endings: Rows) -> int:
    """Do one action in each game; the number of the first game whose action is illegal, and then nothing is done, or else -1.

    A game that is over begins anew: at once if `renew`, otherwise at the next step, whose action for it is not looked at.
    """
    ruleset_row = row_of(rules, 0)
    illegal = _first_illegal(actions, masks)
    if illegal >= 0:
        return illegal
    for game in range(len(actions)):
        row = row_of(table, game)
        if endings[game] >= 0:
            _forget_ending(ruleset_row, game, rewards, endings)
        if row[at.PHASE] == at.OVER:
            deal(ruleset_row, row)
        else:
            act(ruleset_row, row, seats[game], actions[game])
            if row[at.PHASE] == at.OVER:
                endings[game] = row[at.ENDING]
                row[at.ENDED + row[at.ENDING]] += 1
                _reward(ruleset_row, row, row_of(rewards, game))
                if renew:
                    deal(ruleset_row, row)
        seats[game] = actor(row)
        masks[game] = legal(ruleset_row, row)
    return -1


@jit_entry
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
    """Do the same where seats may also make claims, or the rounds are kept."""
    ruleset_row, rounds = row_of(rules, 0), history.shape[1] // WORDS
    illegal = _first_illegal(actions, masks)
    if illegal >= 0:
        return illegal
    for game in range(len(actions)):
        row, past = row_of(table, game), row_of(history, game)
        if endings[game] >= 0:
            _forget_ending(ruleset_row, game, rewards, endings)
        if row[at.PHASE] == at.OVER:
            _deal_noted(ruleset_row, row, past, rounds)
        elif row[at.UNSAID]:
            speak(row, past, rounds, actions[game])
        else:
            _act_noted(ruleset_row, row, past, rounds, seats[game], actions[game], claims)
            if row[at.PHASE] == at.OVER:
                endings[game] = row[at.ENDING]
                row[at.ENDED + row[at.ENDING]] += 1
                _reward(ruleset_row, row, row_of(rewards, game))
                if renew:
                    _deal_noted(ruleset_row, row, past, rounds)
        if row[at.UNSAID]:
            seats[game] = speaker(row)
            masks[game] = claims_open(ruleset_row, row)
        else:
            seats[game] = actor(row)
            masks[game] = legal(ruleset_row, row)
    return -1


@jit_entry
def open_history(table: Rows, history: Rows) -> None:
    """Note the first round of each game."""
    for game in range(len(table)):
        open_round(row_of(table, game), row_of(history, game), history.shape[1] // WORDS)


@jit_entry
def deal_games(rules: Rows, table: Rows, seats: Rows, masks: Rows) -> None:
    ruleset_row = row_of(rules, 0)
    for game in range(len(seats)):
        row = row_of(table, game)
        deal(ruleset_row, row)
        seats[game] = actor(row)
        masks[game] = legal(ruleset_row, row)


@jit_entry
def lay_out_game(rules: Rows, table: Rows, fascists: int, hitler: int, president: int, seats: Rows, masks: Rows) -> None:
    """Begin the first game with a given deal instead."""
    ruleset_row, row = row_of(rules, 0), row_of(table, 0)
    lay_out(ruleset_row, row, fascists, hitler, president)
    seats[0] = actor(row)
    masks[0] = legal(ruleset_row, row)


@jit_entry
def choose_uniformly(table: Rows, masks: Rows, actions: Rows) -> None:
    """Draw an action for each game, uniform over what is legal; a tile held twice counts twice."""
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
            tiles = row[at.HAND_LIBERAL] + row[at.HAND_FASCIST]
            actions[game] = LIBERAL_TILE if spin(row) * tiles >> BITS < row[at.HAND_LIBERAL] else FASCIST_TILE


@jit_entry
def spread(masks: Rows, legal: npt.NDArray[np.bool_]) -> None:
    """Write the masks with a column for each action."""
    for game in range(len(masks)):
        mask = masks[game]
        for action in range(legal.shape[1]):
            legal[game, action] = mask >> action & 1


@jit_inline
def _first_illegal(actions: Rows, masks: Rows) -> int:
    for game in range(len(actions)):
        action, mask = actions[game], masks[game]
        if mask != 0 and not (0 <= action < TALK_ACTIONS and mask >> action & 1):
            return game
    return -1


@jit_call
def _nth(mask: int, number: int) -> int:
    for _ in range(number):
        mask &= mask - 1
    return lowest(mask)


@jit_call
def _deal_noted(ruleset_row: Row, row: Row, past: Row, rounds: int) -> None:
    deal(ruleset_row, row)
    row[at.UNSAID] = 0
    row[at.HEARD] = 0
    if rounds > 0:
        open_round(row, past, rounds)


@jit_inline
def _act_noted(ruleset_row: Row, row: Row, past: Row, rounds: int, seat: int, action: int, claims: bool) -> None:
    phase, round, policies = row[at.PHASE], row[at.ROUND], row[at.LIBERAL] + row[at.FASCIST]
    act(ruleset_row, row, seat, action)
    if row[at.PHASE] == at.ELECTION == phase:
        return
    if rounds > 0:
        note(ruleset_row, row, past, rounds, phase, round, policies, action)
    if claims:
        look(ruleset_row, row, phase, round)


@jit_inline
def act(ruleset_row: Row, row: Row, seat: int, action: int) -> None:
    row[at.DECISIONS] += 1
    phase = row[at.PHASE]
    if phase == at.ELECTION:
        row[at.VOTED] |= 1 << seat
        row[at.BALLOTS] |= (1 if action == YES else 0) << seat
        if row[at.VOTED] == row[at.ALIVE]:
            hold_election(ruleset_row, row, row[at.BALLOTS])
    elif phase == at.NOMINATION:
        nominate(row, action)
    elif phase == at.PRESIDENT_SESSION:
        discard(row, 1 if action == LIBERAL_TILE else 0)
    else:
        _act_rarely(ruleset_row, row, action)


@jit_call
def _act_rarely(ruleset_row: Row, row: Row, action: int) -> None:
    phase = row[at.PHASE]
    yes = 1 if action == YES else 0
    if phase == at.CHANCELLOR_SESSION:
        if may_ask_veto(ruleset_row, row):
            ask_veto(row, yes)
        else:
            choose(ruleset_row, row, 1 if action == LIBERAL_TILE else 0)
    elif phase == at.VETO_BALLOT:
        cast_veto_ballot(ruleset_row, row, yes)
    elif phase == at.VETO_ANSWER:
        if yes:
            veto_agenda(ruleset_row, row)
        else:
            row[at.PHASE] = at.CHANCELLOR_SESSION
    else:
        use_power(row, action)


@jit_inline
def _forget_ending(ruleset_row: Row, game: int, rewards: Rows, endings: Rows) -> None:
    endings[game] = -1
    for seat in range(ruleset_row[at.SEATS]):
        rewards[game, seat] = 0


@jit_inline
def _reward(ruleset_row: Row, row: Row, rewards: Row) -> None:
    """One for every seat of the party that won, minus one for the others, dead or alive."""
    liberals_won = row[at.ENDING] <= at.HITLER_EXECUTED
    for seat in range(ruleset_row[at.SEATS]):
        fascist = (row[at.FASCIST_SEATS] >> seat & 1) == 1
        rewards[seat] = 1 if fascist != liberals_won else -1
