"""The examples run, each in far less than a minute."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("random_against_party_line", ["5000"]), ("tournament", ["20"]), ("record_analysed", ["3"])],
)
def test_an_example_runs(name: str, arguments: list[str]) -> None:
    subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py"), *arguments], check=True, timeout=60, capture_output=True)


@pytest.mark.long
def test_the_small_learner_beats_random_play(tmp_path: Path) -> None:
    picture = tmp_path / "curve.png"
    result = subprocess.run(
        [sys.executable, str(EXAMPLES / "small_learner.py"), str(picture), "1500"], check=True, timeout=60, capture_output=True, text=True
    )
    last = [line for line in result.stdout.splitlines() if line.startswith("step")][-1]
    assert float(last.split("won ")[1].split("%")[0]) > 40
    assert picture.exists()
