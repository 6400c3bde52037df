"""A server of its own and a real Chromium; the tests are skipped, and say so, where either is missing."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.process import ServerProcess

playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="session")
def browser() -> Iterator["playwright.Browser"]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    if not (WEB / "dist" / "index.html").is_file():
        pytest.skip("the page is not built: npm ci and npm run build in web/")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server process whose bots do not pause to think."""
    with ServerProcess(tmp_path / "data") as started:
        yield started
