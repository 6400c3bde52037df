"""Table: a live table folded from its log; the same log gives the same table in every process."""

from typing import assert_never

from ..chance import server_commitment
from ..play import Move, Seen
from ..records import Record
from ..rules import PUBLIC, Bar, Game, Onlooker, Phase, Seat
from ..rules.choices import silence
from ..rules.events import ChancellorNominated, ClaimMade, PolicyEnacted
from ..rules.view import open_claims
from ..wire.commands import Room
from ..wire.messages import Said
from ..wire.table import Stage, Unrated
from . import log_entries as log
from .dealt_game import DealtGame, SeatHolder, Trial, Viewer, ViewerLog
from .hours import after
from .lobby import Lobby, ScoreSheet, SeatRequest, TableTalk

LISTED_PATIENCE = 6
SHORTEST_GAME, SHORTEST_ROUND = 60.0, 6.0
"""Seconds that people need at least to nominate, vote and choose cards: a faster game isn't rated."""
UNSEEN = {log.Played, log.Marked}
"""Entries that change nothing around the game."""


class Table:
    def __init__(self, code: str) -> None:
        self.code = code
        self.lines = 0
        self.touched = 0.0
        self.stage = Stage.LOBBY
        self.lobby = Lobby()
        self.talk = TableTalk()
        self.score = ScoreSheet()
        self.games = 0
        self.current: DealtGame | None = None
        """The game on the table, or the last one that ended."""
        self.broken_off: DealtGame | None = None
        self.commitments: dict[str, str] = {}
        """What players will add to the next game's chance."""
        self.announced: log.DealAnnounced | None = None
        """A deal that waits for the secrets of players who committed."""
        self.revealed: dict[str, log.Revealed] = {}
        self.collecting: set[str] | None = None
        """After a deal was called off: who has to commit again before the next try."""
        self.withheld: set[str] = set()
        """Players who committed and didn't reveal, since the last game."""
        self.gathered_at: float | None = None
        """Since when a table of strangers has had enough people."""
        self.seen: Seen = {}
        """What the last line of the log showed to each viewer."""
        self.changes = 0
        """Counts changes around the game; play alone doesn't count."""
        self.done: set[tuple[str, str]] = set()
        """The commands of this game and the one before it, by player."""
        self._done_before: set[tuple[str, str]] = set()

    # Questions

    @property
    def begins_at(self) -> float | None:
        """Return when a table of strangers deals by itself; a listed one gives its host time to do it."""
        if self.gathered_at is None:
            return None
        return self.gathered_at + self.lobby.countdown * (1 if self.lobby.quick_for else LISTED_PATIENCE)

    @property
    def announcement(self) -> tuple[str, list[str | None]] | None:
        """Return what players see before they reveal: the server's commitment, and those that count, by seat."""
        announced = self.announced
        if announced is None:
            return None
        players = [announced.commitments.get(place.player) for place in self.lobby.places if place.taken]
        return server_commitment(bytes.fromhex(announced.secret)), players

    @property
    def ended(self) -> DealtGame | None:
        """Return the game that ended or was broken off, until the next deal."""
        return self.current if self.stage is Stage.OVER else self.broken_off

    @property
    def dealing(self) -> bool:
        """Tell whether a deal is on: players reveal secrets or, after a failed try, commit again."""
        return self.announced is not None or self.collecting is not None

    @property
    def playing(self) -> DealtGame:
        """Return the current game, for callers who know there is one."""
        assert self.current is not None
        return self.current

    @property
    def game(self) -> Game | None:
        return None if self.current is None else self.current.game

    @property
    def viewer_logs(self) -> dict[Onlooker, ViewerLog]:
        return {} if self.current is None else self.current.viewer_logs

    def log_of(self, viewer: Viewer) -> ViewerLog | None:
        return None if self.current is None else self.current.log_of(viewer)

    def already_done(self, player: str, command: str) -> bool:
        return (player, command) in self.done or (player, command) in self._done_before

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self.current.game.board.awaited if self.current is not None and self.stage is Stage.PLAYING else ()

    @property
    def deadline(self) -> float | None:
        seconds = self.lobby.options.decision_seconds
        if seconds is None or self.current is None or not self.awaited:
            return None
        if not self.lobby.options.slow:
            return max(self.current.asked_at, self.talk_until or 0) + seconds
        return max(self.time_of(seat, seconds) for seat in self.awaited)

    def time_of(self, seat: Seat, seconds: float) -> float:
        """Return when an awaited seat will have had so much of its player's own time to decide."""
        begun = max(self.playing.turns[seat].at, self.talk_until or 0)
        return after(self.lobby.hours_of(self.lobby.places[seat].player), begun, seconds)

    def time_left(self, now: float) -> float | None:
        """Return the seconds until the clock runs out; never more than a seat gets, in case the log is ahead of this clock."""
        return None if self.deadline is None else self.deadline - max(now, self.playing.asked_at)

    @property
    def talk_until(self) -> float | None:
        if self.lobby.options.talk_seconds is None or self.current is None or self.current.game.board.phase is not Phase.ELECTION:
            return None
        return self.current.nominated_at + self.lobby.options.talk_seconds

    @property
    def claim_awaited_from(self) -> list[Seat]:
        """List the people who governed last, may speak of it and haven't; asked while bots vote on the next government."""
        game, places = self.game, self.lobby.places
        if (
            self.lobby.options.claim_seconds == 0
            or game is None
            or self.stage is not Stage.PLAYING
            or game.board.phase is not Phase.ELECTION
            or all(places[seat].bot is None for seat in game.board.alive)
        ):
            return []
        public = self.viewer_logs[PUBLIC].view  # what everyone can tell, to spare a seat's own view where it has no viewer
        governed = next((round for round in reversed(public.rounds) if round.enacted is not None), None)
        if governed is None or governed.by_populace:
            return []
        people = [seat for seat in (governed.president, governed.chancellor) if seat is not None and places[seat].bot is None]
        return [seat for seat in people if any(not claim.said for claim in open_claims(public, seat, governed.number))]

    @property
    def claim_deadline(self) -> float:
        """Return when bots stop waiting for a claim, if they do."""
        return self.playing.governed_at + self.lobby.options.claim_seconds

    @property
    def unready(self) -> list[Seat]:
        """List the people a vote still waits for, at tables that wait for everyone."""
        if not self.lobby.options.everyone_ready or self.game is None or self.game.board.phase is not Phase.ELECTION:
            return []
        places = self.lobby.places
        return [seat for seat in self.game.board.alive if not places[seat].ready and places[seat].bot is None]

    @property
    def remake_needed(self) -> int:
        return len(self.lobby.humans()) // 2 + 1

    @property
    def in_session(self) -> bool:
        """Tell whether a government is in session and may not be heard."""
        return self.game is not None and self.game.rules.session_silence and self.stage is Stage.PLAYING and self.game.board.in_session

    def silenced(self, seat: Seat) -> Bar | None:
        """Return why people may learn nothing of this seat now except its play."""
        return silence(self.game.rules, self.game.board, seat) if self.game is not None and self.stage is Stage.PLAYING else None

    def visible_rooms(self, player: str) -> set[Room]:
        """List the rooms a player hears: the spectators' room only after the end."""
        if self.lobby.seat_of(player) is None or self.stage is not Stage.PLAYING:
            return {Room.TABLE, Room.SPECTATORS}
        return {Room.TABLE}

    def record(self) -> Record:
        """Make the record of the game that ended or was broken off."""
        game = self.ended
        assert game is not None
        names = {f"seat {seat}": self.lobby.name_of(Seat(seat)) for seat in range(game.game.board.seats)}
        cards = {seat: self.lobby.programs.get(self.lobby.places[seat].player) for seat in range(game.game.board.seats)}
        programs = {f"program {seat}": f"{card.id}, {card.name} by {card.author}" for seat, card in cards.items() if card is not None}
        return game.record({"table": self.code, "game": str(self.games), **names, **programs})

    # The log

    def apply(self, line: log.LogLine, trial: Trial | None = None) -> list[Said]:
        """Apply a line of the log, with its move's trial if there is one; return what was said in it."""
        self.lines += 1
        self.touched = line.time
        if line.player and line.command:
            self.done.add((line.player, line.command))
        spoken, self.seen = self.talk.spoken, {}
        for entry in line.entries:
            self.changes += type(entry) not in UNSEEN
            self._apply_entry(entry, line.time, trial)
            if type(entry) is log.Played:
                place = self.lobby.places[entry.moves[0].seat]
                place.missed = 0 if line.player or place.bot is not None else place.missed + 1
        self._count_down(line.time)
        return self.talk.since(spoken) if self.talk.spoken != spoken else []

    def _apply_entry(self, entry: log.AnyLogEntry, time: float, trial: Trial | None) -> None:
        lobby = self.lobby
        match entry:
            case log.Played(moves=moves):
                self._play(moves, time, trial)
            case log.Committed(player=player, commitment=commitment):
                self.commitments[player] = commitment
                if self.collecting is not None:
                    self.collecting.discard(player)
            case log.DealAnnounced():
                self.announced, self.revealed, self.collecting = entry, {}, None
            case log.Revealed(player=player):
                self.revealed[player] = entry
            case log.DealCalledOff(missing=missing):
                self.collecting = set(self.revealed)
                self.announced, self.revealed, self.commitments = None, {}, {}
                self.withheld.update(missing)
            case log.Dealt():
                self._deal(entry, time)
            case log.Remade():
                self.stage, self.broken_off, self.current = Stage.LOBBY, self.playing, None
                lobby.widen()
            case log.RemakeVoted(player=player):
                self.playing.remake_votes.add(player)
            case log.ReplaceVoted(seat=seat, player=player):
                lobby.places[seat].replace_votes.add(player)
            case log.BotTookOver(seat=seat, level=level):
                lobby.places[seat].bot, lobby.places[seat].replace_votes = level, set()
            case log.TakenBack(seat=seat):
                lobby.take(seat, lobby.places[seat].owner or lobby.places[seat].player)
            case log.TakeOverAsked(seat=seat, player=player):
                lobby.places[seat].asking = SeatRequest(player, set(), set())
            case log.TakeOverVoted(seat=seat, player=player, admit=admit):
                asking = lobby.places[seat].asking
                assert asking is not None
                (asking.ayes if admit else asking.noes).add(player)
                (asking.noes if admit else asking.ayes).discard(player)
            case log.TakeOverRefused(seat=seat):
                lobby.places[seat].asking = None
            case log.TakenOver(seat=seat, player=player):
                lobby.take_over(seat, player)
                self.playing.held.add(player)
            case log.TableOpened():
                lobby.open(entry, time)
            case log.OptionsSet(options=options):
                lobby.set_options(options)
            case log.LockSet(locked=locked):
                lobby.locked = locked
            case log.WebhookSet(url=url):
                lobby.webhook = url
            case log.HostSet(player=player):
                lobby.host = player
            case log.Joined(player=player, name=name, origin=origin, identity=identity, program=program):
                lobby.join(player, name, origin, identity, program)
            case log.Renamed(player=player, name=name):
                lobby.names[player] = name
            case log.Dressed(player=player, appearance=appearance):
                lobby.looks.pop(player, None)  # so that the order is that of the choices
                lobby.looks[player] = appearance
            case log.Sat(player=player, seat=seat):
                lobby.take(seat, player)
            case log.Stood(player=player):
                lobby.leave(player)
            case log.Kicked(player=player, ban=ban):
                lobby.banned |= {player} if ban else set()
                lobby.sent_away.add(player)
                lobby.leave(player, bot=lobby.options.bot_level if self.stage is Stage.PLAYING else None)
            case log.BotSat(seat=seat, level=level):
                lobby.take(seat, bot=level)
            case log.BotLeft(seat=seat):
                lobby.take(seat)
            case log.ReadySet(player=player, ready=ready):
                chair = lobby.seat_of(player)
                assert chair is not None
                lobby.places[chair].ready = ready
            case log.Marked(player=player, seat=seat, mark=mark):
                self.playing.marks.setdefault(player, {})[seat] = mark
            case log.HoursSet(player=player, hours=hours):
                lobby.hours[player] = hours
            case log.RatingAgreed(player=player, agrees=agrees):
                (lobby.rating_agreed.add if agrees else lobby.rating_agreed.discard)(player)
            case log.Spoke():
                self.talk.add(entry, lobby, time, self.game.board.round if self.game is not None else 0)
            case _:
                assert_never(entry)

    def _count_down(self, time: float) -> None:
        """Start the countdown at a table of strangers once there are enough people."""
        lobby = self.lobby
        if self.stage is Stage.PLAYING or not lobby.options.public or self.dealing:
            self.gathered_at = None
            return
        if self.stage is Stage.OVER:
            enough = any(place.player and place.ready for place in lobby.places)
        else:
            enough = len(lobby.humans()) >= (1 if lobby.quick_for else 2)
        self.gathered_at = (time if self.gathered_at is None else self.gathered_at) if enough else None

    def _deal(self, dealt: log.Dealt, time: float) -> None:
        self.done, self._done_before = set(), self.done
        self.games += 1
        self.stage = Stage.PLAYING
        self.announced, self.collecting, self.broken_off = None, None, None
        self.commitments, self.revealed, self.withheld = {}, {}, set()
        self.current = DealtGame(dealt, self.lobby.close_up())
        self.current.held.update(self.lobby.humans())
        self.current.dealt_in, self.current.dealt_at = [place.player for place in self.lobby.places], time
        self.current.unrated = self.lobby.unrated
        self._play(dealt.moves, time)

    def _play(self, moves: list[Move], time: float, trial: Trial | None = None) -> None:
        current, in_session = self.playing, self.in_session
        self.seen = current.play(moves, time, trial)
        game = current.game
        self.changes += self.deadline is not None or self.in_session is not in_session
        public = {type(event) for event in self.seen.get(PUBLIC, ())}
        if PolicyEnacted in public:
            current.governed_at = time
        self.changes += ClaimMade in public
        if ChancellorNominated in public:
            current.nominated_at = time
            self.lobby.nobody_is_ready()
            self.changes += 1
        for seat, place in enumerate(self.lobby.places):
            if place.replace_votes and seat not in game.awaited:
                place.replace_votes = set()
                self.changes += 1
        if game.ending is not None:
            self.changes += 1
            self.stage = Stage.OVER
            if current.rated and time - current.dealt_at < max(SHORTEST_GAME, SHORTEST_ROUND * game.board.round):
                current.unrated = Unrated.TOO_QUICK
            current.ended_with = [SeatHolder(place.player, place.bot) for place in self.lobby.places]
            self.score.add(game, self.lobby)
            self.lobby.widen()
