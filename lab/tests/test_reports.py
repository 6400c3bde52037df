"""Tables, pictures and the page on balance."""

import csv
from pathlib import Path

import pyarrow.parquet  # type: ignore[import-untyped]
import pytest

from lab.studies import balance
from secret_hitler.rules import OFFICIAL, RULESETS
from secret_hitler_lab.statistics.plots import plot_summaries
from secret_hitler_lab.statistics.simulate import PlayStyle, simulate
from secret_hitler_lab.statistics.tables import write_table
from secret_hitler_lab.statistics.uniform_play import Summary
from tests import sizes

PAGE = Path(__file__).parents[2] / "docs" / "lab-notes" / balance.PAGE


@pytest.fixture(scope="module")
def summaries() -> list[Summary]:
    return [simulate(rules, players, 1000) for rules in RULESETS.values() for players in (5, 7, 10)]


def test_a_table_is_written_as_csv_and_as_parquet(summaries: list[Summary], tmp_path: Path) -> None:
    for name in ("games.csv", "games.parquet"):
        write_table(summaries, tmp_path / name)
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pydict()
    assert list(rows[0]) == list(columns)
    assert [float(row["hitler_elected"]) for row in rows] == columns["hitler_elected"]
    assert columns["players"] == [5, 7, 10] * 5
    with pytest.raises(ValueError, match=r"\.csv or \.parquet"):
        write_table(summaries, tmp_path / "games.xls")


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_picture_is_drawn(summaries: list[Summary], suffix: str, tmp_path: Path) -> None:
    for number, some in enumerate((summaries, summaries[:1])):
        path = tmp_path / f"{number}.{suffix}"
        plot_summaries(some, path)
        assert path.stat().st_size > 5000


def test_the_page_on_balance_is_written_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not sizes.long:
        monkeypatch.setattr(balance, "BOT", "party-line")
    balance.main(str(tmp_path), "2000", "1")
    assert (tmp_path / balance.PICTURE).exists()
    written, kept = ((folder / balance.PAGE).read_text(encoding="utf-8") for folder in (tmp_path, PAGE.parent))
    headings = [line for line in written.splitlines() if line.startswith("#")]
    assert headings[-1] == f"## Everybody is a bot of level {balance.BOT}"
    assert set(headings[:-1]) <= set(kept.splitlines())


def test_the_page_in_the_documentation_is_current() -> None:
    """The first and the last figure of its first table, and one of the party line."""
    page = PAGE.read_text(encoding="utf-8")
    uniform, party_line = page.split("## ")[1:3]
    for section, policy in ((uniform, PlayStyle.UNIFORM), (party_line, PlayStyle.PARTY_LINE)):
        row = next(line for line in section.splitlines() if line.startswith("| official")).split(" | ")
        for column, players in ((1, 5), (6, 10)):
            summary = simulate(OFFICIAL, players, balance.GAMES, balance.SEED, liberals=policy, fascists=policy)
            assert row[column].rstrip(" |") == f"{summary.liberal_win_rate:.1%}"
