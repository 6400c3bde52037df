"""The page survives what happens to phones: reloads, lost networks, a server that dies, people who only watch."""

import re

from playwright.sync_api import Browser, expect

from tests.server.process import ServerProcess

from .person import Person
from .table import ask, gather, play_to_the_end

BALLOT = re.compile(r"^(Ja!|Nein)")


def plays_until_a_vote(person: Person) -> None:
    for _ in range(400):
        if not person.page.get_by_role("dialog").count() and person.page.get_by_role("button", name=BALLOT).count():
            return
        if not person.plays():
            person.page.wait_for_timeout(50)
    raise AssertionError(f"no vote came: {person.asked()}")


def alone_with_bots(browser: Browser, house: ServerProcess) -> tuple[Person, str]:
    (person,), code = gather(browser, house, 1)
    person.page.get_by_role("button", name="Fill up with bots").click()
    person.deals()
    return person, code


def test_a_reload_in_the_middle_of_a_vote_loses_nothing(browser: Browser, house: ServerProcess) -> None:
    person, _ = alone_with_bots(browser, house)
    plays_until_a_vote(person)
    asked = person.asked()
    person.page.reload()
    expect(person.page.locator("#tray-title")).to_have_text(asked)
    person.page.get_by_role("button", name=BALLOT).first.click()
    play_to_the_end([person], 120)
    assert person.troubles == []
    person.close()


def test_a_vote_cast_without_a_network_arrives_when_it_is_back(browser: Browser, house: ServerProcess) -> None:
    person, _ = alone_with_bots(browser, house)
    plays_until_a_vote(person)
    person.context.set_offline(True)
    expect(person.page.get_by_text("Connection lost")).to_be_visible()
    person.page.get_by_role("button", name=BALLOT).first.click()
    person.context.set_offline(False)
    expect(person.page.get_by_text("Connection lost")).to_be_hidden()
    expect(person.page.get_by_role("button", name=BALLOT)).to_have_count(0)
    play_to_the_end([person], 120)
    person.close()


def test_a_killed_server_comes_back_under_the_page(browser: Browser, house: ServerProcess) -> None:
    person, _ = alone_with_bots(browser, house)
    plays_until_a_vote(person)
    asked = person.asked()
    house.kill()
    expect(person.page.get_by_text("Connection lost")).to_be_visible()
    house.start()
    expect(person.page.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
    assert person.asked() == asked
    play_to_the_end([person], 120)
    person.close()


def test_a_spectator_and_the_television_see_the_public_game_only(browser: Browser, house: ServerProcess) -> None:
    person, code = alone_with_bots(browser, house)
    spectator, television = Person(browser, "Watcher"), Person(browser, "Room", {"width": 1920, "height": 1080})
    spectator.page.goto(f"{house.url}/t/{code}")
    expect(spectator.page.get_by_text("You are watching.")).to_be_visible()
    expect(spectator.page.get_by_role("button", name=re.compile("secret envelope"))).to_have_count(0)
    television.page.goto(f"{house.url}/tv/{code}")
    expect(television.page.get_by_role("list", name="Players")).to_be_visible()
    play_to_the_end([person], 200)
    expect(television.page.get_by_text(re.compile("^(Liberals|Fascists) win$"))).to_be_visible(timeout=60_000)
    for onlooker in (spectator, television):
        before_the_end = [frame for frame in onlooker.traffic if "GameEnded" not in frame and "RolesRevealed" not in frame]
        for secret in ("RoleSeen", "HandSeen", "BallotMarked", "PartySeen", "PeekSeen", "DiscardSeen", "ChoiceSeen"):
            assert not any(f'"{secret}"' in frame for frame in before_the_end)
        onlooker.close()
    person.close()


def test_no_secret_of_another_seat_reaches_the_page(browser: Browser, house: ServerProcess) -> None:
    """The traffic of one phone against the record of the game: every private event is addressed to its own seat."""
    person, code = alone_with_bots(browser, house)
    play_to_the_end([person], 200)
    record = ask(house, f"/api/tables/{code}")["record"]
    assert record is not None
    private = [frame for frame in person.traffic if '"audience":' in frame]
    assert private
    for frame in private:
        for audience in re.findall(r'"audience":("?\w+"?)', frame):
            assert audience in ('"everyone"', "0"), frame[:300]
    stored = person.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
    assert "RoleSeen" not in stored
    assert "player_" not in stored
    person.close()


def test_a_whole_game_by_keyboard_alone(browser: Browser, house: ServerProcess) -> None:
    person, _ = alone_with_bots(browser, house)
    page = person.page
    for _ in range(1500):
        if person.game_over:
            break
        if page.locator("button.scene").count():
            page.keyboard.press("Escape")
            continue
        target = next(
            (
                part
                for part in (
                    page.locator("dialog button.press"),
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
            page.wait_for_timeout(40)
            continue
        _tab_to(person, found[0])
    assert person.game_over
    person.close()


def _confirmable(person: Person) -> bool:
    return person.page.locator(".tray button.press.main:not([aria-disabled=true])").count() > 0


def _tab_to(person: Person, target: object) -> None:
    """Tab until the focus is there, then press Enter; what is asked may change on the way."""
    for _ in range(60):
        if person.page.evaluate("target => document.activeElement === target", target):
            person.page.keyboard.press("Enter")
            return
        if not person.page.evaluate("target => target.isConnected", target):
            return
        person.page.keyboard.press("Tab")
