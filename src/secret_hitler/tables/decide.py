"""Decide what a command leads to, entries for the log or a refusal with its reason, without changing anything."""

from collections.abc import Callable, Collection
from math import ceil
from typing import NamedTuple, assert_never

from ..play import Move
from ..rules import IllegalAction, Phase, Seat, SeatAction, Vote
from ..rules.ruleset import MAX_SEATS, MIN_SEATS
from ..wire import commands as asked
from ..wire.refusals import Denial
from ..wire.table import Hours, Level, Sentence, Stage
from . import log_entries as log
from .absence import own_seat, take_over, vote_remake, vote_replace, vote_take_over
from .connection import Presence
from .dealing import between_games, commit, reveal
from .dealt_game import Trial
from .hours import DAY, HOUR, LONGEST_NIGHT, LONGEST_VACATION, night_of
from .names import clean_name, clean_text, unique_name
from .refusal import Barred, Refusal
from .strangers import not_among_strangers, with_clock
from .table import Table

Deal = Callable[[Table, Collection[str], Presence], list[log.AnyLogEntry]]
"""Begin a game at this table without the people named."""


UNHEARD = asked.MarkSeat | asked.FastForward | asked.VoteRemake | asked.VoteReplace | asked.VoteTakeOver
"""Commands that silenced players may send too: the table hears of them later or never."""


class Decision(NamedTuple):
    """The entries to write, and the trial of the move in them, if there is one."""

    entries: list[log.AnyLogEntry]
    trial: Trial | None = None


def decide(table: Table, player: str, command: asked.TableCommand, presence: Presence, deal: Deal) -> Decision:
    if player in table.lobby.banned:
        raise Refusal(Denial.BANNED)
    if isinstance(command, asked.Act) and player:
        return _act(table, player, command.action, presence.now)
    return Decision(_decide_around_the_game(table, player, command, presence, deal))


def _decide_around_the_game(
    table: Table, player: str, command: asked.TableCommand, presence: Presence, deal: Deal
) -> list[log.AnyLogEntry]:
    if not player:
        raise Refusal(Denial.SPECTATOR)
    if not isinstance(command, UNHEARD):
        _may_be_heard(table, player)
    match command:
        case asked.Act():
            raise AssertionError("a seat's play is decided earlier")
        case asked.Say(text=text):
            return [log.Spoke(player=player, room=_room(table, player), text=clean_text(text))]
        case asked.React():
            return []
        case asked.Remark():
            return _remark(table, player, command)
        case asked.Nudge(seat=seat):
            if seat not in table.awaited:
                raise Refusal(Denial.NOT_WAITING, seat=seat)
            return []
        case asked.FastForward():
            if table.stage is not Stage.PLAYING:
                raise Refusal(Denial.NO_GAME)
            if {*table.lobby.humans(), *presence.connected} - {player}:
                raise Refusal(Denial.NOT_ALONE)
            return []
        case asked.VoteReplace(seat=seat):
            return vote_replace(table, player, seat, presence)
        case asked.VoteRemake():
            return vote_remake(table, player)
        case asked.TakeOver(seat=seat):
            return take_over(table, player, seat, presence)
        case asked.VoteTakeOver():
            return vote_take_over(table, player, command, presence)
        case asked.Rename(name=name):
            between_games(table)
            return [log.Renamed(player=player, name=_free_name(table, player, name))]
        case asked.Dress(appearance=appearance):
            between_games(table)
            return [log.Dressed(player=player, appearance=appearance)]
        case asked.MarkSeat():
            return _mark(table, player, command)
        case asked.AgreeToRating(agrees=agrees):
            own_seat(table, player)
            between_games(table)
            return [log.RatingAgreed(player=player, agrees=agrees)]
        case asked.Ready(ready=ready):
            own_seat(table, player)
            return [log.ReadySet(player=player, ready=ready)]
        case asked.SetHours(hours=hours):
            own_seat(table, player)
            _check_hours(hours, presence.now)
            return [log.HoursSet(player=player, hours=hours)]
        case asked.Commit(commitment=commitment):
            own_seat(table, player)
            return commit(table, player, commitment)
        case asked.Reveal():
            return reveal(table, player, command)
        case asked.Sit(seat=chair):
            return _sit(table, player, chair)
        case asked.Stand():
            own_seat(table, player)
            between_games(table)
            return [log.Stood(player=player)]
        case _ if player != table.lobby.host:
            raise Refusal(Denial.NOT_HOST)
        case _ if not_among_strangers(table, command):
            raise Refusal(Denial.STRANGERS)
        case asked.SetOptions(options=options):
            between_games(table)
            return [log.OptionsSet(options=with_clock(options))]
        case asked.AddBot():
            return _add_bot(table, command)
        case asked.RemoveBot(seat=seat):
            between_games(table)
            if not 0 <= seat < len(table.lobby.places) or table.lobby.places[seat].bot is None:
                raise Refusal(Denial.NO_BOT, chair=seat)
            return [log.BotLeft(seat=seat)]
        case asked.Kick(player=kicked, ban=ban):
            if table.dealing:
                raise Refusal(Denial.DEALING)
            if kicked == player or kicked not in table.lobby.names:
                raise Refusal(Denial.NO_SUCH_PLAYER)
            return [log.Kicked(player=kicked, ban=ban)]
        case asked.HandOver(player=heir):
            if heir not in table.lobby.names or heir in table.lobby.banned:
                raise Refusal(Denial.NO_SUCH_PLAYER)
            return [log.HostSet(player=heir)]
        case asked.Lock(locked=locked):
            return [log.LockSet(locked=locked)]
        case asked.TellOpening():
            return _tell_opening(table)
        case asked.Start():
            between_games(table)
            _everyone_is_ready(table, player)
            return deal(table, _gone(table, presence), presence)
        case _:
            assert_never(command)


# Play


def _act(table: Table, player: str, action: SeatAction, now: float) -> Decision:
    seat = own_seat(table, player)
    if table.stage is not Stage.PLAYING or table.game is None:
        raise Refusal(Denial.NO_GAME)
    if isinstance(action, Vote) and table.game.board.phase is Phase.ELECTION:
        if table.talk_until is not None and now < table.talk_until:
            raise Refusal(Denial.TALK, n=ceil(table.talk_until - now))
        if table.unready:
            raise Refusal(Denial.READY, names=", ".join(map(table.lobby.name_of, table.unready)))
    try:
        trial = table.playing.try_move(Move(seat, action))
    except IllegalAction as error:
        raise Barred(error.bar, str(error)) from error
    played = log.Played(moves=trial.moves)
    return Decision([log.TakenBack(seat=seat), played] if table.lobby.places[seat].bot is not None else [played], trial)


def _mark(table: Table, player: str, command: asked.MarkSeat) -> list[log.AnyLogEntry]:
    own_seat(table, player)
    if table.stage is not Stage.PLAYING:
        raise Refusal(Denial.NO_GAME)
    if not 0 <= command.seat < table.playing.game.board.seats:
        raise Refusal(Denial.NO_SUCH_PLAYER)
    return [log.Marked(player=player, seat=command.seat, mark=command.mark)]


def _check_hours(hours: Hours, now: float) -> None:
    """Raise Refusal if the table would wait too long."""
    away = max(0.0, (hours.away_until or 0.0) - now)
    for time, most, unit in (night_of(hours), LONGEST_NIGHT, HOUR), (away, LONGEST_VACATION, DAY):
        if time > most:
            raise Refusal(Denial.OUT_OF_RANGE, least=0, most=most // unit, n=ceil(time / unit))


def _may_be_heard(table: Table, player: str) -> None:
    """Let a silenced seat send its own play and nothing else, since other commands that people notice could be signals."""
    seat = table.lobby.seat_of(player)
    if seat is not None and (bar := table.silenced(seat)) is not None:
        raise Barred(bar, f"seat {seat} may not be heard: {bar.text}")


def _room(table: Table, player: str) -> asked.Room:
    return asked.Room.SPECTATORS if table.lobby.seat_of(player) is None else asked.Room.TABLE


def _remark(table: Table, player: str, command: asked.Remark) -> list[log.AnyLogEntry]:
    room = _room(table, player)
    lobby, seat, text = table.lobby, command.seat, command.phrase.text
    if "{name}" not in text:
        return [log.Spoke(player=player, room=room, text=text, sentence=Sentence(command.phrase, {}))]
    if seat is None or not 0 <= seat < len(lobby.places) or not lobby.places[seat].taken:
        raise Refusal(Denial.NO_SUCH_PLAYER)
    sentence = Sentence(command.phrase, {"other": seat})
    return [log.Spoke(player=player, room=room, text=text.format(name=lobby.name_of(seat)), sentence=sentence)]


# Chairs


def _sit(table: Table, player: str, chair: Seat | None) -> list[log.AnyLogEntry]:
    between_games(table)
    if table.lobby.locked and player != table.lobby.host:
        raise Refusal(Denial.LOCKED)
    if table.lobby.second_seat(table.lobby.identities[player], table.lobby.origins.get(player, ""), player):
        raise Refusal(Denial.SECOND_SEAT)
    free = table.lobby.free_chairs
    if not free:
        raise Refusal(Denial.FULL)
    seat = free[0] if chair is None else chair
    if seat not in free:
        raise Refusal(Denial.TAKEN, chair=seat)
    stood: list[log.AnyLogEntry] = [log.Stood(player=player)] if table.lobby.seat_of(player) is not None else []
    return [*stood, log.Sat(player=player, seat=seat)]


def _free_name(table: Table, player: str, name: str) -> str:
    wanted = clean_name(name)
    if unique_name(wanted, table.lobby.names_besides(player)) != wanted:
        raise Refusal(Denial.NAME_TAKEN)
    return wanted


# The host


def _tell_opening(table: Table) -> list[log.AnyLogEntry]:
    """Allow it until the first decision: then the opening can't signal anything."""
    if table.game is None or table.stage is not Stage.PLAYING:
        raise Refusal(Denial.NO_GAME)
    if table.game.board.round > 1 or table.game.board.phase not in (Phase.NOMINATION, Phase.ELECTION):
        raise Refusal(Denial.TOO_LATE)
    return []


def _add_bot(table: Table, command: asked.AddBot) -> list[log.AnyLogEntry]:
    between_games(table)
    level = command.level or table.lobby.options.bot_level
    if command.seat is not None:
        if command.seat not in table.lobby.free_chairs:
            raise Refusal(Denial.TAKEN, chair=command.seat)
        return [log.BotSat(seat=command.seat, level=level)]
    wanted = command.fill_to if command.fill_to is not None else MIN_SEATS
    if not MIN_SEATS <= wanted <= MAX_SEATS:
        raise Refusal(Denial.OUT_OF_RANGE, least=MIN_SEATS, most=MAX_SEATS, n=wanted)
    return fill_up(table, wanted, level)


def fill_up(table: Table, wanted: int, level: Level) -> list[log.AnyLogEntry]:
    """Put bots in empty chairs until so many players sit."""
    missing = wanted - sum(place.taken for place in table.lobby.places)
    return [log.BotSat(seat=seat, level=level) for seat in table.lobby.free_chairs[: max(0, missing)]]


def _everyone_is_ready(table: Table, host: str) -> None:
    unready = [table.lobby.names[place.player] for place in table.lobby.places if place.player and place.player != host and not place.ready]
    if unready and table.lobby.options.public:
        raise Refusal(Denial.NOT_READY, names=", ".join(unready))


def _gone(table: Table, presence: Presence) -> list[str]:
    """Name those who left after the last game and haven't said that they're in again."""
    if table.stage is not Stage.OVER:
        return []
    return [place.player for place in table.lobby.places if place.player and place.player not in presence and not place.ready]
