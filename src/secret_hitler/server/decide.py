"""What a command leads to: entries for the log, or a refusal with its reason. Nothing is changed here."""

import secrets
from collections.abc import Callable
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
from ..wire.table import Stage
from .entries import (
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
from .table import Place, Table, rules_of


class Refusal(Exception):
    """Why a command is not carried out."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def decide(table: Table, player: str, command: AnyCommand, now: float, connected: set[str]) -> list[AnyEntry]:
    if player in table.banned:
        raise Refusal("banned", "the host has banned you from this table")
    if not player and not isinstance(command, Nudge):
        raise Refusal("spectator", "only those who joined the table may do that")
    return _DECISIONS[type(command)](table, player, command, now, connected)


# Play


def _act(table: Table, player: str, command: Act, now: float, connected: set[str]) -> list[AnyEntry]:
    seat = _own_seat(table, player)
    if table.stage is not Stage.PLAYING or table.game is None:
        raise Refusal("no-game", "no game is being played")
    if isinstance(command.action, Vote) and table.game.board.phase is Phase.ELECTION:
        _talk_is_over(table, now)
    try:
        played = Played(moves=table.tried(Move(seat, command.action)))
    except IllegalAction as error:
        raise Refusal(error.bar, str(error)) from error
    return [TakenBack(seat=seat), played] if table.places[seat].bot is not None else [played]


def _talk_is_over(table: Table, now: float) -> None:
    if table.talk_until is not None and now < table.talk_until:
        raise Refusal("talk", f"the table still talks for {table.talk_until - now:.0f} seconds")
    if table.options.everyone_ready:
        assert table.game is not None
        waiting = [seat for seat in table.game.board.alive if not _is_ready(table.places[seat])]
        if waiting:
            raise Refusal("ready", f"not everyone is ready to vote: waiting for {', '.join(map(table.name_of, waiting))}")


def _is_ready(place: Place) -> bool:
    return place.ready or place.bot is not None


def automatic_move(table: Table, move: Move) -> list[AnyEntry]:
    """The move of a bot, for its own seat or for one whose clock ran out."""
    return [Played(moves=table.tried(move), automatic=True)]


def _own_seat(table: Table, player: str) -> Seat:
    seat = table.seat_of(player)
    if seat is None:
        raise Refusal("not-seated", "you have no seat at this table")
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
            raise Refusal(bar, f"seat {seat} may not talk: {bar.text}")
    return Room.TABLE


def _react(table: Table, player: str, command: React, now: float, connected: set[str]) -> list[AnyEntry]:
    may_talk(table, player)
    return []


def _nudge(table: Table, player: str, command: Nudge, now: float, connected: set[str]) -> list[AnyEntry]:
    if command.seat not in table.awaited:
        raise Refusal("not-awaited", f"the table does not wait for seat {command.seat}")
    return []


# Chairs


def _sit(table: Table, player: str, command: Sit, now: float, connected: set[str]) -> list[AnyEntry]:
    _between_games(table)
    if table.locked and player != table.host:
        raise Refusal("locked", "the host has locked the table")
    free = [Seat(seat) for seat, place in enumerate(table.places) if not place.taken]
    if not free:
        raise Refusal("full", "every chair is taken")
    seat = free[0] if command.seat is None else command.seat
    if seat not in free:
        raise Refusal("taken", f"chair {seat} is not free")
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
        raise Refusal("playing", "a game is being played")


# The host


def _only_the_host(table: Table, player: str) -> None:
    if player != table.host:
        raise Refusal("not-host", "only the host may do that")


def _set_options(table: Table, player: str, command: SetOptions, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    _between_games(table)
    try:
        rules_of(command.options)
    except ValueError as error:
        raise Refusal("rules", str(error)) from error
    return [OptionsSet(options=command.options)]


def _add_bot(table: Table, player: str, command: AddBot, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    _between_games(table)
    level = command.level or table.options.bot_level
    free = [Seat(seat) for seat, place in enumerate(table.places) if not place.taken]
    if command.seat is not None:
        if command.seat not in free:
            raise Refusal("taken", f"chair {command.seat} is not free")
        return [BotSat(seat=command.seat, level=level)]
    wanted = command.fill_to if command.fill_to is not None else MIN_SEATS
    if not MIN_SEATS <= wanted <= MAX_SEATS:
        raise Refusal("players", f"a game has {MIN_SEATS} to {MAX_SEATS} players, not {wanted}")
    missing = wanted - sum(place.taken for place in table.places)
    return [BotSat(seat=seat, level=level) for seat in free[: max(0, missing)]]


def _remove_bot(table: Table, player: str, command: RemoveBot, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    _between_games(table)
    if not 0 <= command.seat < len(table.places) or table.places[command.seat].bot is None:
        raise Refusal("no-bot", f"no bot sits in chair {command.seat}")
    return [BotLeft(seat=command.seat)]


def _kick(table: Table, player: str, command: Kick, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    if command.player == player or command.player not in table.names:
        raise Refusal("no-such-player", "there is no such player to send away")
    return [Kicked(player=command.player, ban=command.ban)]


def _hand_over(table: Table, player: str, command: HandOver, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    if command.player not in table.names or command.player in table.banned:
        raise Refusal("no-such-player", "there is no such player to hand the table to")
    return [HostSet(player=command.player)]


def _lock(table: Table, player: str, command: Lock, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    return [LockSet(locked=command.locked)]


def _start(table: Table, player: str, command: Start, now: float, connected: set[str]) -> list[AnyEntry]:
    _only_the_host(table, player)
    if table.options.public:
        unready = [table.names[place.player] for place in table.places if place.player and place.player != player and not place.ready]
        if unready:
            raise Refusal("ready", f"not everyone is ready: waiting for {', '.join(unready)}")
    return deal(table)


def deal(table: Table) -> list[AnyEntry]:
    """Begin a game with whoever sits; the seed is drawn here and nowhere else."""
    _between_games(table)
    sitting = [place for place in table.places if place.taken]
    least = max(table.options.min_players, min(table.rules.fascists))
    if len(sitting) < least:
        raise Refusal("players", f"{least} players are needed, and {len(sitting)} sit at the table; the host can add bots")
    if len(sitting) not in table.rules.fascists:
        raise Refusal("players", f"the rule set {table.rules.name} is not for {len(sitting)} players")
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
        raise Refusal("no-game", "there is no such seat in play")
    place = table.places[command.seat]
    if command.seat == own or not place.player or place.bot is not None:
        raise Refusal("not-away", "that seat is not one whose owner is away")
    if place.player in connected:
        raise Refusal("not-away", f"{table.names[place.player]} is here")
    voted: list[AnyEntry] = [ReplaceVoted(player=player, seat=command.seat)]
    present = [human for human in table.humans() if human in connected]
    if 2 * len(place.replace_votes | {player}) > len(present):
        voted.append(BotTookOver(seat=command.seat, level=table.options.bot_level))
    return voted


def _vote_remake(table: Table, player: str, command: VoteRemake, now: float, connected: set[str]) -> list[AnyEntry]:
    _own_seat(table, player)
    if table.stage is not Stage.PLAYING:
        raise Refusal("no-game", "no game is being played")
    voted: list[AnyEntry] = [RemakeVoted(player=player)]
    if len(table.remake_votes | {player}) >= table.remake_needed():
        voted.append(Remade())
    return voted


def _take_over(table: Table, player: str, command: TakeOver, now: float, connected: set[str]) -> list[AnyEntry]:
    if table.seat_of(player) is not None:
        raise Refusal("seated", "you already have a seat")
    if table.locked:
        raise Refusal("locked", "the host has locked the table")
    if table.stage is not Stage.PLAYING or not 0 <= command.seat < len(table.places) or table.places[command.seat].bot is None:
        raise Refusal("not-free", "that seat is not free to be taken over")
    if table.places[command.seat].player in connected:
        raise Refusal("not-free", "the owner of that seat is here")
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
