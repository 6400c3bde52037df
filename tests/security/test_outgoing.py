"""Addresses that strangers choose lead nowhere inside: not to this machine, not to a private network, however they are written."""

import asyncio
import hashlib
import hmac
import json
import socket
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from secret_hitler.server.notifications import outgoing
from secret_hitler.server.notifications.outgoing import MOST_OF_LANE, Outgoing, is_public
from secret_hitler.storage import Kind
from tests.security.attacker import Stranger
from tests.server.live_server import LiveServer
from tests.server.push_service import PushService
from tests.server.test_pushes import LATER, friends

INSIDE = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1",
    "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1",
]  # fmt: skip
OUTSIDE = ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"]


@pytest.mark.parametrize("address", INSIDE)
def test_it_is_an_address_of_the_inside(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE)
def test_it_is_an_address_of_the_internet(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "https://", "https:///x", "ftp://a.example", "https://a:b@a.example/", "https://a.example:0/", "https://[::1"],
)
def test_such_an_address_is_not_even_looked_up(url: str) -> None:
    assert not Outgoing().allows(url)


def resolving(*addresses: str) -> Callable[..., Any]:
    return lambda host, port, **_: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]


@pytest.mark.parametrize("written", ["localhost", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "[::1]"])
async def test_this_machine_is_never_asked_however_it_is_written(written: str) -> None:
    """A real listener here; nobody comes."""
    came = asyncio.Event()
    listener = await asyncio.start_server(lambda *_: came.set(), "127.0.0.1")
    port = listener.sockets[0].getsockname()[1]
    to = Outgoing()
    assert await to.post("test", 1, f"https://{written}:{port}/", b"{}", {}) in (0, 410)
    assert not came.is_set()
    await to.close()
    listener.close()


async def test_a_name_that_also_leads_inside_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the owner of a domain would try it: one public address, one of this network."""
    monkeypatch.setattr(socket, "getaddrinfo", resolving("1.1.1.1", "127.0.0.1"))
    to = Outgoing()
    assert await to.post("test", 1, "https://rebound.example.org/", b"{}", {}) == 410
    await to.close()


async def test_a_redirect_is_not_followed_and_an_endless_answer_not_read() -> None:
    asked: list[bytes] = []

    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 302 Found\r\nlocation: /inside\r\ntransfer-encoding: chunked\r\n\r\n")
        try:
            while True:
                writer.write(b"400\r\n" + b"x" * 1024 + b"\r\n")
                await writer.drain()
        except OSError:
            writer.close()

    listener = await asyncio.start_server(answers, "127.0.0.1")
    port = listener.sockets[0].getsockname()[1]
    to = Outgoing(private=True)
    async with asyncio.timeout(30):
        assert await to.post("test", 1, f"http://127.0.0.1:{port}/", b"{}", {}) == 302
    assert len(asked) == 1
    await to.close()
    listener.close()


async def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    to, let_go = Outgoing(), asyncio.Event()

    async def waits() -> None:
        await let_go.wait()

    assert all(to.begin("one", waits()) for _ in range(MOST_OF_LANE))
    assert not to.begin("one", waits()), "a lane of a stranger fills up"
    assert to.begin("another", waits()), "and nobody else's does"
    monkeypatch.setattr(outgoing, "MOST_WAITING", MOST_OF_LANE + 1)
    assert not to.begin("a third", waits())
    let_go.set()
    await asyncio.sleep(0.01)
    assert to.begin("one", waits())
    await to.close()


async def test_a_subscription_that_leads_inside_is_forgotten_and_nobody_is_asked(tmp_path: Path) -> None:
    with PushService() as service, LiveServer(tmp_path / "data") as server:
        async with friends(server, service, "Ann", "Ben") as (ann, ben):
            assert (await ann.subscribes(kinds=["addressed"])).status_code == 400, "without TLS"
            inside = service.url.replace("http://127.0.0.1", "https://localhost")
            assert (await ann.subscribes(endpoint=f"{inside}/Ann", kinds=["addressed"])).status_code == 204
            await ann.opens()
            await ben.joins(ann.code)
            await ben.sends("Say", text="Ann?")
            ben.time_passes(LATER)
            async with asyncio.timeout(30):
                while await server.storage.find(Kind.SUBSCRIPTION):
                    await asyncio.sleep(0.02)
            assert service.bodies == []


# Webhooks


async def test_a_webhook_gets_what_everyone_sees_signed_and_in_order(tmp_path: Path) -> None:
    with PushService() as service, LiveServer(tmp_path / "data", private_addresses=True) as server:
        async with friends(server, service, "Ann", "Ben") as (ann, ben):
            await ann.opens()
            await ben.joins(ann.code)
            path, url = f"/api/tables/{ann.code}/webhook", f"{service.url}/hook?of=us"
            for other in (await ben.http.get(path), await ben.http.post(path, json={"url": url}), await Stranger(server.url).get(path)):
                assert (other.status_code, other.json()["code"]) == (409, "not-host")
            service.answers["hook?of=us"] = 200
            shown = (await ann.http.post(path, json={"url": url})).json()
            assert (await ann.http.get(path)).json() == shown
            assert (await ben.sees())["table"]["webhook"] == service.url.removeprefix("http://")
            assert url not in str(await ben.sees()), "the address itself may be a key"
            await ann.sends("AddBot", fill_to=5)
            await ann.sends("Start")
            service.waits_for(lambda: len(service.bodies) >= 1)
            await ann.sends("Say", text="nobody else's business")
            await ann.http.post(path, json={})
            for body, headers in zip(list(service.bodies), list(service.headers), strict=True):
                signature = hmac.new(shown["secret"].encode(), body, hashlib.sha256).hexdigest()
                assert headers["x-signature-256"] == f"sha256={signature}"
                message = json.loads(body)
                assert message["code"] == ann.code
                assert all(event["audience"] == "everyone" for event in message["message"]["events"])
                assert "business" not in body.decode()
            numbers = [json.loads(body)["message"]["seq"] for body in service.bodies]
            assert numbers == list(range(len(numbers)))
            assert (await ann.http.get(path)).json() == {"url": "", "secret": ""}


async def test_an_operator_can_forbid_webhooks(tmp_path: Path) -> None:
    with PushService() as service, LiveServer(tmp_path / "data", private_addresses=True, forbid_webhooks=True) as server:
        async with friends(server, service, "Ann") as (ann,):
            await ann.opens()
            refused = await ann.http.post(f"/api/tables/{ann.code}/webhook", json={"url": f"{service.url}/hook"})
            assert (refused.status_code, refused.json()["code"]) == (400, "message")


# Calendars


async def test_a_calendar_says_when_and_where_and_nobodys_name_adds_to_it(tmp_path: Path) -> None:
    with PushService() as service, LiveServer(tmp_path / "data") as server:
        async with friends(server, service, "Ann;\\,BEGIN:VALARM") as (ann,):
            await ann.opens(opens_at=1_800_000_000.0)
            answer = await ann.http.get(f"/api/tables/{ann.code}/calendar.ics")
            assert answer.headers["content-type"].startswith("text/calendar")
            lines = answer.content.decode().split("\r\n")
            assert all(len(line.encode()) <= 75 for line in lines)
            whole = answer.content.decode().replace("\r\n ", "").split("\r\n")
            assert "DTSTART:20270115T080000Z" in whole
            assert "SUMMARY:Secret Hitler · Ann\\;\\\\\\,BEGIN:VALARM" in whole
            assert f"URL:{(await ann.http.get(f'/api/tables/{ann.code}/invitation')).json()['link']}" in whole
            assert [line for line in whole if line.startswith("BEGIN")] == ["BEGIN:VCALENDAR", "BEGIN:VEVENT"]
            await ann.sends("Lock", locked=True)
            assert (await Stranger(server.url).get(f"/api/tables/{ann.code}/calendar.ics")).status_code == 403
            await ann.sends("SetOptions", options={})
            assert (await ann.http.get(f"/api/tables/{ann.code}/calendar.ics")).status_code == 404
