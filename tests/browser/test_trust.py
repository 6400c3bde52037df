"""What a player relies on: the page opens at its top, says a thing once, hides what is hidden, says who is away, and is never blank."""

import re

from playwright.sync_api import Browser, expect

from secret_hitler.rules import Game, Phase, Seat
from secret_hitler.words import ENGLISH
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import gather, seated, voting

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const answers = ({ node }) => !node || (node.closest ? node : node.parentElement)?.closest('.hand, .sight');
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput || sources.some(answers)) continue;
      const what = sources.map(({ node }) => (node.outerHTML ?? node.parentElement.outerHTML).slice(0, 200));
      window.shifts.push({ value, at: startTime, what });
    }
  }).observe({ type: 'layout-shift' });
}"""
"""Begun once the table stands and its typefaces are there: a busy machine needs more than a second for that, and more than the half
second that counts as the answer to a tap until one's own cards fill the screen; they may be gone again when the shift is reported."""


SHIFTS_IN_THE_TRAY = """() => {
  window.moved = [];
  const inside = ({ node }) => node?.parentElement?.closest('.tray');
  new PerformanceObserver((list) => {
    const sources = list.getEntries().flatMap((shift) => shift.sources);
    window.moved.push(...sources.filter(inside).map(({ node }) => node.parentElement.outerHTML));
  }).observe({ type: 'layout-shift' });
}"""
ALL_KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const names = ['', ...(await (await fetch('/files.json')).json())];
  const missing = async () => {
    for (const name of names) if (!(await caches.match('/' + name))) return true;
    return false;
  };
  while (await missing()) await new Promise((done) => setTimeout(done, 50));
}"""
"""Until every file of the page is kept for when there is no network."""
TWO_FRAMES = "() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))))"


def claiming(game: Game) -> bool:
    """Lay out a moment when the person in the first seat has something to claim, and nothing to decide."""
    return game.board.phase is Phase.NOMINATION and Seat(0) not in game.awaited and bool(game.legal_claims(Seat(0)))


def test_a_claim_is_chosen_said_once_and_corrected_as_a_correction(browser: Browser, server: LiveServer) -> None:
    person = seated(browser, server, laid_out(claiming, seed="claim", people=5, bots=0))
    page = person.page
    form, sent = page.locator(".tray .form"), []
    page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    page.reload()
    form.locator("button.tiles").first.click()
    form.locator("button.tiles").nth(1).click()
    assert not any("ClaimTiles" in frame for frame in sent), "to choose is not yet to say"
    form.get_by_role("button", name="Say it").dblclick()
    expect(form).to_have_count(0)
    assert sum("ClaimTiles" in frame for frame in sent) == 1
    page.get_by_role("button", name=ENGLISH.say("talk.title")).click()
    page.get_by_role("button", name=ENGLISH.say("claim.correct")).click()
    talk = page.locator("#talk")
    talk.locator("button.tiles").first.click()
    talk.locator(".say").click()
    expect(talk.locator(".chip", has_text=ENGLISH.say("claim.corrected"))).to_have_count(1)
    expect(talk.locator(".chip")).to_have_count(2)
    person.close()


def test_the_lobby_of_a_phone_opens_at_its_top_and_guests_read_what_was_chosen(browser: Browser, server: LiveServer) -> None:
    (host, guest), _ = gather(browser, server, 2)
    for person in (host, guest):
        expect(person.page.get_by_role("button", name=ENGLISH.say("talk.title"))).to_be_in_viewport()
        assert person.page.evaluate("scrollY") == 0
    expect(host.page.get_by_role("button", name=ENGLISH.say("lobby.showQr"))).to_be_in_viewport()
    guest.page.get_by_role("button", name="Official rules").click()
    chosen = guest.page.get_by_role("dialog")
    expect(chosen).to_contain_text("Official rules")
    assert guest.page.locator("select, fieldset, input:disabled").count() == 0
    host.chooses_rules("Print and play")
    expect(chosen).not_to_contain_text("Official rules")
    for person in (host, guest):
        person.close()


def test_whoever_dresses_is_seen_like_that_and_is_next_time(browser: Browser, server: LiveServer) -> None:
    (host, guest), _ = gather(browser, server, 2)
    guest.page.get_by_role("button", name=ENGLISH.say("lobby.wardrobe")).click()
    guest.page.get_by_role("button", name="Bird 8").click()
    expect(host.page.locator(".company [data-bird='puffin']").first).to_be_attached()
    code = guest.opens_a_table(server.url)
    expect(guest.page.locator(".company [data-bird='puffin']").first).to_be_attached()
    assert code
    for person in (host, guest):
        person.close()


def test_streamers_show_no_code_and_this_machine_is_no_address_for_others(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Streamer")
    code = person.opens_a_table(server.url)
    expect(person.page.get_by_text(ENGLISH.say("lobby.loopback"))).to_be_visible()
    person.page.evaluate("localStorage.setItem('settings', JSON.stringify({ streamer: true, name: 'Streamer' }))")
    person.page.reload()
    hidden = person.page.get_by_role("button", name=ENGLISH.say("lobby.hiddenCode"))
    expect(hidden).to_be_visible()
    assert code not in person.page.locator("main").inner_text()
    assert code not in person.page.title()
    assert person.page.locator(".qr").count() == 0
    person.close()


def test_without_a_network_no_address_is_blank(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Traveller", kept=True)
    page = person.page
    page.goto(server.url)
    page.evaluate(ALL_KEPT)
    person.context.set_offline(True)
    for path in ("/learn", "/settings", "/pass", "/t/ABCDE"):
        page.goto(server.url + path)
        expect(page.locator("main")).not_to_be_empty()
    person.close()


def test_a_page_that_cannot_load_says_so(browser: Browser, server: LiveServer) -> None:
    context = browser.new_context(service_workers="block", locale="en-GB")
    page = context.new_page()
    page.route(re.compile(r"/assets/Settings-.*\.js"), lambda route: route.abort())
    page.goto(f"{server.url}/settings")
    expect(page.get_by_role("alert")).to_have_text(ENGLISH.say("nav.broken"))
    context.close()


def test_nothing_jumps_while_a_game_is_played(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: game.board.phase is Phase.NOMINATION, seed="still")
    person = Person(browser, "Player 1")
    server.lay_out(table)
    person.comes_back(server, table)
    person.page.locator(".tray").wait_for()
    person.page.evaluate("() => document.fonts.ready.then(() => undefined)")
    person.page.evaluate(SHIFTS)
    heights = set()
    for _ in range(80):
        if person.game_over:
            break
        height = person.page.evaluate("() => document.querySelector('.tray')?.offsetHeight")
        if height is not None:
            heights.add(height)
        person.plays()
    assert len(heights) == 1
    shifts = person.page.evaluate("window.shifts")
    assert worst_five_seconds(shifts) < 0.01, sorted(shifts, key=lambda shift: -shift["value"])[:5]
    person.close()


def worst_five_seconds(shifts: list[dict[str, float]]) -> float:
    """Cumulative layout shift as browsers define it, which a longer game doesn't raise: the worst burst with gaps below a second."""
    worst = burst = began = last = 0.0
    for shift in shifts:
        if shift["at"] - last > 1000 or shift["at"] - began > 5000:
            burst, began = 0.0, shift["at"]
        burst += shift["value"]
        last, worst = shift["at"], max(worst, burst)
    return worst


def casts_a_ballot(person: Person) -> None:
    person.plays_until(lambda page: page.locator(".tray[data-ask=vote]").count() == 1)
    person.plays_until(lambda page: page.locator(".tray[data-ask=none]").count() == 1)


def test_whoever_is_still_awaited_moves_up_without_a_new_layout(browser: Browser, server: LiveServer) -> None:
    table = laid_out(voting, seed="still to vote", people=3, bots=2)
    waits = seated(browser, server, table)
    votes, hesitates = Person(browser, "Player 2"), Person(browser, "Player 3")
    votes.comes_back(server, table, seat=1)
    hesitates.comes_back(server, table, seat=2)
    others, page = waits.page.locator(".others span"), waits.page
    casts_a_ballot(waits)
    expect(others).to_have_count(2)
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.evaluate(TWO_FRAMES)
    page.evaluate(SHIFTS_IN_THE_TRAY)
    casts_a_ballot(votes)
    expect(others).to_have_count(1)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.moved") == []
    for person in (waits, votes, hesitates):
        person.close()


def test_the_table_says_who_is_away_and_lets_a_bot_play_for_them(browser: Browser, server: LiveServer) -> None:
    """A fixed deal: the president of the first round is somebody who never came."""
    table = laid_out(lambda game: game.board.phase is Phase.NOMINATION and game.board.president == Seat(1), seed="away", people=2, bots=3)
    person = seated(browser, server, table)
    page = person.page
    person.looks_into_the_envelope()
    expect(page.locator("#tray-title")).to_contain_text("Waiting for Player 2, who went away.")
    server.lets_pass(table.table.lobby.options.away_seconds)
    page.get_by_role("button", name="Let a bot play for Player 2").click()
    expect(page.locator(".tray .ja")).to_be_visible()
    expect(page.get_by_role("button", name="Let a bot play for Player 2")).to_have_count(0)
    assert person.troubles == []
    person.close()
