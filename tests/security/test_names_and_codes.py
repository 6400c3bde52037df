"""Nobody is taken for somebody else, nothing invisible is said, and tables are not found by guessing."""

import asyncio
import string
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from secret_hitler.tables.host import CODE_LENGTH, CODE_LETTERS
from secret_hitler.tables.names import clean_name, clean_text, skeleton, unique_name
from tests.security.attacker import Stranger
from tests.server.live_server import LiveServer

LOOK_ALIKES = [
    "Annabel", "annabel", "ANNABEL", "Ànnabél", "Annabe1", "AnnabeI", "Аnnabel", "Αnnabel", "Ａｎｎａｂｅｌ",
    "Anna\u200bbel", "A n n a b e l",
    "Annabel.", "Annabeӏ", "\u202eAnnabel", "Annabel\u3164", "Annabel\ufe0f", "𝐀nnabel", "Annabel_", "Annabe|",
]  # fmt: skip
INVISIBLE = [
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200d",
    "\u00ad",
    "\x00",
    "\x1b",
    "\ufeff",
    "\u2028",
    "\u3164",
    "\u115f",
    "\u2800",
    "\ufe0f",
    "\U000e0041",
]


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 60))


@pytest.mark.parametrize("name", LOOK_ALIKES)
async def test_a_look_alike_gets_another_name_at_the_door_and_none_by_renaming(server: LiveServer, name: str) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        ann = await stranger.opens("Annabel")
        mallory = await stranger.joins(ann["code"], "Mallory")
        watcher = await stranger.joins(ann["code"], name, sit=False)
        third = await stranger.joins(ann["code"], name)
        async with stranger.connects(ann["code"], mallory["token"]) as line, stranger.connects(ann["code"], watcher["token"]) as watching:
            assert (await line.sends("Rename", name=name))["code"] == "name-taken"
            assert (await line.sends("Rename", name="Mallory the second"))["type"] == "Done"
            assert (await line.sends("Rename", name="Mallory"))["type"] == "Done"
            await watching.sends("Say", text="hello")
            await watching.until(lambda line: bool(line.heard("Said")))
            names = [chair["name"] for chair in line.table["chairs"] if chair["player"]]
            said = watching.heard("Said")[0]["name"]
            assert len({skeleton(each) for each in (*names, said)}) == 4, (names, said)
            assert line.table["chairs"][2]["player"] == third["player"]


def test_names_that_differ_to_the_eye_are_left_alone() -> None:
    names = ["Ann", "Anna", "Ana", "Ben", "Лена", "Ленка", "Олег", "李雷", "李華", "😀", "😃", "Zoë", "Person 1", "Person 2", "Person 10"]
    assert len({skeleton(name) for name in names}) == len(names)
    for name in names:
        assert unique_name(name, [other for other in names if other != name]) == name
        assert clean_name(name) == name


def test_a_numbered_name_is_itself_unlike_all_others_and_no_longer_than_a_name() -> None:
    taken = ["x" * 24, *("x" * 22 + f" {number}" for number in range(2, 10))]
    assert unique_name("x" * 24, taken) == "x" * 21 + " 10"


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
async def test_nothing_invisible_stands_in_a_name_or_in_talk(server: LiveServer, character: str) -> None:
    for cleaned in (clean_name(f"A{character}nn\u0301{character}\u0301"), clean_text(f"he{character}llo{character}\u0301")):
        assert character not in cleaned
    assert clean_name(character * 5) == "Guest"

    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        ann = await stranger.opens(f"Ann{character}a")
        async with stranger.connects(ann["code"], ann["token"]) as line:
            await line.sends("Say", text=f"hel{character}lo")
            await line.until(lambda line: bool(line.heard("Said")))
            assert character not in line.table["chairs"][0]["name"]
            assert character not in line.heard("Said")[0]["text"]
            assert (await line.sends("React", reaction=character))["code"] == "message"
            rules = {"house_rules": f'name = "ours \\U{ord(character):08x}"'}
            assert (await line.sends("SetOptions", options=rules))["code"] == "rules"


def test_codes_are_too_many_to_guess() -> None:
    tables, guesses_a_day = 100_000, 60 + 24 * 3600 / 10
    days = len(CODE_LETTERS) ** CODE_LENGTH / tables / guesses_a_day
    assert days > 100, "until one address finds one of so many tables, on average"


def test_whoever_guesses_codes_soon_learns_nothing_of_any(tmp_path: Path) -> None:
    async def story(server: LiveServer) -> None:
        stranger, guesser = (Stranger(server.url, {"x-forwarded-for": f"198.51.100.{host}"}) for host in (1, 2))
        ann = await stranger.opens("Ann")
        ben = await guesser.joins(ann["code"], "Ben")
        right = f"/api/tables/{ann['code']}"
        assert (await guesser.get(right)).status_code == 200
        statuses = [(await guesser.get(f"/api/tables/{letter * 8}")).status_code for letter in string.ascii_uppercase[:25]]
        assert statuses == [404] * 25
        for letter in string.ascii_uppercase[:5]:
            async with guesser.connects(letter * 7) as line:
                await line.until(lambda line: line.closed is not None)
                assert line.closed == 4404
        for path in (right, f"{right}/qr.svg", f"{right}/invitation", "/api/tables/ZZZZZZZZ"):
            refused = await guesser.get(path)
            assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
            assert int(refused.headers["retry-after"]) > 0
        assert (await guesser.post(f"{right}/join", {"name": "Mallory"})).status_code == 429
        for code in (ann["code"], "ZZZZZZZZ"):
            async with guesser.connects(code) as line:
                await line.until(lambda line: line.closed is not None)
                assert line.closed == 4429
        assert (await guesser.get(right, ben["token"])).status_code == 200
        async with guesser.connects(ann["code"], ben["token"]) as line:
            assert line.seat == 1
        assert (await stranger.get(right)).status_code == 200

    with LiveServer(tmp_path / "data", address_rate=1, trust_proxy=True) as server:
        run(story(server))
