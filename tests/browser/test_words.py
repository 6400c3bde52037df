"""What the table says no to, what it waits for, and whom one does not want to hear: in words, and in one's own language."""

import re
from typing import Any

from playwright.sync_api import Browser, expect

from secret_hitler.wire.table import Level, Options
from secret_hitler.words import ENGLISH, Words
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import gather, seated, voting
from .touch import knows_the_role

WORD = "swordfish"
GERMAN = Words("de")
BALLOT = re.compile(r"^(Ja!|Nein)")


def opens_with(person: Person, server: LiveServer, language: str = "en", password: str = "", **options: Any) -> str:
    """Open a table over HTTP with these options; the cookie that comes back is this person's."""
    person.page.goto(server.url)
    person.page.evaluate("language => localStorage.setItem('settings', JSON.stringify({ language }))", language)
    body = {"name": person.name, "password": password, "options": options}
    code: str = person.context.request.post(f"{server.url}/api/tables", data=body).json()["code"]
    person.page.goto(f"{server.url}/t/{code}")
    return code


def test_a_refusal_is_said_in_the_language_of_the_reader(browser: Browser, server: LiveServer) -> None:
    host, guest = Person(browser, "Host"), Person(browser, "Gast")
    code = opens_with(host, server, password=WORD)
    guest.page.goto(server.url)
    guest.page.evaluate("localStorage.setItem('settings', JSON.stringify({ language: 'de', name: 'Gast' }))")
    guest.page.goto(f"{server.url}/t/{code}")
    guest.page.get_by_label(GERMAN.say("join.password")).fill("herring")
    guest.page.get_by_role("button", name=GERMAN.say("join.sit")).click()
    expect(guest.page.get_by_role("alert")).to_have_text(GERMAN.say("refused.password"))
    guest.page.get_by_label(GERMAN.say("join.password")).fill(WORD)
    guest.page.get_by_role("button", name=GERMAN.say("join.sit")).click()
    expect(guest.page.get_by_role("heading", name=GERMAN.say("lobby.seats"))).to_be_visible()
    host.page.locator("summary", has_text="⋯").click()
    host.page.get_by_role("button", name="Remove from the table").click()
    expect(guest.page.get_by_text(GERMAN.say("refused.sent-away"))).to_be_visible()
    guest.page.goto(f"{server.url}/t/ZZZZZ")
    expect(guest.page.get_by_text(GERMAN.say("refused.no-table", code="ZZZZZ"))).to_be_visible()
    host.close()
    guest.close()


def test_ballots_stay_closed_while_the_table_talks(browser: Browser, server: LiveServer) -> None:
    options = Options(talk_seconds=5, bot_level=Level.RANDOM)
    person = seated(browser, server, laid_out(voting, options=options, seed="talk"))
    page = person.page
    knows_the_role(page)
    ballots = page.get_by_role("button", name=BALLOT)
    expect(ballots.first).to_be_disabled()
    expect(page.locator("#ballots-wait")).to_have_text(re.compile(r"Talk first\. The vote opens in 0:0\d\."))
    assert ballots.first.get_attribute("aria-describedby") == "ballots-wait"
    expect(ballots.first).to_be_enabled(timeout=8000)
    expect(page.locator("#ballots-wait")).to_have_count(0)
    ballots.first.click()
    expect(ballots).to_have_count(0)
    expect(page.get_by_role("alert").get_by_text("Talk first")).to_have_count(0)
    person.close()


def test_a_vote_waits_for_whoever_is_not_ready_and_says_for_whom(browser: Browser, server: LiveServer) -> None:
    options = Options(everyone_ready=True, bot_level=Level.RANDOM)
    table = laid_out(voting, people=2, bots=3, options=options, seed="ready")
    host, guest = seated(browser, server, table), Person(browser, "Player 2")
    guest.comes_back(server, table, 1)
    for person in (host, guest):
        knows_the_role(person.page)
    ready = [person.page.get_by_role("button", name=ENGLISH.say("lobby.ready")) for person in (host, guest)]
    ready[0].click()
    ballot = host.page.get_by_role("button", name=BALLOT).first
    expect(ballot).to_be_disabled()
    expect(host.page.locator("#ballots-wait")).to_have_text("The vote opens when everyone's ready. Waiting for Player 2.")
    ready[1].click()
    expect(ballot).to_be_enabled()
    host.close()
    guest.close()


def test_whoever_is_muted_stays_muted_after_a_reload(browser: Browser, server: LiveServer) -> None:
    (host, guest), _ = gather(browser, server, 2)
    for person in (host, guest):
        person.page.get_by_role("button", name=ENGLISH.say("talk.title")).click()
    guest.page.get_by_label("Say something").fill("I am certainly an owl")
    guest.page.get_by_role("button", name="Send").click()
    words = host.page.get_by_text("I am certainly an owl")
    expect(words).to_be_visible()
    host.page.get_by_role("button", name="Mute: Player 2").click()
    expect(words).to_have_count(0)
    host.page.reload()
    host.page.get_by_role("button", name=ENGLISH.say("talk.title")).click()
    expect(host.page.get_by_role("button", name="Unmute")).to_be_visible()
    expect(words).to_have_count(0)
    host.page.get_by_role("button", name="Unmute").click()
    host.page.reload()
    host.page.get_by_role("button", name=ENGLISH.say("talk.title")).click()
    expect(words).to_be_visible()
    host.close()
    guest.close()


def test_the_talk_is_divided_by_rounds_and_what_they_came_to(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: voting(game) and game.board.round >= 4, seed="divided")
    person = seated(browser, server, table)
    page = person.page
    page.get_by_role("button", name=ENGLISH.say("talk.title")).click()
    page.get_by_placeholder("Say something").fill("Well?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Well?").first).to_be_visible()
    rounds = page.locator(".lines .divider")
    expect(rounds).to_have_count(table.game.board.round)
    for number in range(1, table.game.board.round):
        expect(rounds.nth(number - 1)).to_have_text(re.compile(rf"^Round {number}\s+(elected|rejected) \d : \d"))
    expect(rounds.last).to_have_text(f"Round {table.game.board.round}")
    assert person.troubles == []
    person.close()


def test_the_first_screen_changes_its_language_at_once(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Anna")
    person.page.goto(server.url)
    person.page.get_by_label("Language").select_option(label="Deutsch")
    expect(person.page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
    assert person.troubles == []
    person.close()
