"""A page that is older than its sources is not served."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from secret_hitler.server.built_page import SOURCES, is_current


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "web" / "dist").mkdir(parents=True)
    (tmp_path / "web" / "main.ts").write_text("play()")
    hashes = {"web/main.ts": sha256(b"play()").hexdigest()}
    (tmp_path / "web" / "dist" / SOURCES).write_text(json.dumps(hashes))
    return tmp_path


def test_a_page_of_its_sources_is_current(checkout: Path) -> None:
    assert is_current(checkout / "web" / "dist", checkout)


def test_a_changed_or_missing_source_makes_it_stale(checkout: Path) -> None:
    (checkout / "web" / "main.ts").write_text("play(again)")
    assert not is_current(checkout / "web" / "dist", checkout)
    (checkout / "web" / "main.ts").unlink()
    assert not is_current(checkout / "web" / "dist", checkout)


def test_a_page_that_was_never_built_is_not_current(tmp_path: Path) -> None:
    assert not is_current(tmp_path / "web" / "dist", tmp_path)


def test_a_page_without_a_file_that_was_added_is_not_current(checkout: Path) -> None:
    (checkout / "web" / "public").mkdir()
    (checkout / "web" / "public" / "picture.png").write_bytes(b"new")
    assert not is_current(checkout / "web" / "dist", checkout)
    (checkout / "web" / "dist" / "picture.png").write_bytes(b"new")
    assert is_current(checkout / "web" / "dist", checkout)
