"""Summaries as a table on disk: CSV or Parquet, one row for each."""

import csv
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from .uniform_play import Summary

SUFFIXES = (".csv", ".parquet")


def check_table(path: Path) -> None:
    """Whether such a file can be written here: asked before hours of play, not after."""
    if path.suffix.lower() not in SUFFIXES:
        raise ValueError(f"a table is written as {' or '.join(SUFFIXES)}, not as {path.suffix or 'a file without a suffix'}")
    if path.suffix.lower() == ".parquet":
        import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: F401  because it has no type hints, and only its absence matters here


def write_table(summaries: Sequence[Summary], path: Path) -> None:
    """Write a table; the ending of the file's name tells the format."""
    check_table(path)
    rows = [_row(summary) for summary in summaries]
    if path.suffix.lower() == ".parquet":
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _row(summary: Summary) -> dict[str, object]:
    fields = asdict(summary)
    endings = fields.pop("endings")
    return {**fields, **endings}
