"""The manual is built from the pages and the docstrings without a warning, and leads to every page."""

import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.long
def test_the_manual_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", str(DOCS), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "api" / "rules.html").read_text(encoding="utf-8")
    assert "secret_hitler.rules.game.Game.apply" in reference


def test_no_path_of_a_machine_is_named() -> None:
    for page in [*DOCS.glob("**/*.md"), *DOCS.parent.glob("*.md")]:
        if "_build" not in page.parts:
            assert not any(str(place) in page.read_text(encoding="utf-8") for place in (DOCS.parent, Path.home())), page.name
