"""The manual is built from the pages and the docstrings without a warning, and leads to every page."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.long
def test_the_manual_is_built_without_a_warning(tmp_path: Path) -> None:
    pages, built = tmp_path / "docs", tmp_path / "built"
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns("_build"))
    subprocess.run([sys.executable, "-m", "secret_hitler.wire", str(pages)], check=True)
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", str(pages), str(built)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    reference = (built / "api" / "rules.html").read_text(encoding="utf-8")
    assert "secret_hitler.rules.game.Game.apply" in reference


def test_no_path_of_a_machine_is_named() -> None:
    for page in [*DOCS.glob("**/*.md"), *DOCS.parent.glob("*.md")]:
        if "_build" not in page.parts:
            assert not any(str(place) in page.read_text(encoding="utf-8") for place in (DOCS.parent, Path.home())), page.name
