"""A page that is older than its sources is not served, and of a built one nothing but the files that the build has listed."""

import gzip
import json
import threading
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from secret_hitler.server import services
from secret_hitler.server.built_page import SERVED, SOURCES, is_current
from tests.server.live_server import LiveServer

SCRIPT = b"play();" * 1000
PACKED = gzip.compress(SCRIPT, mtime=0)
SECRET = b"the key that signs"


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


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Build a page of a few files, and beside them one that the build didn't list."""
    dist = tmp_path_factory.mktemp("page") / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>The page</title>")
    (dist / "secret.key").write_bytes(SECRET)
    (dist / "assets" / "core-1.js").write_bytes(SCRIPT)
    (dist / "assets" / "core-1.js.gz").write_bytes(PACKED)
    (dist / "assets" / "core-1.js.br").write_bytes(b"as brotli")
    (dist / SERVED).write_text(json.dumps({"index.html": [], "assets/core-1.js": ["gz", "br"]}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "built_page", lambda: dist)
        with LiveServer(tmp_path_factory.mktemp("serving") / "data") as started:
            yield started


@pytest.mark.parametrize(
    ("accepted", "encoding", "sent"),
    ids=["brotli", "gzip", "plain"],
    argvalues=[
        ("gzip, deflate, br", "br", b"as brotli"),
        ("gzip;q=0.5", "gzip", PACKED),
        ("identity", None, SCRIPT),
    ],
)
def test_a_file_is_sent_as_the_build_has_packed_it(serving: LiveServer, accepted: str, encoding: str | None, sent: bytes) -> None:
    request = urllib.request.Request(f"{serving.url}/assets/core-1.js", headers={"accept-encoding": accepted})
    with urllib.request.urlopen(request) as answer:
        assert (answer.read(), answer.headers["content-encoding"]) == (sent, encoding)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path",
    ["/secret.key", "/C:%5Csecret.key", "/..%5Csecret.key", "/assets/..%5C..%5Csecret.key", "/assets/C:%5Csecret.key", f"/{SERVED}"],
)
def test_only_what_the_build_has_listed_is_served(serving: LiveServer, path: str) -> None:
    """On Windows a name with a drive or a backslash leads anywhere, so that no part of an address may become a path."""
    try:
        with urllib.request.urlopen(serving.url + path) as answer:
            body = answer.read()
            assert b"The page" in body
    except urllib.error.HTTPError as error:
        assert error.code == 404
        body = error.read()
    assert SECRET not in body


def test_long_answers_are_compressed_beside_the_loop(serving: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def compress(body: bytes, level: int) -> bytes:
        threads.append(threading.current_thread().name)
        return zlib.compress(body, level, wbits=31)

    monkeypatch.setattr(gzip, "compress", compress)
    request = urllib.request.Request(f"{serving.url}/api/rules", headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert json.loads(gzip.decompress(answer.read()))
    assert threads
    assert "server" not in threads
