"""Every decision of a set of games as one Parquet file: who decided, what that seat had seen, what else was open to it, how it ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa  # type: ignore[import-untyped]  # it has no type hints
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from secret_hitler.records import Record, UnfitRecord, final, replay
from secret_hitler.rules import AnyEvent, Chance, ClaimParty, ClaimTiles, Seat, SeatAction, View, onlooking
from secret_hitler.rules.claims import about

ROWS_AT_ONCE = 20_000
ON_THE_BOARD = ("round", "liberal", "fascist", "tracker", "draw_pile", "president", "chancellor")
_TEXT = pa.string()
_NAMED = pa.dictionary(pa.int32(), _TEXT)
"""Few different ones, stored once each."""
SCHEMA = pa.schema(
    [
        ("game", pa.int64()),
        ("table", _NAMED),
        ("rules", _NAMED),
        ("players", pa.int8()),
        ("move", pa.int32()),  # of the record, from 1
        ("round", pa.int16()),
        ("seat", pa.int8()),
        ("role", _NAMED),
        ("kind", _NAMED),  # of action
        ("liberal", pa.int8()),
        ("fascist", pa.int8()),
        ("tracker", pa.int8()),
        ("draw_pile", pa.int8()),
        ("president", pa.int8()),
        ("chancellor", pa.int8()),
        ("alive", pa.list_(pa.int8())),
        ("hand", _NAMED),  # fascist first
        ("seen", pa.list_(_TEXT)),  # since its last decision: all of them together are all it knows
        ("alternatives", pa.list_(_TEXT)),  # a tile held twice stands here twice
        ("chosen", pa.int16()),  # of the alternatives, from 0
        ("winner", _NAMED),
        ("won", pa.bool_()),
    ]
)
"""A row for each decision; what is text in `seen` and `alternatives` is JSON of our own events and actions."""


@contextmanager
def decision_file(path: Path) -> Iterator[Callable[[Record, int], None]]:
    """Yield what takes the games, in any number."""
    waiting: list[dict[str, Any]] = []
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as file:

        def write() -> None:
            file.write_table(pa.Table.from_pylist(waiting, schema=SCHEMA))
            waiting.clear()

        def add(record: Record, number: int) -> None:
            waiting.extend(list(decisions(record, number)))
            if len(waiting) >= ROWS_AT_ONCE:
                write()

        yield add
        write()


def decisions(record: Record, number: int = 0) -> Iterator[dict[str, Any]]:
    """Yield every choice and claim of a finished game, in the order in which they were made."""
    ending = final(record).ending
    if ending is None:
        raise UnfitRecord("a game that did not end has no outcome to write down")
    views = [onlooking(record.rules, record.seats, Seat(seat)) for seat in range(record.seats)]
    unread: list[list[str]] = [[] for _ in views]
    for place, (_, move, told) in enumerate(replay(record), start=1):
        if not isinstance(move.action, Chance):
            seat, view = move.seat, views[move.seat]
            assert view.role is not None
            board, alternatives = view.board, _alternatives(view, move.action)
            yield {
                "game": number,
                "table": record.notes.get("table", ""),
                "rules": record.rules.name,
                "players": record.seats,
                "move": place,
                "seat": seat,
                "role": view.role,
                "kind": type(move.action).__name__,
                **{field: getattr(board, field) for field in ON_THE_BOARD},
                "alive": list(board.alive),
                "hand": None if view.hand is None else "".join(view.hand),
                "seen": unread[seat],
                "alternatives": [_json(action) for action in alternatives],
                "chosen": alternatives.index(move.action),
                "winner": ending.winner,
                "won": view.role.party is ending.winner,
            }
            unread[seat] = []
        for view, waiting in zip(views, unread, strict=True):
            waiting += map(_json, view.see(told))


def _alternatives(view: View, action: SeatAction) -> list[SeatAction]:
    if not isinstance(action, ClaimTiles | ClaimParty):
        return list(view.legal_actions)
    spoken = about(action), action.round
    return [claim for open_claim in view.claims if (open_claim.about, open_claim.round) == spoken for claim in open_claim.tellings]


def _json(value: SeatAction | AnyEvent) -> str:
    return msgspec.json.encode(value).decode()
