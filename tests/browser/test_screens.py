"""The lesson, the replay, the rematch, the languages: every other thing a person can do here."""

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, expect

from secret_hitler.client import TableClient
from secret_hitler.rules import Phase, Seat, Vote
from secret_hitler.wire.commands import Say
from secret_hitler.wire.table import Options
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import gather, seated
from .touch import wait_for_change

CLAIM = {"drew F L L": 2}
"""The place of the hand to claim among those offered: FFF, FFL, FLL, LLL."""


WEIGHT = """() => performance.getEntriesByType('resource')
  .filter((each) => /\\.(js|css)$/.test(each.name)).reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000"""


def test_the_first_screen_and_the_table_are_light(browser: Browser, server: LiveServer) -> None:
    """In kilobytes of script and style, compressed; the table is fetched as soon as the first screen has nothing else to do."""
    page = Person(browser, "Light").page
    later = re.compile("/assets/(Table|game)-")
    page.route(later, lambda route: route.abort())
    page.goto(server.url, wait_until="networkidle")
    page.locator("button.big").wait_for()
    assert 20 < page.evaluate(WEIGHT) <= 60
    page.unroute(later)
    page.reload()
    page.locator("button.big").click()
    page.get_by_role("button", name="I know who I am").wait_for()
    assert 60 < page.evaluate(WEIGHT) <= 110
    page.context.close()


def test_the_lesson_can_be_played_to_its_end(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Pupil")
    learns(person, server.url)
    assert person.troubles == []
    person.close()


def learns(person: Person, url: str) -> None:
    page = person.page
    page.goto(f"{url}/learn")
    assert person.looks_into_the_envelope().startswith("You are a liberal.")
    deadline = time.monotonic() + 120
    while not page.get_by_text("That is the whole game").count():
        assert time.monotonic() < deadline, "the lesson does not end"
        told = page.evaluate("() => document.querySelector('.do')?.textContent ?? ''")
        if page.locator("button.scene").count():
            page.keyboard.press("Escape")
            page.evaluate("() => document.querySelector('button.scene')?.click()")
        elif page.get_by_role("button", name="Go on").count():
            page.get_by_role("button", name="Go on").click()
        elif told:
            _do_as_told(person, told.partition(": ")[2])
        else:
            wait_for_change(page)
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()


def _do_as_told(person: Person, told: str) -> None:
    page = person.page
    if told in ("Ja", "Nein"):
        page.get_by_role("button", name=re.compile(f"^{told}")).click()
    elif told in CLAIM:
        page.locator(".tray .form button").nth(CLAIM[told]).click()
        page.get_by_role("button", name="Say it").click()
    elif told.startswith(("Nominate", "Execute")):
        page.locator("button.seat", has_text=told.split()[1]).click()
        page.get_by_role("button", name=told, exact=True).click()
    else:
        page.locator(".tray").get_by_role("button", name=told.partition(": ")[2], exact=True).first.click()
        page.get_by_role("button", name=told, exact=True).click()


def test_a_finished_game_can_be_replayed_and_dealt_again(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: game.ending is not None, seed="replay")
    person = seated(browser, server, table)
    page = person.page
    page.get_by_role("link", name="Watch the replay").click()
    scrubber = page.get_by_role("slider")
    scrubber.wait_for()
    last = int(scrubber.get_attribute("max") or 0)
    assert last > 20
    scrubber.fill(str(last))
    expect(page.get_by_text(re.compile("(Liberals|Fascists) win:")).first).to_be_visible()
    page.get_by_role("button", name="Previous round").click()
    page.get_by_role("button", name="all cards open").click()
    page.get_by_label("Hide roles until the end").uncheck()
    expect(page.locator(".letter").first).to_be_visible()
    page.get_by_role("button", name="Copy this moment").click()
    expect(page).to_have_url(re.compile(r"/r/.+\?move=\d+&lens=all"))
    page.goto(f"{server.url}/t/{table.code}")
    page.get_by_role("button", name="Deal again").click()
    assert person.looks_into_the_envelope().startswith("You are")
    person.plays_until(lambda page: page.locator(".tray[data-ask=vote]").count() > 0)
    assert person.troubles == []
    person.close()


def test_the_same_table_speaks_each_viewers_language(browser: Browser, server: LiveServer) -> None:
    people, code = gather(browser, server, 2)
    host, guest = people
    guest.page.evaluate("localStorage.setItem('settings', JSON.stringify({ language: 'de', wording: 'neutral' }))")
    guest.page.goto(f"{server.url}/t/{code}")
    expect(guest.page.get_by_role("heading", name="Stühle")).to_be_visible()
    host.page.get_by_role("button", name="Fill up with bots").click()
    host.deals()
    guest.page.get_by_role("button", name="Halten zum Ansehen", exact=True).wait_for()
    expect(host.page.get_by_role("button", name="Hold to look", exact=True)).to_be_visible()
    for person in people:
        person.close()


def test_how_to_play_shows_the_rules_of_the_table_it_is_opened_from(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: True, seed="how", options=Options(house_rules='base = "french-deck"\nliberal_goal = 4'))
    person = seated(browser, server, table)
    page = person.page
    page.keyboard.press("Escape")
    if page.get_by_role("button", name="I know who I am").count():
        page.get_by_role("button", name="I know who I am").click()
    page.get_by_label("Menu").click()
    link = page.get_by_role("link", name="How to play")
    assert link.get_attribute("href") == f"/how-to-play?table={table.code}"
    page.goto(f"{server.url}/how-to-play?table={table.code}")
    expect(page.get_by_text("Liberals win with 4 liberal policies")).to_be_visible()
    expect(page.get_by_text("open palm is ja")).to_be_visible()
    expect(page.get_by_role("heading", name="Questions and answers")).to_be_visible()
    page.get_by_label("Which rules?").select_option("manual")
    expect(page.get_by_text("Liberals win with 5 liberal policies.")).to_be_visible()
    assert person.troubles == []
    person.close()


BESIDE = """() => [...document.querySelectorAll('li.speaking')].map((seat) => {
  const [one, other] = ['.bubble', '.ballot'].map((part) => seat.querySelector(part).getBoundingClientRect());
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
})"""


@pytest.mark.parametrize("seats", [5, 8, 10])
def test_words_lie_beside_the_ballot_of_whoever_speaks(browser: Browser, server: LiveServer, seats: int) -> None:
    table = laid_out(lambda game: game.board.phase is Phase.ELECTION and game.board.round == 2, seed="words", people=seats, bots=0)
    others = [Seat(seat) for seat in range(1, seats)]
    for seat in others:
        table.plays(seat, Vote(ja=True))
    mira = seated(browser, server, table)
    mira.page.set_viewport_size({"width": 1280, "height": 800})
    mira.page.locator(".ballot").nth(len(others) - 1).wait_for()
    for seat in others:
        with ThreadPoolExecutor() as elsewhere:  # playwright has an event loop in this thread
            elsewhere.submit(asyncio.run, _says(server, table, seat, "I trust this government no further than I can throw it.")).result()
        mira.page.locator(f"li.speaking .seat[data-seat='{seat}']").wait_for()
        mira.page.wait_for_timeout(250)
        assert not any(mira.page.evaluate(BESIDE)), f"what seat {seat} says covers a ballot"
    mira.close()


def test_on_a_phone_on_its_side_words_take_the_place_of_the_placards(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: game.board.phase is Phase.ELECTION, seed="words", people=10, bots=0)
    mira = seated(browser, server, table)
    mira.page.set_viewport_size({"width": 844, "height": 390})
    expect(mira.page.locator(".placards")).to_be_visible()
    with ThreadPoolExecutor() as elsewhere:  # playwright has an event loop in this thread
        elsewhere.submit(asyncio.run, _says(server, table, Seat(3), "A good game to all of you!")).result()
    expect(mira.page.locator(".middle .bubble")).to_be_visible()
    expect(mira.page.locator(".placards")).to_be_hidden()
    mira.close()


async def _says(server: LiveServer, table: LaidOut, seat: Seat, words: str) -> None:
    async with TableClient(server.url, table.code, server.tokens.token(table.code, table.players[seat])) as line:
        await line.do(Say(id="say", text=words))
