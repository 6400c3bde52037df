"""Every decision of a set of games as one Parquet file, for data frames and learners."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it has no type hints
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from msgspec.structs import asdict

from secret_hitler.records.export_decisions import DecisionRow

ROWS_AT_ONCE = 20_000
_TEXT = pa.string()
_NAMED = pa.dictionary(pa.int32(), _TEXT)
"""Few different ones, stored once each."""
SCHEMA = pa.schema(
    [
        ("game", pa.int64()),
        ("table", _NAMED),
        ("rules", _NAMED),
        ("players", pa.int8()),
        ("move", pa.int32()),
        ("round", pa.int16()),
        ("seat", pa.int8()),
        ("role", _NAMED),
        ("kind", _NAMED),
        ("liberal", pa.int8()),
        ("fascist", pa.int8()),
        ("tracker", pa.int8()),
        ("draw_pile", pa.int8()),
        ("president", pa.int8()),
        ("chancellor", pa.int8()),
        ("alive", pa.list_(pa.int8())),
        ("hand", _NAMED),
        ("seen", pa.list_(_TEXT)),
        ("alternatives", pa.list_(_TEXT)),
        ("chosen", pa.int16()),
        ("winner", _NAMED),
        ("won", pa.bool_()),
    ]
)


@contextmanager
def decision_file(path: Path) -> Iterator[Callable[[DecisionRow], None]]:
    """Yield what takes the rows, in any number."""
    waiting: list[dict[str, object]] = []
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as file:

        def write() -> None:
            file.write_table(pa.Table.from_pylist(waiting, schema=SCHEMA))
            waiting.clear()

        def add(row: DecisionRow) -> None:
            waiting.append(asdict(row))
            if len(waiting) == ROWS_AT_ONCE:
                write()

        yield add
        write()
