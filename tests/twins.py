"""Twins: games that differ only in what one onlooker may not know.

A twin is reached by a walk over the secrets. Each step changes roles, decks or sealed choices that the onlooker has not seen, plays the
public story again with them, and is kept only if the story can still happen. What the onlooker is shown is never looked at here.
"""

import random
from collections.abc import Callable, Iterator

import msgspec

from secret_hitler.play import Move
from secret_hitler.records import Record
from secret_hitler.rules import (
    NATURE,
    AnyEvent,
    Chance,
    Deal,
    Decision,
    Discard,
    Enact,
    Game,
    IllegalAction,
    Investigate,
    Onlooker,
    Phase,
    Role,
    Shuffle,
    Tiles,
    Veto,
    Vote,
    begin,
    onlooking,
)
from secret_hitler.rules.events import ElectionHeld, Event, RoleShown
from secret_hitler.rules.powers import DeckPeeked, ShowParty, TopCardPeeked
from secret_hitler.rules.ruleset import VetoStyle

Leak = type[Event] | None


class Impossible(Exception):
    """The public story cannot happen with these secrets."""


def shown(record: Record, onlooker: Onlooker, leak: Leak = None) -> list[bytes]:
    """All that reaches an onlooker, move by move: the events and the view. `leak` shows one kind of event to everybody."""
    view = onlooking(record.rules, record.seats, onlooker)
    game = begin(record.rules, record.seats, record.opener)
    messages = []
    for move in record.moves:
        told = [_widened(event, leak) for event in game.apply(move.seat, move.action)]
        seen = view.see(told)
        if seen:
            messages.append(msgspec.json.encode((seen, view)))
    return messages


def _widened(event: AnyEvent, leak: Leak) -> AnyEvent:
    return msgspec.structs.replace(event, audience="everyone") if type(event) is leak else event


def twin_of(record: Record, onlooker: Onlooker, rng: random.Random, steps: int = 10) -> Record:
    """Reach a game of the same public story with other secrets, as far as `steps` attempts to change them lead."""
    twin = record
    for _ in range(steps):
        try:
            twin = _play_again(record, _changed(twin, onlooker, rng), onlooker, rng)
        except (Impossible, IllegalAction):
            continue
    return twin


def chance_of(record: Record) -> Callable[[Game, object], Chance]:
    """Nature as it was in the record: the same board calls for the same chance."""
    game, chance = begin(record.rules, record.seats, record.opener), dict[bytes, Chance]()
    for move in record.moves:
        if move.seat == NATURE:
            chance[msgspec.json.encode(game.board)] = move.action  # type: ignore[assignment]  # because nature plays chance alone
        game.apply(move.seat, move.action)
    return lambda game, below: chance[msgspec.json.encode(game.board)]


def _changed(record: Record, onlooker: Onlooker, rng: random.Random) -> list[Move]:
    """Nature's moves with some roles exchanged, or some tiles of one shuffle."""
    chance = [move for move in record.moves if move.seat == NATURE]
    place = rng.choice([0, *(index for index, move in enumerate(chance) if isinstance(move.action, Shuffle))])
    action = chance[place].action
    if isinstance(action, Deal):
        chance[place] = Move(NATURE, Deal(_exchange_roles(record, action.roles, onlooker, rng)))
    elif isinstance(action, Shuffle):
        chance[place] = Move(NATURE, Shuffle(_exchange_tiles(action.deck, rng)))
    return chance


def _exchange_roles(record: Record, roles: tuple[Role, ...], onlooker: Onlooker, rng: random.Random) -> tuple[Role, ...]:
    def known(seat: int) -> bool:
        comrade = isinstance(onlooker, int) and roles[onlooker] in record.rules.informed(record.seats) and roles[seat] is not Role.LIBERAL
        return seat == onlooker or comrade

    hidden = [seat for seat in range(record.seats) if not known(seat)]
    order = rng.sample(hidden, len(hidden))
    exchanged = list(roles)
    for seat, other in zip(hidden, order, strict=True):
        exchanged[seat] = roles[other]
    return tuple(exchanged)


def _exchange_tiles(deck: Tiles, rng: random.Random) -> Tiles:
    order = list(deck)
    for _ in range(rng.randint(1, 3)):
        one, other = rng.randrange(len(order)), rng.randrange(len(order))
        order[one], order[other] = order[other], order[one]
    return tuple(order)


def _play_again(record: Record, chance: list[Move], onlooker: Onlooker, rng: random.Random) -> Record:
    """Play the same public story with this chance; anyone but the onlooker may choose otherwise where nobody can tell."""
    story, retold = (begin(record.rules, record.seats, record.opener) for _ in range(2))
    counted = _last_election(record)
    chances, moves = iter(chance), list[Move]()
    for number, move in enumerate(record.moves):
        told = story.apply(move.seat, move.action)
        if move.seat == NATURE:
            retelling = [next(chances)]
        elif move.seat == onlooker:
            retelling = [move]
        elif isinstance(move.action, Vote) and number > counted:
            retelling = [Move(move.seat, Vote(rng.random() < 0.5))]
        else:
            retelling = list(_retell(move, retold, rng))
        for again in retelling:
            retold.apply(again.seat, again.action)
        moves += retelling
        if retold.board != story.board or not _same_to_own_eyes(onlooker, move, told, story, retold):
            raise Impossible
    return msgspec.structs.replace(record, moves=moves)


def _retell(move: Move, retold: Game, rng: random.Random) -> Iterator[Move]:
    """Retell a move of another seat, with a new choice if the choice is secret."""
    seat, action = move.seat, move.action
    legal = retold.legal_actions(seat)
    match action:
        case Discard():
            yield Move(seat, rng.choice(legal))
        case Enact():
            if Veto(False) in legal:
                yield Move(seat, Veto(False))
            yield _seldom_otherwise(move, legal, rng) if _sealed(retold) else move
        case Veto() if retold.board.phase is Phase.VETO_BALLOT:
            yield _seldom_otherwise(move, legal, rng)
        case Veto(False) if retold.board.phase is Phase.CHANCELLOR_SESSION and action not in legal:
            return
        case _:
            yield move


def _seldom_otherwise(move: Move, legal: tuple[Decision, ...], rng: random.Random) -> Move:
    """Choose otherwise now and then: a sealed veto shows its outcome, so a new choice each time would fit hardly any story."""
    return move if move.action in legal and rng.random() < 0.8 else Move(move.seat, rng.choice(legal))


def _sealed(game: Game) -> bool:
    return game.rules.veto is VetoStyle.SEALED and game.board.fascist >= game.rules.veto_threshold


def _last_election(record: Record) -> int:
    """Find the move that closed the last election: votes after it are still covered."""
    game, last = begin(record.rules, record.seats, record.opener), -1
    for number, move in enumerate(record.moves):
        if any(isinstance(event, ElectionHeld) for event in game.apply(move.seat, move.action)):
            last = number
    return last


def _same_to_own_eyes(onlooker: Onlooker, move: Move, told: list[AnyEvent], story: Game, retold: Game) -> bool:
    """Whether the onlooker holds the same hand and sees the same party and peek."""
    board = story.board
    holder = board.president if board.phase is Phase.PRESIDENT_SESSION else board.chancellor
    if board.in_session and onlooker == holder and story.hand != retold.hand:
        return False
    if move.seat == onlooker and isinstance(move.action, Investigate):
        return story.roles[move.action.seat].party is retold.roles[move.action.seat].party
    if isinstance(move.action, ShowParty) and move.action.seat == onlooker:
        return story.roles[move.seat].party is retold.roles[move.seat].party
    if any(isinstance(event, RoleShown) and story.roles[event.seat] is not retold.roles[event.seat] for event in told):
        return False
    if story.rules.president_sees_pick and onlooker == board.president and story.chosen is not retold.chosen:
        return False
    if any(isinstance(event, DeckPeeked) and event.president == onlooker for event in told):
        return story.deck[: story.rules.draw] == retold.deck[: story.rules.draw]
    if any(isinstance(event, TopCardPeeked) and event.president == onlooker for event in told):
        return story.deck[0] is retold.deck[0]
    return True
