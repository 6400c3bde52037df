"""A real Chromium and the built page; the tests are skipped, and say so, where either is missing."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")
playwright.expect.set_options(timeout=15_000)  # a busy machine may take longer than the five seconds that are usual

WEB = Path(__file__).parents[2] / "web"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
"""Needs a third of the processor time: it draws pages, and no windows around them, nor notifications."""
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


# While it is open, playwright keeps an event loop running in this thread; tests of other modules need one of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    if SHELL is None:
        pytest.skip("no Chromium is installed")
    if not (WEB / "dist" / "index.html").is_file():
        pytest.skip("the page is not built: npm ci and npm run build in web/")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=SHELL, chromium_sandbox=False, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def whole_browser(browser: "Browser") -> Iterator["Browser"]:
    """With windows and notifications."""
    opened = browser.browser_type.launch(executable_path=CHROMIUM, chromium_sandbox=False, args=FLAGS)
    yield opened
    opened.close()
