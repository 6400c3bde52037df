"""The page survives what happens to phones: reloads, lost networks, a server that dies, people who only watch."""

import re
import time
from pathlib import Path

from playwright.sync_api import Browser, expect

from secret_hitler.words import ENGLISH
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess

from .person import Person
from .table import late, play_to_the_end, seated, voting
from .touch import wait_for_change

BALLOT = re.compile(r"^(Ja!|Nein)")


def at_a_vote(seed: str) -> LaidOut:
    return laid_out(lambda game: late(game) and voting(game), seed=seed)


def test_a_reload_in_the_middle_of_a_vote_loses_nothing(browser: Browser, server: LiveServer) -> None:
    person = seated(browser, server, at_a_vote("reload"))
    asked = person.asked()
    person.page.reload()
    expect(person.page.locator("#tray-title")).to_have_text(asked)
    person.page.get_by_role("button", name=BALLOT).first.click()
    play_to_the_end([person], 120)
    assert person.troubles == []
    person.close()


def test_a_vote_cast_without_a_network_arrives_when_it_is_back(browser: Browser, server: LiveServer) -> None:
    person = seated(browser, server, at_a_vote("offline"))
    person.context.set_offline(True)
    expect(person.page.get_by_text("Connection lost")).to_be_visible()
    person.page.get_by_role("button", name=BALLOT).first.click()
    person.context.set_offline(False)
    expect(person.page.get_by_text("Connection lost")).to_be_hidden()
    expect(person.page.get_by_role("button", name=BALLOT)).to_have_count(0)
    play_to_the_end([person], 120)
    person.close()


def test_a_killed_server_comes_back_under_the_page(browser: Browser, tmp_path: Path) -> None:
    table, server = at_a_vote("kill"), ServerProcess(tmp_path / "data")
    server.lay_out(table)
    with server:
        person = Person(browser, "Player 1")
        person.comes_back(server, table)
        asked = person.asked()
        server.kill()
        expect(person.page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        expect(person.page.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
        assert person.asked() == asked
        play_to_the_end([person], 120)
        person.close()


def test_a_spectator_and_the_television_see_the_public_game_only(browser: Browser, server: LiveServer) -> None:
    table = laid_out(late, seed="watched")
    person, code = seated(browser, server, table), table.code
    spectator, television = Person(browser, "Watcher"), Person(browser, "Room", {"width": 1920, "height": 1080})
    spectator.page.goto(f"{server.url}/t/{code}")
    expect(spectator.page.get_by_text(ENGLISH.say("table.youSpectate"))).to_be_visible()
    expect(spectator.page.get_by_role("button", name=re.compile("secret envelope"))).to_have_count(0)
    television.page.goto(f"{server.url}/tv/{code}")
    expect(television.page.get_by_role("list", name="Players")).to_be_visible()
    play_to_the_end([person], 200)
    expect(television.page.get_by_text(re.compile("^(Liberals|Fascists) win$"))).to_be_visible(timeout=60_000)
    for onlooker in (spectator, television):
        before_the_end = [frame for frame in onlooker.traffic if "GameEnded" not in frame and "RolesRevealed" not in frame]
        assert any('"ElectionHeld"' in frame for frame in before_the_end), "the public game is what they see"
        for secret in ("RoleSeen", "HandSeen", "BallotMarked", "PartySeen", "PeekSeen", "DiscardSeen", "ChoiceSeen"):
            assert not any(f'"{secret}"' in frame for frame in before_the_end)
        onlooker.close()
    person.close()


def test_no_secret_of_another_seat_reaches_the_page(browser: Browser, server: LiveServer) -> None:
    """The traffic of one phone against the record of the game: every private event is addressed to its own seat."""
    person = seated(browser, server, laid_out(late, seed="secrets"))
    play_to_the_end([person], 200)
    private = [frame for frame in person.traffic if '"audience":' in frame]
    assert private
    seen = set()
    for frame in private:
        for audience in re.findall(r'"audience":("?\w+"?)', frame):
            assert audience in ('"everyone"', "0"), frame[:300]
            seen.add(audience)
    assert len(seen) == 2, "what is for everyone, and what is for this seat alone"
    stored = person.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    assert "RoleSeen" not in stored
    assert "seats=" not in stored
    person.close()


def test_a_whole_game_by_keyboard_alone(browser: Browser, server: LiveServer) -> None:
    person = seated(browser, server, laid_out(late, seed="keyboard"))
    page, deadline = person.page, time.monotonic() + 120
    while not person.game_over:
        assert time.monotonic() < deadline, person.asked()
        if page.locator("button.scene").count():
            page.keyboard.press("Escape")
            continue
        target = next(
            (
                part
                for part in (
                    page.locator("dialog button.press:not(:disabled)"),
                    page.locator("dialog button.envelope[aria-expanded=false]"),
                    page.locator(".sight button.main"),
                    page.locator("button.seat[aria-disabled=false]:not([aria-pressed=true])") if not _confirmable(person) else None,
                    page.locator(".tray button.tile[aria-pressed=false]") if not _confirmable(person) else None,
                    page.locator(".tray button.press.main:not([aria-disabled=true])"),
                    page.locator(".tray button"),
                )
                if part is not None and part.count()
            ),
            None,
        )
        found = target.element_handles() if target is not None else []  # it may be gone by now: the bots play on
        if not found:
            wait_for_change(page)
            continue
        _tab_to(person, found[0])
    person.close()


def _confirmable(person: Person) -> bool:
    return person.page.locator(".tray button.press.main:not([aria-disabled=true])").count() > 0


def _tab_to(person: Person, target: object) -> None:
    """Tab until the focus is there, then press Enter; what is asked may change on the way."""
    for _ in range(60):
        if person.page.evaluate("target => document.activeElement === target", target):
            person.page.keyboard.press("Enter", delay=600 if person.page.locator("dialog .envelope").count() else 0)
            return
        if not person.page.evaluate("target => target.isConnected", target):
            return
        person.page.keyboard.press("Tab")
