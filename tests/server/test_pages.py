"""What the page's first answer tells a browser to fetch."""

import re
import urllib.request
from pathlib import Path

import pytest

from secret_hitler.server.built_page import Preloads, built_page
from tests.server.live_server import LiveServer


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    for name in ("index-1.js", "core-1.js", "Table-2.js", "game-3.js", "game-4.css", "de-5.js", "Tv-6.js", "alegreya-7.woff2"):
        (tmp_path / "assets" / name).write_text("", encoding="utf-8")
    return tmp_path


def test_a_table_is_preloaded_with_the_language_of_whoever_asks(built: Path) -> None:
    links = Preloads(built).hints("/t/ABCDE", "de-AT,en;q=0.8").split(", ")
    assert links == [
        "</assets/Table-2.js>; rel=modulepreload; crossorigin",
        "</assets/game-3.js>; rel=modulepreload; crossorigin",
        "</assets/game-4.css>; rel=preload; as=style; crossorigin",
        "</assets/de-5.js>; rel=modulepreload; crossorigin",
    ]


def test_the_first_page_needs_nothing_more_in_english(built: Path) -> None:
    assert Preloads(built).hints("/", "en-GB") == ""
    assert Preloads(built).hints("/../t", "xx") == ""


def test_what_is_hinted_is_built() -> None:
    dist = built_page()
    if dist is None:
        pytest.skip("the page is not built")
    for screen, chunks in Preloads.SCREENS.items():
        links = Preloads(dist).hints(f"/{screen}/X", "")
        assert all(f"/assets/{chunk}-" in links for chunk in chunks), screen
    for language in Preloads.LANGUAGES:
        assert f"/assets/{language}-" in Preloads(dist).hints("/", language)


def test_the_latin_typefaces_come_with_the_page() -> None:
    """Drawn first in another one, words would move under a finger, and the tap would be lost."""
    dist = built_page()
    if dist is None:
        pytest.skip("the page is not built")
    wanted = {file.name for file in (dist / "assets").glob("*-latin-*.woff2") if "-latin-ext-" not in file.name}
    page = (dist / "index.html").read_text(encoding="utf-8")
    assert wanted
    assert set(re.findall(r'rel="preload" as="font" [^>]*/([^/"]+\.woff2)"', page)) == wanted


def test_an_invitation_shows_a_picture_of_the_table(server: LiveServer) -> None:
    if built_page() is None:
        pytest.skip("the page is not built")
    with urllib.request.urlopen(f"{server.url}/t/ABCDE", timeout=10) as answer:
        named = re.search(r'property="og:image" content="(http[^"]+)"', answer.read().decode())
    assert named is not None, "whoever shows the link needs the whole address"
    with urllib.request.urlopen(named[1], timeout=10) as answer:
        picture = answer.read()
    assert answer.headers["content-type"] == "image/png"
    width, height = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
    assert (width, height) == (1200, 630)
