"""The manual is built from the pages and the docstrings without a warning, leads to every page by its title, and fits a phone."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, SHELL

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.long
def test_the_manual_is_built_without_a_warning(tmp_path: Path) -> None:
    pages, built = tmp_path / "docs", tmp_path / "built"
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns("_build"))
    subprocess.run([sys.executable, DOCS.parent / "web" / "messages.py", pages], check=True)
    with (pages / "held.md").open("w", encoding="utf-8") as held:
        subprocess.run([sys.executable, "-m", "tests.rulebook.held"], cwd=DOCS.parent, stdout=held, check=True)
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", str(pages), str(built)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    reference = (built / "api" / "rules.html").read_text(encoding="utf-8")
    assert "secret_hitler.rules.game.Game.apply" in reference
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=SHELL, chromium_sandbox=False, args=FLAGS)
        phone = browser.new_page(viewport={"width": 390, "height": 844})
        for page in built.rglob("*.html"):
            phone.goto(page.as_uri())
            assert phone.evaluate("document.documentElement.scrollWidth") <= 390, page.name
        browser.close()


def test_links_name_pages_by_their_titles() -> None:
    pages = [page for page in DOCS.rglob("*.md") if "_build" not in page.parts]
    assert [page.name for page in pages if re.search(r"\[[\w./-]+\.md\]\(", page.read_text(encoding="utf-8"))] == []


def test_no_path_of_a_machine_is_named() -> None:
    for page in [*DOCS.glob("**/*.md"), *DOCS.parent.glob("*.md")]:
        if "_build" not in page.parts:
            assert not any(str(place) in page.read_text(encoding="utf-8") for place in (DOCS.parent, Path.home())), page.name
