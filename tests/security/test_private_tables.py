"""A table behind a password or a lock shows strangers nothing: no names, no talk, no game, whichever door they try."""

import asyncio

import pytest

from tests.security.attacker import Message, Stranger
from tests.server.live_server import LiveServer

SECRET = "owls are not what they seem"  # noqa: S105  because it is no secret of anybody's
NAME = "Annabel"


async def everything(stranger: Stranger, code: str, token: str | None = None) -> str:
    """All that this stranger is told of a table, through every address and the socket."""
    answers = [await stranger.get(f"/api/tables{path}", token) for path in ("", f"/{code}", f"/{code}/invitation", f"/{code}/qr.svg")]
    pages = [await stranger.get(path) for path in (f"/t/{code}", f"/tv/{code}")]
    turns = await stranger.get("/api/turns", token)
    async with stranger.connects(code, token) as line:
        await line.until(lambda line: line.closed is not None)
        assert line.closed == 4403
        assert [message["type"] for message in line.received] == ["Goodbye"]
    return "\n".join([*(answer.text for answer in (*answers, *pages, turns)), str(line.received)])


@pytest.mark.parametrize("way", ["password", "lock"])
async def test_strangers_learn_nothing_of_a_private_table(server: LiveServer, way: str) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        ann = await stranger.opens(NAME, password=SECRET if way == "password" else "", public=True, bot_level="random")
        async with stranger.connects(ann["code"], ann["token"]) as line:
            if way == "lock":
                assert (await line.sends("Lock", locked=True))["type"] == "Done"
            await line.sends("Say", text="meet me at the window")
            await line.sends("AddBot", fill_to=5)
            await line.sends("Start")
            told = await everything(stranger, ann["code"])
            for secret in (NAME, "window", "chairs", "choices", SECRET):
                assert secret not in told
            state = await stranger.get(f"/api/tables/{ann['code']}")
            assert (state.status_code, state.json()["code"]) == (403, "password" if way == "password" else "locked")
            refused = await stranger.post(f"/api/tables/{ann['code']}/join", {"name": "Mallory", "password": "guess", "sit": False})
            assert refused.status_code == 403
            assert (await stranger.get(f"/api/tables/{ann['code']}", ann["token"])).json()["chairs"][0]["name"] == NAME


async def test_with_the_password_one_watches_and_is_a_television(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        ann = await stranger.opens(NAME, password=SECRET)
        television = await stranger.joins(ann["code"], "Television", SECRET, sit=False)
        async with stranger.connects(ann["code"], television["token"]) as line:
            assert line.seat is None
            assert line.table["chairs"][0]["name"] == NAME


async def test_a_lock_closes_the_door_on_those_who_only_watched(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        ann = await stranger.opens(NAME)
        guest = await stranger.joins(ann["code"], "Guest of Ann", sit=False)
        async with (
            stranger.connects(ann["code"], ann["token"]) as host,
            stranger.connects(ann["code"], guest["token"]) as invited,
            stranger.connects(ann["code"]) as watcher,
        ):
            assert watcher.table["chairs"][0]["name"] == NAME
            await host.sends("Lock", locked=True)
            await host.sends("Say", text="now we are alone")
            await invited.until(lambda line: bool(line.heard("Said")))
            await watcher.until(lambda line: line.closed is not None)
            assert watcher.closed == 4403
            assert not watcher.heard("Said")


@pytest.mark.parametrize("ban", [False, True])
async def test_whoever_was_sent_away_is_a_stranger_again(server: LiveServer, ban: bool) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        ann = await stranger.opens(NAME, password=SECRET)
        ben: Message = await stranger.joins(ann["code"], "Ben", SECRET)
        ticket = (await stranger.post(f"/api/tables/{ann['code']}/ticket", {}, ben["token"])).json()["link"].partition("ticket=")[2]
        async with stranger.connects(ann["code"], ann["token"]) as host:
            await host.sends("Kick", player=ben["player"], ban=ban)
            told = await everything(stranger, ann["code"], ben["token"])
            assert NAME not in told
            assert (await stranger.post(f"/api/tables/{ann['code']}/join", {"name": "Ben"}, ben["token"])).status_code == 403
            assert (await stranger.post(f"/api/tables/{ann['code']}/continue", {"ticket": ticket})).status_code == 403
