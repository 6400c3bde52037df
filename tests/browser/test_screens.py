"""The replay, the rematch, the languages: every other thing a person can do here."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, expect

from secret_hitler.client import TableClient
from secret_hitler.rules import Game, Phase, Seat, Vote
from secret_hitler.wire.commands import Say
from secret_hitler.wire.table import Options
from secret_hitler.words import ENGLISH, Words
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import gather, seated
from .touch import knows_the_role

WEIGHT = """() => performance.getEntriesByType('resource')
  .filter((each) => /\\.(js|css)$/.test(each.name)).reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000"""


def test_the_first_screen_and_the_table_are_light(browser: Browser, server: LiveServer) -> None:
    """In kilobytes of script and style, compressed; the table is fetched as soon as the first screen has nothing else to do."""
    page = Person(browser, "Light").page
    later = re.compile("/assets/(Table|game)-")
    page.route(later, lambda route: route.abort())
    page.goto(server.url, wait_until="networkidle")
    page.locator("button.big").wait_for()
    assert 20 < page.evaluate(WEIGHT) <= 59
    page.unroute(later)
    page.reload()
    page.locator("button.big").click()
    page.get_by_role("button", name=ENGLISH.say("role.iKnow")).wait_for()
    assert 60 < page.evaluate(WEIGHT) <= 115
    page.context.close()


def test_a_finished_game_can_be_replayed_and_dealt_again(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: game.ending is not None, seed="replay")
    person = seated(browser, server, table)
    page = person.page
    for shown in (
        page.get_by_role("button", name=ENGLISH.say("end.rematch")),
        page.get_by_role("link", name=ENGLISH.say("end.whatHappened")),
        page.get_by_role("button", name=ENGLISH.say("end.picture")),
    ):
        expect(shown).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name=ENGLISH.say("end.replay")).click()
    scrubber = page.get_by_role("slider")
    scrubber.wait_for()
    scrubber.press("End")
    expect(page.get_by_text(re.compile("(Liberals|Fascists) win:")).first).to_be_visible()
    page.get_by_role("button", name="Previous round").click()
    expect(page.locator(".letter")).to_have_count(0)
    page.get_by_role("button", name=ENGLISH.say("replay.lens.all")).click()
    expect(page.locator(".letter").first).to_be_visible()
    page.get_by_role("button", name=ENGLISH.say("replay.share")).click()
    expect(page).to_have_url(re.compile(r"/r/.+\?move=\d+&lens=all"))
    page.goto(f"{server.url}/t/{table.code}")
    page.get_by_role("button", name=ENGLISH.say("end.rematch")).click()
    assert person.looks_into_the_envelope().startswith("You're")
    person.plays_until(lambda page: page.locator(".tray[data-ask=vote]").count() > 0)
    assert person.troubles == []
    person.close()


def test_the_same_table_speaks_each_viewers_language(browser: Browser, server: LiveServer) -> None:
    people, code = gather(browser, server, 2)
    host, guest = people
    guest.page.evaluate("localStorage.setItem('settings', JSON.stringify({ language: 'de', wording: 'neutral' }))")
    guest.page.goto(f"{server.url}/t/{code}")
    expect(guest.page.get_by_role("heading", name=Words("de").say("lobby.seats"))).to_be_visible()
    host.deals()
    guest.page.get_by_role("button", name=Words("de").say("role.hold"), exact=True).wait_for()
    expect(host.page.get_by_role("button", name="Hold to look", exact=True)).to_be_visible()
    for person in people:
        person.close()


def test_a_choice_that_may_not_be_made_leads_to_its_rule(browser: Browser, server: LiveServer) -> None:
    def limited(game: Game) -> bool:
        return game.board.phase is Phase.NOMINATION and game.awaited == (Seat(0),) and game.board.limited_chancellor not in (None, Seat(0))

    table = laid_out(limited, seed="the rule", options=Options(rules="print-and-play"))
    person = seated(browser, server, table)
    tray, seat = person.page.locator(".tray[data-ask=nominate]"), table.game.board.limited_chancellor
    person.page.locator(f".seat[data-seat='{seat}']").first.click(force=True)
    tray.get_by_role("button", name="Why?").click()
    expect(tray).to_contain_text("They can't pick the president or chancellor who enacted the last policy.")
    expect(tray).to_contain_text("Print and play · Each round")
    tray.get_by_role("button", name="Got it").click()
    expect(tray.get_by_role("button", name="Why?")).to_be_focused()
    assert person.troubles == []
    person.close()


def test_how_to_play_shows_the_rules_of_the_table_it_is_opened_from(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: True, seed="how", options=Options(house_rules='base = "french-deck"\nliberal_goal = 4'))
    person = seated(browser, server, table)
    page = person.page
    page.keyboard.press("Escape")
    if page.get_by_role("button", name=ENGLISH.say("role.iKnow")).count():
        knows_the_role(page)
    page.get_by_label("Menu").click()
    link = page.get_by_role("link", name="How to play")
    assert link.get_attribute("href") == f"/how-to-play?table={table.code}"
    page.goto(f"{server.url}/how-to-play?table={table.code}")
    expect(page.get_by_text("Liberals win with 4 liberal policies")).to_be_visible()
    expect(page.get_by_text("open for ja")).to_be_visible()
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
        elsewhere.submit(asyncio.run, _says(server, table, Seat(3), ENGLISH.say("bot.greet.warm2"))).result()
    expect(mira.page.locator(".middle .bubble")).to_be_visible()
    expect(mira.page.locator(".placards")).to_be_hidden()
    mira.close()


async def _says(server: LiveServer, table: LaidOut, seat: Seat, words: str) -> None:
    async with TableClient(server.url, table.code, server.tokens.token(table.code, table.players[seat])) as line:
        await line.do(Say(id="say", text=words))
