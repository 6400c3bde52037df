"""The last screen tells each player whether the cards were those that follow from what the server had announced before the deal."""

import pytest
from playwright.sync_api import Browser, expect

from secret_hitler.words import ENGLISH
from tests.security.crooked_server import cheat
from tests.server.live_server import LiveServer

from .person import Person
from .table import play_to_the_end
from .test_games import SHORT


def dealt_to(browser: Browser, server: LiveServer) -> Person:
    """Seat a person among bots, in a game that's soon over."""
    person = Person(browser, "Player 1")
    person.page.goto(server.url)
    options = {"house_rules": SHORT, "bot_level": "random", "claim_seconds": 0}
    code = person.context.request.post(f"{server.url}/api/tables", data={"name": "Player 1", "options": options}).json()["code"]
    person.page.goto(f"{server.url}/t/{code}")
    person.page.get_by_role("button", name=ENGLISH.say("lobby.fill")).click()
    person.deals()
    person.looks_into_the_envelope()
    return person


def test_an_honest_deal_is_marked_as_checked_also_after_a_reload(browser: Browser, server: LiveServer) -> None:
    person = dealt_to(browser, server)
    person.page.reload()
    person.page.locator(".tray").first.wait_for()
    play_to_the_end([person], 100)
    expect(person.page.get_by_text(ENGLISH.say("end.deal.kept"))).to_be_visible()
    assert person.troubles == []
    person.close()


def break_off(person: Person, server: LiveServer) -> None:
    code = person.page.url.rpartition("/")[2]
    answer = person.context.request.post(f"{server.url}/api/programs/v1/tables/{code}/commands", data={"type": "VoteRemake", "id": "1"})
    assert answer.ok, answer.text()


def test_the_deal_of_a_game_that_was_broken_off_is_checked_too(browser: Browser, server: LiveServer) -> None:
    person = dealt_to(browser, server)
    break_off(person, server)
    expect(person.page.get_by_text(ENGLISH.say("end.deal.kept"))).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_text(ENGLISH.say("end.deal.kept"))).to_be_visible()
    assert person.troubles == []
    person.close()


def test_a_server_that_chose_the_cards_of_a_game_that_was_broken_off_is_named(
    browser: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat(monkeypatch, "another record")
    person = dealt_to(browser, server)
    break_off(person, server)
    expect(person.page.get_by_role("alert").get_by_text(ENGLISH.say("end.deal.broken"))).to_be_visible()
    assert person.troubles == []
    person.close()


@pytest.mark.parametrize("way", ["honest views", "forged views", "one more", "another record", "two announcements"])
def test_a_server_that_chose_the_cards_is_named_on_the_last_screen(
    browser: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    cheat(monkeypatch, way)
    person = dealt_to(browser, server)
    play_to_the_end([person], 100)
    expect(person.page.get_by_role("alert").get_by_text(ENGLISH.say("end.deal.broken"))).to_be_visible()
    assert person.troubles == []
    person.close()
