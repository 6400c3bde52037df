"""Reviews over HTTP: worked out once, of finished games alone, and as a picture with link preview tags."""

import asyncio
import random
import time
import urllib.request

import msgspec
import pytest

from secret_hitler.paper.files import AnyGame, game_to_line
from secret_hitler.review import review
from secret_hitler.rules import OFFICIAL, Nominate
from secret_hitler.storage import Kind
from secret_hitler.tables.host import new_player
from secret_hitler.tables.log_lines import keep_record
from secret_hitler.wire.review import Review
from tests.games import random_record
from tests.paper.written_down import written_down
from tests.server.live_server import LiveServer
from tests.server.test_archive import ask

RECORD = random_record(OFFICIAL, 5, random.Random(3))


def kept(server: LiveServer, game: AnyGame) -> str:
    id = new_player()
    server.does(keep_record(server.storage, id, "test", time.time(), game))
    return id


def reviewed(server: LiveServer, id: str) -> Review:
    told = []
    while True:
        with urllib.request.urlopen(f"{server.url}/api/records/{id}/review", timeout=20) as answer:
            body = answer.read()
        if answer.status == 200:
            return msgspec.json.decode(body, type=Review)
        assert answer.status == 202
        told.append(msgspec.json.decode(body)["done"])
        assert told == sorted(told), "it goes forward"
        server.does(asyncio.sleep(0.05))


def test_a_finished_game_is_reviewed_in_another_process_and_kept(server: LiveServer) -> None:
    id = kept(server, RECORD)
    found = reviewed(server, id)
    assert msgspec.json.encode(found) == msgspec.json.encode(review(RECORD))
    stored = server.does(server.storage.get(Kind.REVIEW, id))
    assert stored is not None
    assert msgspec.json.decode(stored, type=Review) == found


def test_the_poster_is_a_picture_that_the_address_names(server: LiveServer) -> None:
    id = kept(server, RECORD)
    for address in (f"/api/records/{id}/poster.png", f"/api/records/{id}/poster.png?move=20&language=ru"):
        with urllib.request.urlopen(server.url + address, timeout=20) as answer:
            picture = answer.read()
        assert answer.headers["content-type"] == "image/png"
        assert picture.startswith(b"\x89PNG")
        assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (1200, 630)


def test_a_game_that_did_not_end_and_one_without_roles_are_refused(server: LiveServer) -> None:
    unfinished = msgspec.structs.replace(RECORD, moves=RECORD.moves[:40], ending=None)
    paper = written_down(RECORD)
    without = msgspec.structs.replace(paper, entries=paper.entries[:-1])
    for game in (unfinished, without):
        id = kept(server, game)
        status, problem = ask(server, f"/api/records/{id}/poster.png")
        assert (status, problem["code"]) == (409, "no-review")
        status, problem = ask(server, f"/api/records/{id}/review")
        assert (status, problem["code"]) == (409, "no-review")
    assert ask(server, "/api/records/nothing/review")[1]["code"] == "no-record"


@pytest.mark.parametrize("path", ["/review/{id}", "/r/{id}?move=20"])
def test_a_link_is_shown_with_its_own_picture(server: LiveServer, path: str) -> None:
    id = kept(server, RECORD)
    with urllib.request.urlopen(server.url + path.format(id=id), timeout=20) as answer:
        page = answer.read().decode()
    if "og:image" not in page:
        pytest.skip("the page is not built")
    move = "&amp;move=20" if "move" in path else ""
    assert f'og:image" content="{server.url}/api/records/{id}/poster.png?language=en{move}"' in page


def test_a_picture_of_a_move_that_never_was_is_refused(server: LiveServer) -> None:
    """Every number would be a picture of its own, and a process draws one at a time."""
    id = kept(server, RECORD)
    for move in (-1, len(RECORD.moves) + 1, 10**9):
        status, problem = ask(server, f"/api/records/{id}/poster.png?move={move}")
        assert (status, problem["code"]) == (409, "out-of-range")


def test_a_game_that_nobody_can_have_played_is_neither_kept_nor_reviewed(server: LiveServer) -> None:
    """A record of 30 kB took 90 seconds to review."""
    nominations = [move for move in RECORD.moves if isinstance(move.action, Nominate)]
    endless = msgspec.structs.replace(RECORD, moves=[*RECORD.moves, *nominations[:1] * 101])
    status, problem = ask(server, f"/api/records/{kept(server, endless)}/review")
    assert (status, problem["code"]) == (409, "no-review")
    status, problem = ask(server, "/api/records", {"text": game_to_line(endless)})
    assert (status, problem["code"]) == (400, "message")
    assert "at most 100 rounds" in problem["reason"]
