"""What a command leads to: entries for the log, or a refusal with its reason. Nothing is changed here."""

import secrets
from collections.abc import Callable
from math import ceil
from typing import Any, Final

from ..records import Move
from ..rules import IllegalAction, Phase, Seat, Vote
from ..rules.choices import silence
from ..rules.ruleset import MAX_SEATS, MIN_SEATS, FirstPresident
from ..wire.commands import (
    Act,
    AddBot,
    AnyCommand,
    Command,
    HandOver,
    Kick,
    Lock,
    Nudge,
    React,
    Ready,
    RemoveBot,
    Rename,
    Room,
    Say,
    SetOptions,
    Sit,
    Stand,
    Start,
    TakeOver,
    VoteRemake,
    VoteReplace,
)
from ..wire.refusals import Denial
from ..wire.table import Stage
from .log_entries import (
    AnyEntry,
    BotLeft,
    BotSat,
    BotTookOver,
    Dealt,
    HostSet,
    Kicked,
    LockSet,
    OptionsSet,
    Played,
    ReadySet,
    Remade,
    RemakeVoted,
    Renamed,
    ReplaceVoted,
    Sat,
    Spoke,
    Stood,
    TakenBack,
    TakenOver,
)
from .names import clean_name, clean_text
from .refusal import Barred, Refusal, check_rules
from .table import Place, Table


def decide(table: Table, player: str, command: AnyCommand, now: float, connected: set[str]) -> list[AnyEntry]:
    if player in table.banned:
        raise Refusal(Denial.BANNED)
    if not player and not isinstance(command, Nudge):
        raise Refusal(Denial.SPECTATOR)
    return _DECISIONS[type(command)](table, player, command, now, connected)


# Play


def _act(table: Table, player: str, command: Act, now: float, connected: set[str]) -> list[AnyEntry]:
    seat = _own_seat(table, player)
    if table.stage is not Stage.PLAYING or table.game is None:
        raise Refusal(Denial.NO_GAME)
    if isinstance(command.action, Vote) and table.game.board.phase is Phase.ELECTION:
        _talk_is_over(table, now)
    try:
        played = Played(moves=table.tried(Move(seat, command.action)))
    except IllegalAction as error:
        raise Barred(error.bar, str(error)) from error
    return [TakenBack(seat=seat), played] if table.places[seat].bot is not None else [played]


def _talk_is_over(table: Table, now: float) -> None:
    if table.talk_until is not None and now < table.talk_until:
        raise Refusal(Denial.TALK, n=ceil(table.talk_until - now))
    if table.unready:
        raise Refusal(Denial.READY, names=", ".join(map(table.name_of, table.unready)))


def automatic_move(table: Table, move: Move) -> list[AnyEntry]:
    """The move of a bot, for its own seat or for one whose clock ran out."""
    return [Played(moves=table.tried(move), automatic=True)]


def _own_seat(table: Table, player: str) -> Seat:
    seat = table.seat_of(player)
    if seat is None:
        raise Refusal(Denial.NOT_SEATED)
    return seat


# Talk


def _say(table: Table, player: str, command: Say, now: float, connected: set[str]) -> list[AnyEntry]:
    return [Spoke(player=player, room=may_talk(table, player), text=clean_text(command.text))]


def may_talk(table: Table, player: str) -> Room:
    """The room a player talks in, if they may talk at all."""
    seat = table.seat_of(player)
    if seat is None:
        return Room.SPECTATORS
    if table.stage is Stage.PLAYING and table.game is not None:
        bar = silence(table.game.rules, table.game.board, seat)
        if bar is not None:
            raise Barred(bar, f"seat {seat} may not talk: {bar.text}")
    return Room.TABLE


def _react(table: Table, player: str, command: React, now: float, connected: set[str]) -> list[AnyEntry]:
    may_talk(table, player)
    return []


def _nudge(table: Table, player: str, command: Nudge, now: float, connected: set[str]) -> list[AnyEntry]:
    if command.seat not in table.awaited:
        raise Refusal(Denial.NOT_WAITING, seat=command.seat)
    return []


# Chairs


def _sit(table: Table, player: str, command: Sit, now: float, connected: set[str]) -> list[AnyEntry]:
    _between_games(table)
    if table.locked and player != table.host:
        raise Refusal(Denial.LOCKED)
    free = [Seat(seat) for seat, place in enumerate(table.places) if not place.taken]
    if not free:
        raise Refusal(Denial.FULL)
    seat = free[0] if command.seat is None else command.seat
    if seat not in free:
        raise Refusal(Denial.TAKEN, chair=seat)
    stood: list[AnyEntry] = [Stood(player=player)] if table.seat_of(player) is not None else []
    return [*stood, Sat(player=player, seat=seat)]


def _stand(table: Table, player: str, command: Stand, now: float, connected: set[str]) -> list[AnyEntry]:
    _own_seat(table, player)
    _between_games(table)
    return [Stood(player=player)]


def _rename(table: Table, player: str, command: Rename, now: float, connected: set[str]) -> list[AnyEntry]:
    return [Renamed(player=player, name=clean_name(command.name))]


def _ready(table: Table, player: str, command: Ready, now: float, connected: set[str]) -> list[AnyEntry]:
    _own_seat(table, player)
    return [ReadySet(player=player, ready=command.ready)]


def _between_games(table: Table) -> None:
    if table.stage is Stage.PLAYING:
        raise Refusal(Denial.PLAYING)


# The host


def _only_the_host(table: Table, player: str) -> None:
    if player != table.host:
        raise Refusal(Denial.NOT_HOST)


def _set_options(table: Table, player: str, command: SetOptions, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    _between_games(table)
    check_rules(command.options)
    return [OptionsSet(options=command.options)]


def _add_bot(table: Table, player: str, command: AddBot, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    _between_games(table)
    level = command.level or table.options.bot_level
    free = [Seat(seat) for seat, place in enumerate(table.places) if not place.taken]
    if command.seat is not None:
        if command.seat not in free:
            raise Refusal(Denial.TAKEN, chair=command.seat)
        return [BotSat(seat=command.seat, level=level)]
    wanted = command.fill_to if command.fill_to is not None else MIN_SEATS
    if not MIN_SEATS <= wanted <= MAX_SEATS:
        raise Refusal(Denial.OUT_OF_RANGE, least=MIN_SEATS, most=MAX_SEATS, n=wanted)
    missing = wanted - sum(place.taken for place in table.places)
    return [BotSat(seat=seat, level=level) for seat in free[: max(0, missing)]]


def _remove_bot(table: Table, player: str, command: RemoveBot, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    _between_games(table)
    if not 0 <= command.seat < len(table.places) or table.places[command.seat].bot is None:
        raise Refusal(Denial.NO_BOT, chair=command.seat)
    return [BotLeft(seat=command.seat)]


def _kick(table: Table, player: str, command: Kick, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    if command.player == player or command.player not in table.names:
        raise Refusal(Denial.NO_SUCH_PLAYER)
    return [Kicked(player=command.player, ban=command.ban)]


def _hand_over(table: Table, player: str, command: HandOver, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    if command.player not in table.names or command.player in table.banned:
        raise Refusal(Denial.NO_SUCH_PLAYER)
    return [HostSet(player=command.player)]


def _lock(table: Table, player: str, command: Lock, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    return [LockSet(locked=command.locked)]


def _start(table: Table, player: str, command: Start, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    if table.options.public:
        unready = [table.names[place.player] for place in table.places if place.player and place.player != player and not place.ready]
        if unready:
            raise Refusal(Denial.NOT_READY, names=", ".join(unready))
    return deal(table)


def deal(table: Table) -> list[AnyEntry]:
    """Begin a game with whoever sits; the seed is drawn here and nowhere else."""
    _between_games(table)
    sitting = [place for place in table.places if place.taken]
    least = max(table.options.min_players, min(table.rules.fascists))
    if len(sitting) < least:
        raise Refusal(Denial.TOO_FEW, least=least, n=len(sitting))
    if len(sitting) not in table.rules.fascists:
        raise Refusal(Denial.WRONG_NUMBER, rules=table.rules.name, n=len(sitting))
    seed = secrets.token_hex(32)
    opener = _opener(table, sitting)
    moves = table.opening(table.rules, len(sitting), opener, seed)
    return [Dealt(rules=table.rules, opener=opener, seed=seed, record=secrets.token_urlsafe(9), moves=moves)]


def _opener(table: Table, sitting: list[Place]) -> Seat | None:
    """The host, or whoever was Hitler in the game before; where the rules draw lots, nobody."""
    if table.rules.first_president is FirstPresident.RANDOM:
        return None
    players = [place.player for place in sitting]
    for first in (table.last_hitler, table.host):
        if first and first in players:
            return Seat(players.index(first))
    return Seat(0)


# When somebody is away


def _vote_replace(table: Table, player: str, command: VoteReplace, now: float, connected: set[str]) -> list[AnyEntry]:
    own = _own_seat(table, player)
    if table.stage is not Stage.PLAYING or not 0 <= command.seat < len(table.places):
        raise Refusal(Denial.NO_GAME)
    place = table.places[command.seat]
    if command.seat == own or not place.player or place.bot is not None:
        raise Refusal(Denial.NOT_AWAY)
    if place.player in connected:
        raise Refusal(Denial.HERE, name=table.names[place.player])
    voted: list[AnyEntry] = [ReplaceVoted(player=player, seat=command.seat)]
    present = [human for human in table.humans() if human in connected]
    if 2 * len(place.replace_votes | {player}) > len(present):
        voted.append(BotTookOver(seat=command.seat, level=table.options.bot_level))
    return voted


def _vote_remake(table: Table, player: str, command: VoteRemake, now: float, connected: set[str]) -> list[AnyEntry]:
    _own_seat(table, player)
    if table.stage is not Stage.PLAYING:
        raise Refusal(Denial.NO_GAME)
    voted: list[AnyEntry] = [RemakeVoted(player=player)]
    if len(table.remake_votes | {player}) >= table.remake_needed():
        voted.append(Remade())
    return voted


def _take_over(table: Table, player: str, command: TakeOver, now: float, connected: set[str]) -> list[AnyEntry]:
    if table.seat_of(player) is not None:
        raise Refusal(Denial.SEATED)
    if table.locked:
        raise Refusal(Denial.LOCKED)
    if table.stage is not Stage.PLAYING or not 0 <= command.seat < len(table.places) or table.places[command.seat].bot is None:
        raise Refusal(Denial.NOT_FREE)
    if table.places[command.seat].player in connected:
        raise Refusal(Denial.OWNER_HERE)
    return [TakenOver(seat=command.seat, player=player)]


Decision = Callable[[Table, str, Any, float, set[str]], list[AnyEntry]]

_DECISIONS: Final[dict[type[Command], Decision]] = {
    Act: _act,
    Say: _say,
    React: _react,
    Nudge: _nudge,
    Sit: _sit,
    Stand: _stand,
    Rename: _rename,
    Ready: _ready,
    SetOptions: _set_options,
    AddBot: _add_bot,
    RemoveBot: _remove_bot,
    Kick: _kick,
    HandOver: _hand_over,
    Lock: _lock,
    Start: _start,
    VoteReplace: _vote_replace,
    VoteRemake: _vote_remake,
    TakeOver: _take_over,
}
