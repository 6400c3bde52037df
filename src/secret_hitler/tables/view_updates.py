"""ViewUpdates: turn a table's new state into the bytes for each viewer, encoded once for all their screens."""

from itertools import compress
from operator import attrgetter, ne
from typing import Any

import msgspec

from ..play import Seen
from ..rules import PUBLIC, AnyEvent, View
from ..rules.claims import Round
from ..rules.events import BallotMarked, ClaimMade, PresidencyPassed, VoteCast
from ..wire.messages import AnyMessage, Update
from ..words import EventSentence, event_sentence
from .dealt_game import ViewerLog

_encoder = msgspec.json.Encoder()
BLOCK = 4096
"""Characters; longer than what any seat learns at the deal."""
WELCOME_BLOCK = 4 * BLOCK
"""The whole table, with ten long names too: in smaller blocks what a role knows more could begin another one."""
_CASTING = {VoteCast, BallotMarked}
_WITH_EVENTS = ("board", "rounds")
"""Keys sent with every update, as far as it concerns them."""
_FIXED = ("rules", "onlooker", "informed")
_LEARNED = ("roles", "parties")
_FIELDS = (*_LEARNED, *(field for field in View.__struct_fields__ if field not in (*_WITH_EVENTS, *_FIXED, *_LEARNED)))
_others = attrgetter(*_FIELDS[len(_LEARNED) :])


def encode(message: AnyMessage) -> str:
    return _encoder.encode(message).decode()


def padded(text: str, block: int = BLOCK) -> str:
    """Make messages with a secret equally long: otherwise their length would show who is a fascist."""
    return text + " " * (-len(text) % block)


class LineUpdates:
    """What one line of the log shows, with everything that several viewers share computed and encoded once."""

    def __init__(self, game: int, seen: Seen) -> None:
        self.game = game
        self.public = public = seen.get(PUBLIC, ())
        self.vote_of = public[0].seat if len(public) == 1 and isinstance(public[0], VoteCast) else None
        """The seat that voted, if that is all and others still have to vote, as in most lines of a game."""
        self._board: msgspec.Raw | None = None
        self._votes: dict[int, str] = {}
        self._shared: dict[int, tuple[Any, Any]] = {}

    def board(self, log: ViewerLog) -> msgspec.Raw:
        """Encode the board, which is the same for every viewer."""
        if self._board is None:
            self._board = msgspec.Raw(_encoder.encode(log.board))
        return self._board

    def shared(self, events: list[AnyEvent], view: View) -> tuple[Any, Any]:
        """Encode events and their sentences once for all viewers that see the same."""
        found = self._shared.get(id(events))
        if found is None:
            told = [] if self.vote_of is not None else sentences(events, view)
            found = self._shared[id(events)] = msgspec.Raw(_encoder.encode(events)), msgspec.Raw(_encoder.encode(told))
        return found

    def vote(self, log: ViewerLog) -> str:
        """Encode another seat's vote: only the board changed, so all who see it read the same, without computing their views."""
        seq = len(log.updates) - 1
        if seq not in self._votes:
            patch: dict[str, Any] = {"board": self.board(log), "rounds": []}
            self._votes[seq] = encode(Update(game=self.game, seq=seq, events=log.updates[-1], view=patch))
        return self._votes[seq]


class ViewUpdates:
    """What one viewer was last told, so an update holds only changes."""

    def __init__(self) -> None:
        self._told: tuple[Any, ...] = ()

    def update(self, log: ViewerLog, line: LineUpdates) -> str:
        """Encode the latest update for this viewer; the first one holds everything."""
        told = self._told
        if told and line.vote_of is not None and line.vote_of != log.onlooker:
            return line.vote(log)
        events, view = log.updates[-1], log.view
        known = (view.roles.copy(), view.parties.copy(), *_others(view))
        patch: dict[str, Any] = {"board": line.board(log)}
        if told:
            patch["rounds"] = _touched(events, view)
            patch.update(compress(zip(_FIELDS, known, strict=True), map(ne, known, told)))
        else:
            patch |= {field: getattr(view, field) for field in ("rounds", *_FIXED, *_FIELDS)}
        self._told = known
        shown, said = line.shared(events, view)
        text = encode(Update(game=line.game, seq=len(log.updates) - 1, events=shown, told=said, view=patch))
        return text if events is line.public else padded(text)


def sentences(events: list[AnyEvent], view: View) -> list[EventSentence | None]:
    """Choose each event's sentence; an empty list where there's none."""
    told = [event_sentence(event, view) for event in events]
    return told if any(told) else []


def _touched(events: list[AnyEvent], view: View) -> list[Round]:
    """List the rounds these events may have changed."""
    rounds, kinds = view.rounds, set(map(type, events))
    if not rounds or kinds <= _CASTING:
        return []
    touched = {len(rounds)}
    if PresidencyPassed in kinds and len(rounds) > 1:
        touched.add(len(rounds) - 1)
    if ClaimMade in kinds:
        touched.update(event.claim.round for event in events if isinstance(event, ClaimMade))
    return [rounds[number - 1] for number in sorted(touched)]
