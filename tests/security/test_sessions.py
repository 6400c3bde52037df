"""A session can be ended, what cannot be undone asks for a fresh signature, a ticket is good once, and a header is no setting."""

import asyncio
import http.cookiejar
import json
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import msgspec
import pytest

from secret_hitler.server.accounts.documents import Passkey, Profile
from secret_hitler.server.services import COOKIE, IDENTITY
from secret_hitler.storage import Kind, Put
from tests.security.attacker import Stranger
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer


class Thief:
    """A browser whose cookies somebody copied."""

    def __init__(self, server: LiveServer, cookies: dict[str, str]) -> None:
        self._server, self.cookies = server, cookies

    def asks(self, path: str, body: object = None, method: str | None = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given = {"content-type": "application/json", "cookie": cookies, **headers}
        jar = http.cookiejar.CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        request = urllib.request.Request(self._server.url + path, data, given, method=method)
        with opener.open(request, timeout=20) as answer:
            self.given = {cookie.name: cookie.value or "" for cookie in jar}
            return json.loads(answer.read() or "null")

    def refused(self, path: str, body: object = None, method: str | None = None, **headers: str) -> str:
        with pytest.raises(HTTPError) as error:
            self.asks(path, body, method, **headers)
        return str(json.loads(error.value.read())["code"])


def browser(server: LiveServer) -> tuple[Thief, str]:
    """Somebody who has opened a table, with the id of their place."""
    here = Thief(server, {})
    here.asks("/api/tables", {"name": "Ann"})
    here.cookies = here.given
    return here, here.asks("/api/me")["id"]


def with_passkey(server: LiveServer, identity: str) -> None:
    profile = Profile(passkeys=[Passkey(id="eA", public_key=b"", sign_count=0, made=1.0)])
    server.does(server.storage.write(Put(Kind.PROFILE, identity, msgspec.json.encode(profile), owner=identity)))


def signed_in(server: LiveServer, identity: str, proved: float = 0.0) -> Thief:
    return Thief(server, {IDENTITY: server.tokens.identity_token(identity, proved=proved)})


def test_copied_cookies_die_when_their_browser_leaves(server: LiveServer) -> None:
    here, identity = browser(server)
    other = signed_in(server, identity)
    thief = Thief(server, dict(here.cookies))
    code = next(iter(server.tokens.seats(here.cookies[COOKIE])))
    assert thief.asks(f"/api/tables/{code}/ticket", {})["link"]
    here.asks("/api/me/leave", {})
    assert thief.asks("/api/me")["id"] != identity
    assert thief.refused(f"/api/tables/{code}/ticket", {}) == "not-yours"
    assert other.asks("/api/me")["id"] == identity, "another browser of theirs stays"


def test_signing_out_everywhere_ends_every_session(server: LiveServer) -> None:
    here, identity = browser(server)
    others = [signed_in(server, identity) for _ in range(2)]
    here.asks("/api/me/leave-everywhere", {})
    assert all(each.asks("/api/me")["id"] != identity for each in (here, *others))
    assert signed_in(server, identity).asks("/api/me")["id"] == identity, "they come back by passkey"


@pytest.mark.parametrize(("path", "method"), [("/api/me/leave", "POST"), ("/api/me/leave-everywhere", "POST"), ("/api/me", "DELETE")])
async def test_an_open_connection_ends_with_the_session_that_it_came_by(server: LiveServer, path: str, method: str) -> None:
    """A thief who was connected read and played on."""
    async with asyncio.timeout(60):
        here, _ = await asyncio.to_thread(browser, server)
        code, token = (await asyncio.to_thread(server.tokens.seats, here.cookies[COOKIE])).popitem()
        thief = Stranger(server.url, {"cookie": f"{COOKIE}={here.cookies[COOKIE]}"})
        async with thief.connects(code, by_cookie=True) as line:
            assert line.received[0]["player"] == token
            await asyncio.to_thread(here.asks, path, {} if method == "POST" else None, method)
            await line.until(lambda line: line.closed is not None)
        async with thief.connects(code, by_cookie=True) as line:
            assert line.received[0]["player"] == ""


@pytest.mark.parametrize(
    ("path", "body", "method"),
    [
        ("/api/me/passkey/remove", {"id": "eA"}, "POST"),
        ("/api/me/recovery-codes", {}, "POST"),
        ("/api/me/passkey/begin", {}, "POST"),
        ("/api/me", None, "DELETE"),
    ],
)
def test_what_cannot_be_undone_asks_for_a_fresh_signature(server: LiveServer, path: str, body: object, method: str) -> None:
    """A stolen cookie alone deleted everything, or put the thief's passkey in the place of the owner's."""
    _, identity = browser(server)
    with_passkey(server, identity)
    now, host = server.clock(), {"host": "localhost"}
    assert signed_in(server, identity).refused(path, body, method, **host) == "sign-again"
    assert signed_in(server, identity, proved=now - 301).refused(path, body, method, **host) == "sign-again"
    signed_in(server, identity, proved=now).asks(path, body, method, **host)


def test_the_relying_party_is_a_setting_and_no_header(server: LiveServer, tmp_path: Path) -> None:
    assert Thief(server, {}).refused("/api/me/come-back/begin", {}, host="tables.example.org") == "passkey"
    with LiveServer(tmp_path / "data", public_url="https://tables.example.org") as public:
        challenge = Thief(public, {}).asks("/api/me/come-back/begin", {}, host="mallory.example.net")
        assert challenge["options"]["rpId"] == "tables.example.org"


def test_nothing_more_is_kept_of_somebody_who_deleted_everything(server: LiveServer) -> None:
    """Their running game came back with its end."""
    here, identity = browser(server)
    table = LaidOut(people=5, bots=0)
    table.deals()
    table.comes_to(lambda game: False, None)
    table.table.lobby.identities[table.players[0]] = identity
    here.asks("/api/me", method="DELETE")
    server.does(_ends(server, table))
    kept = {key.partition("/")[0] for key, _ in server.does(server.storage.find(Kind.PLAYED))}
    assert kept.issuperset(table.players[1:])
    assert identity not in kept
    assert server.does(server.storage.get(Kind.PROFILE, identity)) is None


async def _ends(server: LiveServer, table: LaidOut) -> None:
    await server.tables.hooks.game_finished(table.table, server.clock())


async def test_a_ticket_is_good_once(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        opened = await stranger.opens("Ann")
        path = f"/api/tables/{opened['code']}/continue"
        ticket = server.tokens.ticket(opened["code"], opened["player"])
        assert (await stranger.post(path, {"ticket": ticket})).status_code == 201
        assert (await stranger.post(path, {"ticket": ticket})).json()["code"] == "ticket"


async def test_the_token_of_a_program_can_be_renewed_and_runs_out(tmp_path: Path) -> None:
    async with asyncio.timeout(60):
        with LiveServer(tmp_path / "data") as server:
            stranger, at = Stranger(server.url), "/api/programs/v1/account"
            account = (await stranger.post(f"{at}s", {"name": "Bot", "author": "Ann", "about": "plays"})).json()
            assert (await stranger.get(at, token=account["token"])).status_code == 200
            renewed = (await stranger.post(f"{at}/token", {}, token=account["token"])).json()
            assert (await stranger.get(at, token=account["token"])).status_code == 403
            assert (await stranger.get(at, token=renewed["token"])).json() == account["program"]
            server.lets_pass(181 * 86_400)
            assert (await stranger.get(at, token=renewed["token"])).status_code == 403


def test_a_session_that_was_ended_stays_so_after_a_restart(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data") as server:
        here, identity = browser(server)
        here.asks("/api/me/leave", {})
    with LiveServer(tmp_path / "data") as server:
        assert Thief(server, here.cookies).asks("/api/me")["id"] != identity
