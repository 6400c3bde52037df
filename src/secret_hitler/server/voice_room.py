"""Who hears whom at a table: frames of sound go from whoever may talk to whoever may hear them, and nothing of them is kept."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from ..rules import Bar, Seat
from ..tables.connection import Connection
from ..tables.live_table import LiveTable, nobody_listens
from ..tables.names import clean_text
from ..tables.refusal import Refusal
from ..tables.view_updates import encode
from ..wire.messages import Goodbye
from ..wire.refusals import Denial
from .admin.moderation import Moderation
from .limits import Allowance

SOUND, CAPTION, SILENCE = 1, 2, 255
"""The first byte of what a client sends; what it receives has the seat before it, and `SILENCE` in its place for who must be silent."""
HEAD = 4
"""Kind, loudness, and two bytes of the sender's own time."""
LONGEST = HEAD + 500
"""A frame of 60 ms at twice the bytes a second that a seat may send."""
FRAMES_A_SECOND = 60.0
BYTES_A_SECOND = 5000.0
"""40 kbit/s."""
USELESS_ALLOWED = 100
TALKERS = 4
"""At once; the loudest are heard."""
HOLDS_SECONDS = 0.4
"""How long somebody who pauses keeps their place among them."""
SENT_OF_TABLE = 5000.0
"""Frames a second to everybody at one table: four talk in frames of 20 ms, and twenty-five listen."""
LISTENERS_WITHOUT_SEAT = 30
CHECK_SECONDS = 1.0
"""So often who may talk is worked out anew though nothing has happened: what operators order ends by the clock."""
LOOK_SECONDS, LATE_SECONDS = 0.05, 0.03
"""How often a node looks whether its loop is late, and from when on it is: then it leaves sound out."""
PUT_OUT = 4403


class Sender:
    """What one player may send, from however many devices."""

    def __init__(self) -> None:
        self._frames = Allowance(burst=FRAMES_A_SECOND, rate=FRAMES_A_SECOND)
        self._bytes = Allowance(burst=2 * BYTES_A_SECOND, rate=BYTES_A_SECOND)
        self._captions = Allowance(burst=5, rate=1)
        self._useless = Allowance(burst=USELESS_ALLOWED, rate=1)

    def may_send(self, frame: bytes) -> bool:
        self._bytes.take_off(len(frame))
        if not self._frames.take() or self._bytes.empty or len(frame) > LONGEST:
            return False
        return len(frame) > HEAD and (frame[0] == SOUND or (frame[0] == CAPTION and self._captions.take()))

    def may_go_on(self) -> bool:
        """Count a frame that is none, or one too many; False once there are more than any mistake explains."""
        return self._useless.take()


class VoiceRoom:
    """The voices of one table. It asks the questions that rule the chat, after every line of the log."""

    def __init__(self, live: LiveTable, moderation: Moderation, sent: Allowance) -> None:
        self._live, self._moderation = live, moderation
        self._sent = Allowance(burst=SENT_OF_TABLE, rate=SENT_OF_TABLE)
        self._sent_by_node = sent
        self._senders: dict[str, Sender] = {}
        self._hear: dict[str, tuple[Seat, bool, list[Connection]]] = {}
        """By player who may talk: their seat, whether they are dead, and those who hear them."""
        self._loudness: dict[bool, dict[Seat, tuple[float, float]]] = {False: {}, True: {}}
        """Of the living and of the dead who talk now: when they were heard last, and how loud."""
        self._silent: dict[Connection, bytes] = {}
        self._arranged_at = 0.0

    def come(self, connection: Connection) -> None:
        lobby, voices = self._live.table.lobby, self._live.voices
        if (
            lobby.seat_of(connection.player) is None
            and sum(lobby.seat_of(each.player) is None for each in voices) >= LISTENERS_WITHOUT_SEAT
        ):
            raise Refusal(Denial.WATCHED)
        voices.add(connection)
        self.arrange()

    def go(self, connection: Connection) -> None:
        self._live.voices.discard(connection)
        self.arrange()

    def sender(self, player: str) -> Sender:
        return self._senders.setdefault(player, Sender())

    def arrange(self) -> None:
        """Work out who hears whom, and tell those who must be silent and whoever listens."""
        self._arranged_at = monotonic()
        table, lobby, voices = self._live.table, self._live.table.lobby, self._live.voices
        for connection in [each for each in voices if not self._may_stay(each)]:
            voices.discard(connection)
        bars = {Seat(seat): table.silenced(Seat(seat)) for seat in range(len(lobby.places))}
        dead = {lobby.places[seat].player for seat, bar in bars.items() if bar is Bar.DEAD}
        dead_talk = lobby.options.voice_of_dead
        self._hear = {}
        for seat, bar in bars.items():
            player = lobby.places[seat].player
            identity, is_dead = lobby.identities.get(player, ""), bar is Bar.DEAD
            if not player or not (bar is None or (is_dead and dead_talk)) or self._hushed(identity):
                continue
            hearing = [each for each in voices if each.player != player and (not is_dead or each.player in dead)]
            self._hear[player] = seat, is_dead, [each for each in hearing if identity not in self._ignored_by(each)]
        self._silent = {each: self._silent.get(each, b"") for each in voices}
        for connection in voices:
            of_dead = dead_talk and connection.player in dead
            bits = sum(1 << seat for seat, bar in bars.items() if bar is not None and not (of_dead and bar is Bar.DEAD))
            silent = bytes([SILENCE, bits >> 8, bits & 255])
            if silent != self._silent[connection]:
                self._silent[connection] = silent
                connection.push(silent)

    def take(self, connection: Connection, frame: bytes) -> bool:
        """Pass a frame on to whoever may hear it; False once somebody sends what nobody needs."""
        sender, now = self.sender(connection.player), monotonic()
        if not sender.may_send(frame):
            return sender.may_go_on()
        if now - self._arranged_at > CHECK_SECONDS:
            self.arrange()
        heard = self._hear.get(connection.player)
        if heard is None:
            return True
        seat, dead, hearing = heard
        if frame[0] == CAPTION:
            try:
                text = clean_text(frame[1:].decode())
                self._moderation.check_words(text)
            except (UnicodeError, Refusal):
                return sender.may_go_on()
            frame = bytes([CAPTION]) + text.encode()
        elif not self._among_the_loudest(self._loudness[dead], seat, frame[1], now):
            return True
        if self._sent.empty or self._sent_by_node.empty:
            return True
        self._sent.take_off(len(hearing))
        self._sent_by_node.take_off(len(hearing))
        frame = bytes([seat]) + frame
        for each in hearing:
            each.offer(frame)
        return True

    def _among_the_loudest(self, loudness: dict[Seat, tuple[float, float]], seat: Seat, level: int, now: float) -> bool:
        at, before = loudness.get(seat, (0.0, 0.0))
        loudness[seat] = now, level if now - at > HOLDS_SECONDS else before + (level - before) / 4
        if len(loudness) <= TALKERS:
            return True
        louder = [
            other for other, (at, level) in loudness.items() if now - at <= HOLDS_SECONDS and (level, -other) > (loudness[seat][1], -seat)
        ]
        return len(louder) < TALKERS

    def _may_stay(self, connection: Connection) -> bool:
        """Close a connection of somebody who may not even listen any more."""
        lobby, player = self._live.table.lobby, connection.player
        denial: Denial | None = None
        if not lobby.options.voice:
            denial = Denial.NO_VOICE
        elif player and not lobby.admits(player):
            denial = Denial.BANNED if player in lobby.banned else Denial.SENT_AWAY
        elif not player:
            denial = lobby.private
        if denial is not None:
            connection.push(encode(Goodbye(code=denial, reason=denial.said({}), again=False)))
            connection.close(PUT_OUT, denial.said({}))
        return denial is None

    def _ignored_by(self, listener: Connection) -> set[str]:
        identity = self._live.table.lobby.identities.get(listener.player, "")
        return self._moderation.muted_by(identity) | self._moderation.blocked_by(identity) if identity else set()

    def _hushed(self, identity: str) -> bool:
        try:
            self._moderation.check_hushed(identity)
        except Refusal:
            return True
        return False


class SoundBudget(Allowance):
    """What a node may send for voice; nothing while its loop is late, since the game goes first."""

    late = False

    @property
    def empty(self) -> bool:
        return self.late or super().empty

    async def watch(self, needed: Callable[[], bool]) -> None:
        while needed():
            before = monotonic()
            await asyncio.sleep(LOOK_SECONDS)
            self.note(monotonic() - before)

    def note(self, took: float) -> None:
        """Take in how long a look took; the loop was late for what is above its time."""
        self.late = took > LOOK_SECONDS + LATE_SECONDS


class VoiceRooms:
    """The rooms of all tables that talk, and what this node sends for them."""

    def __init__(self, moderation: Moderation, frames_a_second: float) -> None:
        self._moderation = moderation
        self._on = frames_a_second > 0
        self._sent = SoundBudget(burst=frames_a_second, rate=frames_a_second)
        self._rooms: dict[LiveTable, VoiceRoom] = {}
        self._watching: asyncio.Task[None] | None = None

    @contextmanager
    def room(self, live: LiveTable) -> Iterator[VoiceRoom]:
        """Let somebody into the room of a table, if there may be one; it is there as long as anybody is in it."""
        if not self._on or not live.table.lobby.options.voice:
            raise Refusal(Denial.NO_VOICE)
        room = self._rooms.get(live)
        if room is None:
            room = self._rooms[live] = VoiceRoom(live, self._moderation, self._sent)
            live.voices_changed = room.arrange
            if self._watching is None or self._watching.done():
                self._watching = asyncio.create_task(self._sent.watch(lambda: bool(self._rooms)))
        try:
            yield room
        finally:
            if not live.voices:
                self._rooms.pop(live, None)
                live.voices_changed = nobody_listens
