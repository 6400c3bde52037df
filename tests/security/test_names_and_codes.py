"""Nobody is taken for somebody else, nothing invisible is said, and tables are not found by guessing."""

import asyncio
import random
import string
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from secret_hitler.paper.files import game_to_line
from secret_hitler.rules import RULESETS
from secret_hitler.server import limits
from secret_hitler.server.settings import Settings
from secret_hitler.tables import names
from secret_hitler.tables.names import CODE_LENGTH, CODE_LETTERS, clean_name, clean_text, skeleton, unique_name
from secret_hitler.tables.refusal import Refusal
from secret_hitler.tables.replies import checked
from tests.games import random_record
from tests.security.attacker import Stranger
from tests.server.live_server import LiveServer

LOOK_ALIKES = [
    "Annabel", "annabel", "ANNABEL", "Ànnabél", "Annabe1", "AnnabeI", "Аnnabel", "Αnnabel", "Ａｎｎａｂｅｌ",
    "Anna\u200bbel", "A n n a b e l",
    "ᎪnnᎪbᎬl", "ꓮnnꓮbꓰꓡ", "ᗅnnabeᒪ", "Annabeⵏ", "ꭺnnabel",
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
            seated = [chair["name"] for chair in line.table["chairs"] if chair["player"]]
            said = watching.heard("Said")[0]["name"]
            assert len({skeleton(each) for each in (*seated, said)}) == 4, (seated, said)
            assert line.table["chairs"][2]["player"] == third["player"]


def test_names_that_differ_to_the_eye_are_left_alone() -> None:
    people = ["Ann", "Anna", "Ana", "Ben", "Лена", "Ленка", "Олег", "李雷", "李華", "😀", "😃", "Zoë", "Person 1", "Person 2", "Person 10"]
    assert len({skeleton(name) for name in people}) == len(people)
    for name in people:
        assert unique_name(name, [other for other in people if other != name]) == name
        assert clean_name(name) == name


def test_without_the_table_of_look_alikes_names_are_compared_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a device of one's own, where no stranger comes."""
    monkeypatch.setattr(names, "_TABLE", ("no_such_package", ""))
    assert names.drawn_alike.__wrapped__() == {}


@pytest.mark.parametrize("name", ["official", "Officia1", "οfficial", "Official rules", "Offizielle Regeln", "french deck"])
async def test_house_rules_that_go_by_a_published_name_are_refused_unless_they_are_those(server: LiveServer, name: str) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        other = {"name": "Ann", "options": {"house_rules": f'base = "online"\nname = "{name}"'}}
        refused = await stranger.post("/api/tables", other)
        assert (refused.status_code, refused.json()["code"]) == (400, "rules")
        assert "choose another name" in refused.json()["reason"]
        same = {"name": "Ann", "options": {"house_rules": 'base = "official"\nname = "official"'}}
        assert (await stranger.post("/api/tables", same)).status_code == 201


def test_a_record_by_other_rules_is_not_kept_under_a_published_name() -> None:
    record = random_record(replace(RULESETS["online"], name="official"), 7, random.Random(1))
    with pytest.raises(Refusal, match="choose another name"):
        checked(game_to_line(record))


async def test_a_record_from_a_file_is_not_taken_for_one_of_this_server(server: LiveServer) -> None:
    async with asyncio.timeout(60):
        stranger = Stranger(server.url)
        played = (await stranger.post("/api/play-now", {"name": "Ann", "players": 5, "level": "random"})).json()
        async with stranger.connects(played["code"], played["token"]) as line:
            await line.sends("VoteRemake")
            await line.until(lambda line: line.table["record"] is not None)
        path = f"/api/records/{line.table['record']}"
        assert not (await stranger.get(path)).json()["uploaded"]
        again = await stranger.post("/api/records", {"text": (await stranger.get(f"{path}/record.json")).text})
        assert (await stranger.get(f"/api/records/{again.json()['record']}")).json()["uploaded"]


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


def test_a_thousand_addresses_that_guess_for_an_hour_find_no_table_among_a_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    now, rng, wrong = 0.0, random.Random("guesses"), 0
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    allowed, tables = limits.Limits(Settings().address_rate), {"".join(rng.choices(CODE_LETTERS, k=CODE_LENGTH)) for _ in range(1000)}
    for second in range(3600):
        now = float(second)
        for host in range(1000):
            with suppress(Refusal):
                allowed.check_guesses(f"198.51.{host // 250}.{host % 250}")
                code = "".join(rng.choices(CODE_LETTERS, k=CODE_LENGTH))
                assert code not in tables
                wrong += 1
                allowed.guessed(f"198.51.{host // 250}.{host % 250}", len(tables))
    assert 200 < wrong * len(tables) / len(CODE_LETTERS) ** CODE_LENGTH * 10_000 < 500, "they find 0.02 to 0.05 tables on average"


async def test_while_everybody_guesses_the_link_is_good_and_no_code_tells_anything(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data", address_rate=1, trust_proxy=True) as server:
        host = Stranger(server.url, {"x-forwarded-for": "192.0.2.1"})
        ann = await host.opens("Ann")
        link = (await host.get(f"/api/tables/{ann['code']}/invitation", ann["token"])).json()["link"]
        keyed = link.rpartition("/")[2]
        assert keyed.startswith(f"{ann['code']}-")
        for number in range(40):
            guesser = Stranger(server.url, {"x-forwarded-for": f"198.51.100.{number}"})
            for letter in string.ascii_uppercase[:9]:
                await guesser.get(f"/api/tables/{letter * 5}")
        friend = Stranger(server.url, {"x-forwarded-for": "203.0.113.7"})
        for code in (ann["code"], "ZZZZZ", f"{ann['code']}-{'A' * 10}"):
            refused = await friend.get(f"/api/tables/{code}")
            assert (refused.status_code, refused.json()["code"]) == (429, "codes")
            async with friend.connects(code) as line:
                await line.until(lambda line: line.closed is not None)
                assert line.closed == 4429
        assert (await friend.get(f"/api/tables/{keyed}")).status_code == 200
        ben = await friend.joins(keyed, "Ben")
        assert ben["code"] == ann["code"]
        async with friend.connects(ben["code"], ben["token"]) as line:
            assert line.seat == 1


async def test_whoever_guesses_codes_soon_learns_nothing_of_any(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data", address_rate=1, trust_proxy=True) as server:
        stranger, guesser = (Stranger(server.url, {"x-forwarded-for": f"198.51.100.{host}"}) for host in (1, 2))
        ann = await stranger.opens("Ann")
        ben = await guesser.joins(ann["code"], "Ben")
        right = f"/api/tables/{ann['code']}"
        assert (await guesser.get(right)).status_code == 200
        statuses = [(await guesser.get(f"/api/tables/{letter * 8}")).status_code for letter in string.ascii_uppercase[:5]]
        assert statuses == [404] * 5
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
