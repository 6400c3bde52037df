"""Summaries as a table on disk: CSV or Parquet, one row for each."""

import csv
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from ..extra import lab_extra
from .uniform_play import Summary

SUFFIXES = (".csv", ".parquet")


def write_table(summaries: Sequence[Summary], path: Path) -> None:
    """The ending of the file's name tells the format."""
    rows = [_row(summary) for summary in summaries]
    match path.suffix.lower():
        case ".csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, fieldnames=list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
        case ".parquet":
            with lab_extra():
                import pyarrow  # type: ignore[import-untyped]  # it has no type hints
                import pyarrow.parquet  # type: ignore[import-untyped]
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        case suffix:
            raise ValueError(f"a table is written as {' or '.join(SUFFIXES)}, not as {suffix or 'a file without a suffix'}")


def _row(summary: Summary) -> dict[str, object]:
    fields = asdict(summary)
    endings = fields.pop("endings")
    return {**fields, **endings}
