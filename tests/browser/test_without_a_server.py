"""The page of `make static` below the root of a host of files: from the second visit on it needs no network, and the rules are the same."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from secret_hitler.records import print_record
from secret_hitler.rules import RULESETS
from secret_hitler.words import ENGLISH
from tests.games import random_record
from tests.paper.written_down import written_down

from .file_host import BELOW, FileHost, build_static, hosted, visit_once
from .person import Person
from .phone import PassedPhone
from .test_accessibility import violations
from .test_companion import Scribe, short_game, worth_a_line
from .test_lesson import learns
from .test_pass_the_phone import NAMES, nothing_secret

UNTIL_KEPT = """async (wanted) => {
  const kept = async () => {
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const urls = (await Promise.all(shelves.map((shelf) => shelf.keys()))).flat().map(({ url }) => url);
    return urls.filter((url) => url.includes('/engine/')).map((url) => url.split('/').pop());
  };
  for (let tries = 0; `${(await kept()).sort()}` !== `${wanted}`; tries++) {
    if (tries > 600) throw new Error(`kept: ${await kept()}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}"""
"""These files of an engine, and no others."""


@pytest.fixture
def host(tmp_path: Path, browser: Browser) -> Iterator[FileHost]:
    with hosted(tmp_path / "files") as started:
        yield started


def saved(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as file:
        page.get_by_role("button", name=name).click()
    file.value.save_as(folder / file.value.suggested_filename)
    return folder / file.value.suggested_filename


def fits(record: Path, *options: str) -> str:
    told = subprocess.run([sys.executable, "-m", "secret_hitler", "replay", record, *options], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_a_device_takes_a_newer_engine_and_lets_the_old_one_go(browser: Browser, tmp_path: Path) -> None:
    new, old, place = build_static(), tmp_path / "old", tmp_path / "files" / BELOW
    shutil.copytree(new, old)
    listing = json.loads((old / "engine.json").read_bytes())
    for piece in listing["files"]["game"]:
        (old / "engine" / piece["name"]).rename(old / "engine" / f"older-{piece['name']}")
        piece["name"] = f"older-{piece['name']}"
    (old / "engine.json").write_text(json.dumps(listing))
    os.utime(old / "engine.json", (0, 0))
    place.parent.mkdir(parents=True)
    place.symlink_to(old)
    host, person = FileHost(tmp_path / "files"), Person(browser, "Hermit", kept=True)
    page = person.page
    page.goto(host.url)
    page.evaluate(UNTIL_KEPT, _names(old))

    place.unlink()
    place.symlink_to(new)
    page.reload()
    page.evaluate(UNTIL_KEPT, _names(new))
    person.close()
    host.go_away()


def _names(built: Path) -> list[str]:
    return sorted(piece["name"] for pieces in json.loads((built / "engine.json").read_bytes())["files"].values() for piece in pieces)


@pytest.mark.long
def test_five_people_play_a_whole_game_on_one_phone_and_reload_it_in_the_middle(browser: Browser, host: FileHost, tmp_path: Path) -> None:
    phone = PassedPhone(browser, NAMES[:5], watch=nothing_secret, kept=True)
    page = phone.page
    visit_once(page, host)
    phone.sits_down(host.url)
    phone.plays_until(lambda seen: seen["held"] == "enact")
    page.reload()
    page.locator(".tray").wait_for(timeout=60_000)
    phone.plays_to_the_end()
    assert [name for name, errand in phone.went_to if errand == "role"] == phone.names
    page.get_by_role("link", name=ENGLISH.say("end.replay")).click()
    expect(page.get_by_role("heading", name=re.compile("^Replay"))).to_be_visible()
    page.get_by_role("slider").first.fill("9999")
    expect(page.locator(".seal")).to_be_visible()
    for button in (ENGLISH.say("replay.record"), ENGLISH.say("replay.json")):
        record = saved(page, button, tmp_path)
        assert fits(record, "--check").endswith("1 games, 1 fit\n")
        assert "deals and shuffles drawn again" in fits(record, "--verify")
    assert violations(page) == []
    assert [trouble for trouble in phone.troubles if "ERR_" not in trouble] == []
    phone.close()


@pytest.mark.daily(1)
@pytest.mark.parametrize("rules", RULESETS)
def test_the_companion_knows_what_is_due_and_keeps_the_game(browser: Browser, host: FileHost, rules: str, tmp_path: Path) -> None:
    record = short_game(rules, 7)
    person = Person(browser, "Scribe", kept=True)
    page = person.page
    visit_once(page, host)
    scribe = Scribe(person, host.url, 7, rules)
    expect(page.get_by_role("heading", name=ENGLISH.say("paper.cards"))).to_be_visible(timeout=60_000)
    scribe.begins()
    entries = worth_a_line(written_down(record), claims=False)
    for number, entry in enumerate(entries):
        if number == len(entries) // 2:
            page.reload()
            page.wait_for_selector(f'main[data-checked="{scribe.written}"]', timeout=60_000)
            assert violations(page) == []
        scribe.writes(entry)
    expect(page.locator("#due")).to_have_text(ENGLISH.say("paper.due.nothing"))
    page.get_by_role("button", name=ENGLISH.say("paper.keep")).click()
    expect(page.get_by_role("heading", name=re.compile("^Replay"))).to_be_visible()
    page.get_by_role("slider").first.fill("9999")
    for button in (ENGLISH.say("replay.record"), ENGLISH.say("replay.json")):
        assert fits(saved(page, button, tmp_path), "--check").endswith("1 games, 1 fit\n")
    person.close()


@pytest.mark.long
def test_a_lesson_the_rules_a_file_cards_and_a_game_alone(browser: Browser, host: FileHost, tmp_path: Path) -> None:
    person = Person(browser, "Hermit", kept=True)
    page = person.page
    visit_once(page, host)
    learns(person, host.url)
    page.goto(f"{host.url}/how-to-play?rules=manual")
    expect(page.locator("table")).to_be_visible(timeout=60_000)
    assert violations(page) == []

    page.goto(host.url + "/record")
    text = print_record(random_record(RULESETS["official"], 7, random.Random(1)))
    spoilt = text.replace(" nominates ", " executes ", 1)
    page.get_by_label(ENGLISH.say("engine.file")).set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": spoilt.encode()})
    expect(page.get_by_role("alert")).to_contain_text("doesn't follow the rules")
    assert violations(page) == []
    page.get_by_label(ENGLISH.say("engine.file")).set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.get_by_role("heading", name=re.compile("^Replay"))).to_be_visible()

    page.goto(host.url + "/print")
    assert violations(page) == []
    with page.expect_download(timeout=120_000) as file:
        page.get_by_role("button", name=ENGLISH.say("engine.make")).click()
    assert file.value.path().read_bytes().startswith(b"%PDF")

    page.goto(host.url + "/")
    assert violations(page) == []
    page.locator("button.big").click()
    person.looks_into_the_envelope()
    person.plays_until(lambda page: page.get_by_role("heading", name="Round 2").count() > 0)
    page.reload()
    page.locator("#tray-title").wait_for(timeout=60_000)
    assert [trouble for trouble in person.troubles if "ERR_" not in trouble] == []
    person.close()
