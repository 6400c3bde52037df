"""Table: a live table folded from its log; the same log gives the same table in any process, at any time."""

from collections import deque
from collections.abc import Callable
from copy import copy
from typing import Any, Final

from msgspec import Struct

from ..chance import Lots, commitment
from ..play import Move, Session
from ..records import Record
from ..rules import (
    PUBLIC,
    RULESETS,
    AnyEvent,
    Ending,
    Game,
    Onlooker,
    Phase,
    Role,
    Ruleset,
    Seat,
    View,
    house_rules,
)
from ..rules.events import ChancellorNominated
from ..rules.ruleset import MAX_SEATS
from ..wire.commands import Room
from ..wire.messages import Said
from ..wire.table import Chair, Level, Options, Score, Stage, TableState
from .log_entries import (
    BotLeft,
    BotSat,
    BotTookOver,
    Dealt,
    HostSet,
    Joined,
    Kicked,
    LockSet,
    LogEntry,
    LogLine,
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
    TableOpened,
    TakenBack,
    TakenOver,
)

REMEMBERED_COMMANDS = 200
REMEMBERED_TALK = 500


class Place(Struct):
    """A chair, as the log knows it."""

    player: str = ""
    bot: Level | None = None
    ready: bool = False
    replace_votes: set[str] = set()

    @property
    def taken(self) -> bool:
        return bool(self.player) or self.bot is not None


class Watch(Struct):
    """One onlooker of the running game: its view, and the events of each update it was ever shown."""

    view: View
    updates: list[list[AnyEvent]] = []


class Table:
    def __init__(self, code: str) -> None:
        self.code = code
        self.lines = 0
        self.options = Options()
        self.rules: Ruleset = RULESETS[self.options.rules]
        self.password_hash = ""
        self.quick_for = 0
        self.opened = 0.0
        self.touched = 0.0
        self.host = ""
        self.names: dict[str, str] = {}
        self.banned: set[str] = set()
        self.locked = False
        self.places: list[Place] = [Place() for _ in range(MAX_SEATS)]
        self.stage = Stage.LOBBY
        self.games = 0
        self.session: Session | None = None
        self.dealt: Dealt | None = None
        self.lots = Lots(b"")
        self.watches: dict[Onlooker, Watch] = {}
        self.talk: deque[Said] = deque(maxlen=REMEMBERED_TALK)
        self.spoken = 0
        self.remake_votes: set[str] = set()
        self.score: dict[str, Score] = {}
        self.last_hitler = ""
        self.asked_at = 0.0
        """When the seats now awaited were asked."""
        self.nominated_at = 0.0
        self.done: dict[str, dict[str, None]] = {}
        """The last commands of each player, oldest first."""
        self.changes = 0
        """Counts what changed around the game; play alone does not."""

    # Questions

    @property
    def moves(self) -> list[Move]:
        return [] if self.session is None else self.session.moves

    @property
    def game(self) -> Game | None:
        return None if self.session is None else self.session.game

    def seat_of(self, player: str) -> Seat | None:
        return next((Seat(seat) for seat, place in enumerate(self.places) if player and place.player == player), None)

    def onlooker(self, player: str) -> Onlooker:
        seat = self.seat_of(player)
        return PUBLIC if seat is None else seat

    def humans(self) -> list[str]:
        return [place.player for place in self.places if place.player]

    @property
    def free_chairs(self) -> list[Seat]:
        return [Seat(seat) for seat, place in enumerate(self.places) if not place.taken]

    def already_done(self, player: str, command: str) -> bool:
        return command in self.done.get(player, ())

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return self.game.awaited if self.game is not None and self.stage is Stage.PLAYING else ()

    @property
    def deadline(self) -> float | None:
        if not self.awaited or self.options.decision_seconds is None:
            return None
        return max(self.asked_at, self.talk_until or 0) + self.options.decision_seconds

    @property
    def talk_until(self) -> float | None:
        if self.options.talk_seconds is None or self.game is None or self.game.board.phase is not Phase.ELECTION:
            return None
        return self.nominated_at + self.options.talk_seconds

    @property
    def unready(self) -> list[Seat]:
        """Whom a vote still waits for, at tables that wait for everyone."""
        if not self.options.everyone_ready or self.game is None or self.game.board.phase is not Phase.ELECTION:
            return []
        return [seat for seat in self.game.board.alive if not self.places[seat].ready and self.places[seat].bot is None]

    def remake_needed(self) -> int:
        return len(self.humans()) // 2 + 1

    def watch(self, onlooker: Onlooker) -> Watch | None:
        return self.watches.get(onlooker)

    def state(self, connected: set[str], spectators: int) -> TableState:
        chairs = [
            Chair(
                seat=Seat(seat),
                player=place.player or None,
                name=self.names.get(place.player, "") if place.player else "",
                bot=place.bot,
                connected=place.player in connected,
                ready=place.ready,
                host=bool(place.player) and place.player == self.host,
                replace_votes=len(place.replace_votes),
            )
            for seat, place in enumerate(self.places)
        ]
        ended = self.game is not None and self.game.ending is not None
        return TableState(
            code=self.code,
            stage=self.stage,
            options=self.options,
            rules=self.rules,
            chairs=chairs,
            spectators=spectators,
            locked=self.locked,
            password=bool(self.password_hash),
            game=self.games,
            commitment=commitment(bytes.fromhex(self.dealt.seed)) if self.dealt is not None else None,
            deadline=self.deadline,
            talk_until=self.talk_until,
            unready=self.unready,
            remake_votes=len(self.remake_votes),
            remake_needed=self.remake_needed(),
            ending=self.game.ending if self.game is not None else None,
            record=self.dealt.record if ended and self.dealt is not None else None,
            score=list(self.score.values()),
        )

    def record(self) -> Record:
        """The game that ended, with its seed revealed."""
        assert self.session is not None
        assert self.dealt is not None
        game = self.session.game
        names = {f"seat {seat}": self.name_of(Seat(seat)) for seat in range(game.board.seats)}
        return Record(
            rules=self.dealt.rules,
            seats=game.board.seats,
            opener=self.dealt.opener,
            moves=self.moves,
            ending=game.ending,
            commitment=commitment(bytes.fromhex(self.dealt.seed)),
            seed=self.dealt.seed,
            notes={"table": self.code, "game": str(self.games), **names},
        )

    def name_of(self, seat: Seat) -> str:
        place = self.places[seat]
        return self.names.get(place.player, "") or f"Bot {seat + 1}"

    # Chance and play, before they are written

    def opening(self, rules: Ruleset, seats: int, opener: Seat | None, seed: str) -> list[Move]:
        trial = Session(rules, seats, Lots(bytes.fromhex(seed)).below, opener=opener)
        trial.let_nature_act()
        return trial.moves

    def tried(self, move: Move) -> list[Move]:
        """The move and what nature adds to it; raises IllegalAction, and changes nothing."""
        assert self.session is not None
        trial = self.session.fork(copy(self.lots).below)
        trial.play(move)
        trial.let_nature_act()
        return trial.moves

    # The fold

    def write(self, line: LogLine) -> list[Said]:
        """Take a line of the log in; what was said in it is returned, to be passed on."""
        self.lines += 1
        self.touched = line.time
        if line.player and line.command:
            done = self.done.setdefault(line.player, {})
            done[line.command] = None
            if len(done) > REMEMBERED_COMMANDS:
                del done[next(iter(done))]
        before = len(self.talk) and self.talk[-1].number
        for entry in line.entries:
            self.changes += type(entry) is not Played
            _FOLDS[type(entry)](self, entry, line)
        return [said for said in self.talk if said.number > before]

    def _opened(self, entry: TableOpened, line: LogLine) -> None:
        self.opened = line.time
        self._set_options(entry.options)
        self.password_hash = entry.password_hash
        self.quick_for = entry.quick_for

    def _joined(self, entry: Joined, line: LogLine) -> None:
        self.names[entry.player] = entry.name
        self.host = self.host or entry.player

    def _renamed(self, entry: Renamed, line: LogLine) -> None:
        self.names[entry.player] = entry.name

    def _sat(self, entry: Sat, line: LogLine) -> None:
        self.places[entry.seat] = Place(player=entry.player, replace_votes=set())

    def _stood(self, entry: Stood, line: LogLine) -> None:
        seat = self.seat_of(entry.player)
        assert seat is not None
        self.places[seat] = Place(replace_votes=set())

    def _bot_sat(self, entry: BotSat, line: LogLine) -> None:
        self.places[entry.seat] = Place(bot=entry.level, replace_votes=set())

    def _bot_left(self, entry: BotLeft, line: LogLine) -> None:
        self.places[entry.seat] = Place(replace_votes=set())

    def _options_set(self, entry: OptionsSet, line: LogLine) -> None:
        self._set_options(entry.options)

    def _set_options(self, options: Options) -> None:
        self.options = options
        self.rules = rules_of(options)

    def _lock_set(self, entry: LockSet, line: LogLine) -> None:
        self.locked = entry.locked

    def _kicked(self, entry: Kicked, line: LogLine) -> None:
        if entry.ban:
            self.banned.add(entry.player)
        seat = self.seat_of(entry.player)
        if seat is not None:
            bot = self.options.bot_level if self.stage is Stage.PLAYING else None
            self.places[seat] = Place(bot=bot, replace_votes=set())

    def _host_set(self, entry: HostSet, line: LogLine) -> None:
        self.host = entry.player

    def _ready_set(self, entry: ReadySet, line: LogLine) -> None:
        seat = self.seat_of(entry.player)
        assert seat is not None
        self.places[seat].ready = entry.ready

    def _dealt(self, entry: Dealt, line: LogLine) -> None:
        self.places = [place for place in self.places if place.taken]
        for place in self.places:
            place.ready = False
            place.replace_votes = set()
        seats = len(self.places)
        self.games += 1
        self.stage = Stage.PLAYING
        self.dealt = entry
        self.remake_votes = set()
        self.lots = Lots(bytes.fromhex(entry.seed))
        self.session = Session(entry.rules, seats, self.lots.below, [*map(Seat, range(seats)), PUBLIC], entry.opener)
        self.watches = {onlooker: Watch(view, []) for onlooker, view in self.session.views.items()}
        self._play(entry.moves, line.time)

    def _played(self, entry: Played, line: LogLine) -> None:
        self._play(entry.moves, line.time)

    def _play(self, moves: list[Move], time: float) -> None:
        assert self.session is not None
        game, seen = self.session.game, self.session.play_written(*moves)
        for onlooker, events in seen.items():
            self.watches[onlooker].updates.append(events)
        self.asked_at = time
        self.changes += self.deadline is not None
        if any(type(event) is ChancellorNominated for event in seen.get(PUBLIC, ())):
            self._open_vote(time)
        for seat, place in enumerate(self.places):
            if place.replace_votes and seat not in game.awaited:
                place.replace_votes = set()
                self.changes += 1
        if game.ending is not None:
            self.changes += 1
            self._end(game, game.ending)

    def _open_vote(self, time: float) -> None:
        self.nominated_at = time
        self.changes += 1
        for place in self.places:
            place.ready = False

    def _end(self, game: Game, ending: Ending) -> None:
        self.stage = Stage.OVER
        for seat, place in enumerate(self.places):
            role = game.roles[seat]
            if role is Role.HITLER:
                self.last_hitler = place.player
            if place.player:
                score = self.score.setdefault(place.player, Score(place.player, "", 0, 0))
                score.name = self.names[place.player]
                score.games += 1
                score.wins += role.party is ending.winner
        self._widen()

    def _widen(self) -> None:
        """After a game there is room for more people again."""
        self.places += [Place(replace_votes=set()) for _ in range(MAX_SEATS - len(self.places))]

    def _spoke(self, entry: Spoke, line: LogLine) -> None:
        self.spoken += 1
        self.talk.append(
            Said(
                number=self.spoken,
                room=entry.room,
                player=entry.player,
                name=self.names[entry.player] if entry.player else self.name_of(entry.seat or Seat(0)),
                seat=self.seat_of(entry.player) if entry.player else entry.seat,
                text=entry.text,
                time=line.time,
                sentence=entry.sentence,
            )
        )

    def _replace_voted(self, entry: ReplaceVoted, line: LogLine) -> None:
        self.places[entry.seat].replace_votes.add(entry.player)

    def _bot_took_over(self, entry: BotTookOver, line: LogLine) -> None:
        self.places[entry.seat].bot = entry.level
        self.places[entry.seat].replace_votes = set()

    def _taken_back(self, entry: TakenBack, line: LogLine) -> None:
        self.places[entry.seat].bot = None

    def _taken_over(self, entry: TakenOver, line: LogLine) -> None:
        self.places[entry.seat] = Place(player=entry.player, replace_votes=set())

    def _remake_voted(self, entry: RemakeVoted, line: LogLine) -> None:
        self.remake_votes.add(entry.player)

    def _remade(self, entry: Remade, line: LogLine) -> None:
        self.stage = Stage.LOBBY
        self.session = self.dealt = None
        self.watches = {}
        self.remake_votes = set()
        self._widen()


def rules_of(options: Options) -> Ruleset:
    """Raises ValueError where the options name rules that do not exist or are refused."""
    if options.house_rules:
        return house_rules(options.house_rules)
    if options.rules not in RULESETS:
        raise ValueError(f"there is no rule set {options.rules!r}; there are {', '.join(RULESETS)}")
    return RULESETS[options.rules]


def visible_rooms(table: Table, player: str) -> set[Room]:
    """Players hear the spectators only after the end."""
    if table.seat_of(player) is None or table.stage is not Stage.PLAYING:
        return {Room.TABLE, Room.SPECTATORS}
    return {Room.TABLE}


_FOLDS: Final[dict[type[LogEntry], Callable[[Table, Any, LogLine], None]]] = {
    TableOpened: Table._opened,
    Joined: Table._joined,
    Renamed: Table._renamed,
    Sat: Table._sat,
    Stood: Table._stood,
    BotSat: Table._bot_sat,
    BotLeft: Table._bot_left,
    OptionsSet: Table._options_set,
    LockSet: Table._lock_set,
    Kicked: Table._kicked,
    HostSet: Table._host_set,
    ReadySet: Table._ready_set,
    Dealt: Table._dealt,
    Played: Table._played,
    Spoke: Table._spoke,
    ReplaceVoted: Table._replace_voted,
    BotTookOver: Table._bot_took_over,
    TakenBack: Table._taken_back,
    TakenOver: Table._taken_over,
    RemakeVoted: Table._remake_voted,
    Remade: Table._remade,
}
