"""Whatever a client sends over HTTP, what is wrong with it comes back as a Problem, and as the client's mistake."""

import http.client
import json
import urllib.request
from contextlib import closing
from http.cookies import SimpleCookie

import msgspec
import pytest

from secret_hitler.server.signed_tokens import SEATS_OF_A_BROWSER
from secret_hitler.wire.api import Problem, YourTurn
from secret_hitler.wire.refusals import Denial
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer

DEEP = 20_000
LONG = "x" * 5_000
JSON = {"content-type": "application/json"}


def ask(server: LiveServer, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in {**({} if body is None else {"content-length": str(len(body))}), **(headers or {})}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.read()


def opening(**fields: object) -> bytes:
    return json.dumps({"name": "Ann", **fields}).encode()


HOSTILE = {
    "a list in a list in a list": ("POST", "/api/tables", b"[" * DEEP, JSON),
    "an object in an object": ("POST", "/api/tables", b'{"a":' * (DEEP // 4) + b"1" + b"}" * (DEEP // 4), JSON),
    "deep where a field is looked for": ("POST", "/api/tables", b'{"name":"Ann","options":' + b"[" * DEEP + b"]" * 1000 + b"}", JSON),
    "deep rules": ("POST", "/api/tables", opening(options={"house_rules": "a = " + "[" * 3_000}), JSON),
    "rules with a deep table": ("POST", "/api/tables", opening(options={"house_rules": "[" + "a." * 1_500 + "a]"}), JSON),
    "rules with deep inline tables": ("POST", "/api/tables", opening(options={"house_rules": "a=" + "{a=" * 900 + "1"}), JSON),
    "deep entries on paper": ("POST", "/api/paper", b'{"names":["A","B","C","D","E"],"entries":' + b"[" * DEEP, JSON),
    "no JSON": ("POST", "/api/tables", b"hello", JSON),
    "not even text": ("POST", "/api/tables", b"\xff\xfe\x00", JSON),
    "nothing": ("POST", "/api/tables", b"", JSON),
    "a form": ("POST", "/api/tables", b"name=Ann", {"content-type": "application/x-www-form-urlencoded"}),
    "parts without end": ("POST", "/api/tables", b"--x\r\n", {"content-type": "multipart/form-data; boundary=x"}),
    "too much": ("POST", "/api/tables", opening(password="x" * 100_000), JSON),
    "a long code": ("GET", f"/api/tables/{LONG}", None, {}),
    "a long code for a picture": ("GET", f"/api/tables/{LONG}/qr.svg", None, {}),
    "a long code to join": ("POST", f"/api/tables/{LONG}/join", opening(), JSON),
    "a long record": ("GET", f"/api/records/{LONG}", None, {}),
    "a long page": ("GET", f"/{LONG}", None, {}),
    "a long table": ("GET", f"/t/{LONG}", None, {}),
    "a long path": ("GET", "/" + "a/" * 5_000, None, {}),
    "a very long path": ("GET", "/api/tables/" + 10 * LONG, None, {}),
    "a long asset": ("GET", f"/assets/{LONG}.js", None, {}),
    "an asset above": ("GET", "/assets/../../../../etc/passwd", None, {}),
    "an asset above, written otherwise": ("GET", "/assets/..%2f..%2f..%2fetc%2fpasswd", None, {}),
    "nothing in an asset": ("GET", "/assets/a%00b", None, {}),
    "nothing in a code": ("GET", "/api/tables/%00", None, {}),
    "bytes in a code": ("GET", "/api/tables/%ff%fe", None, {}),
    "no such address": ("GET", "/api/nothing/here", None, {}),
    "no such method": ("DELETE", "/api/tables", None, {}),
    "an invented method": ("BREW", "/api/tables", None, {}),
    "a long lens": ("GET", f"/api/records/none/replay?lens={LONG}", None, {}),
    "a long query": ("GET", f"/api/records/none?{LONG}", None, {}),
    "a bad origin": ("POST", "/api/tables", opening(), {**JSON, "origin": "https://elsewhere.example"}),
    "no such table": ("GET", "/api/tables/NOONE", None, {}),
    "a socket without a handshake": ("GET", "/api/tables/NOONE/socket", None, {}),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_wrong_is_a_problem_of_the_client(server: LiveServer, what: str) -> None:
    method, path, body, headers = HOSTILE[what]
    status, answer = ask(server, method, path, body, headers)
    assert 400 <= status < 500, (status, answer[:300])
    problem = msgspec.json.decode(answer, type=Problem)
    assert problem.code in set(Denial)
    assert problem.reason


@pytest.mark.parametrize("garbage", [b"HELLO\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n"], ids=["word", "header"])
def test_what_is_no_request_at_all_is_a_problem_too(server: LiveServer, garbage: bytes) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.connect()
        connection.sock.sendall(garbage)
        with connection.sock.makefile("rb") as stream:
            head, _, body = stream.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400"), head
    assert msgspec.json.decode(body, type=Problem).code == Denial.MESSAGE


def test_turns_are_asked_for_with_a_token_in_a_header(server: LiveServer) -> None:
    table = LaidOut(people=5, bots=0)
    table.deals()
    server.lay_out(table)
    (president,) = table.game.awaited
    tokens = [server.tokens.token(table.code, player) for player in table.players]

    def turns(headers: dict[str, str], query: str = "") -> list[tuple[str, int]]:
        status, answer = ask(server, "GET", f"/api/turns{query}", None, headers)
        assert status == 200
        return [(turn.code, turn.seat) for turn in msgspec.json.decode(answer, type=list[YourTurn])]

    assert turns({"authorization": f"Bearer {tokens[president]}"}) == [(table.code, president)]
    assert turns({"authorization": f"Bearer {tokens[president - 1]}"}) == []
    assert turns({}, f"?token={tokens[president]}") == []
    assert turns({"authorization": "Bearer nonsense"}) == []
    cookie = server.tokens.with_seat(None, table.code, table.players[president])
    assert turns({"cookie": f"seats={cookie}"}) == [(table.code, president)]


def test_a_browser_has_one_small_cookie_however_many_tables_it_was_at(server: LiveServer) -> None:
    jar: SimpleCookie = SimpleCookie()
    codes = []
    for _ in range(SEATS_OF_A_BROWSER + 5):
        cookies = jar.output([], header="", sep=";").strip()
        request = urllib.request.Request(f"{server.url}/api/tables", opening(), {**JSON, "cookie": cookies})
        with urllib.request.urlopen(request) as answer:
            codes.append(json.load(answer)["code"])
            jar.load(answer.headers["set-cookie"])
    assert list(jar) == ["seats"]
    assert len(jar["seats"].value) < 1500
    assert list(server.tokens.seats(jar["seats"].value)) == codes[5:]
    for code in (codes[5], codes[-1]):
        status, _ = ask(server, "POST", f"/api/tables/{code}/ticket", b"{}", {**JSON, "cookie": f"seats={jar['seats'].value}"})
        assert status == 201, "the seat is still theirs"


def test_a_mistake_of_the_server_is_a_problem_and_says_nothing_else(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the inside of the server")

    monkeypatch.setattr("secret_hitler.server.routes.page_index.rules_in_words", broken)
    status, answer = ask(server, "GET", "/api/rules")
    assert status == 500
    assert msgspec.json.decode(answer, type=Problem).code == Denial.FAILED
    assert b"inside" not in answer
