"""A game in plain lines of text: one person at the keyboard, the other seats play at random."""

import random
from collections.abc import Callable

from ..chance import natures_move
from ..records.notation import clause
from ..records.record import Move
from ..rules import NATURE, Decision, Role, Ruleset, Seat, View, begin, onlooking
from ..rules.ruleset import FirstPresident

_ROLE = {
    Role.LIBERAL: "You are a liberal. You know nobody's role.",
    Role.FASCIST: "You are a fascist.",
    Role.HITLER: "You are Hitler.",
}


def play_in_lines(
    rules: Ruleset, players: int, seed: int | None, ask: Callable[[str], str] = input, say: Callable[[str], None] = print
) -> None:
    """Sit at seat 0 and play to the end; what others do in secret is not shown."""
    rng = random.Random(seed)
    me = Seat(0)
    opener = None if rules.first_president is FirstPresident.RANDOM else me
    game, view = begin(rules, players, opener), onlooking(rules, players, me)
    say(f"{players} players, rule set {rules.name}. You sit at seat 0; the other seats play at random.")
    while game.awaited:
        seat = me if me in game.awaited else game.awaited[0]
        if seat == NATURE:
            move = Move(NATURE, natures_move(game, rng.randrange))
        elif seat == me:
            move = Move(me, _choose(view, ask, say))
        else:
            move = Move(seat, rng.choice(game.legal_actions(seat)))
        seen = view.see(game.apply(move.seat, move.action))
        for event in seen:
            fields = ", ".join(f"{name} {_plain(getattr(event, name))}" for name in event.__struct_fields__ if name != "audience")
            say(f"  {type(event).__name__} {fields}")
        if view.role is not None and len(view.rounds) == 0:
            known = ", ".join(f"seat {other} is {role.name.lower()}" for other, role in view.roles.items() if other != me)
            say(_ROLE[view.role] + (f" You know: {known}." if known else ""))
    assert game.ending is not None
    say(f"\nThe {game.ending.winner.name.lower()}s win: {game.ending.replace('_', ' ')}.")


def _choose(view: View, ask: Callable[[str], str], say: Callable[[str], None]) -> Decision:
    board = view.board
    say(f"\nRound {board.round}: {board.liberal} liberal, {board.fascist} fascist policies, tracker {board.tracker}.")
    for number, choice in enumerate(view.choices, start=1):
        words = clause(Move(Seat(0), choice.action), [], board.round)
        say(f"  {number}) {words}" + (f"  (not now: {choice.barred.text})" if choice.barred else ""))
    while True:
        answer = ask("Your choice: ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(view.choices):
            choice = view.choices[int(answer) - 1]
            if choice.barred is None:
                return choice.action
            say(f"That is not allowed: {choice.barred.text}.")
        else:
            say(f"Type a number from 1 to {len(view.choices)}.")


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return "".join({True: "J", False: "N", None: "-"}[item] if item is None or isinstance(item, bool) else str(item) for item in value)
    return str(value)
