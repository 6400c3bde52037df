"""What calls a player back, and what speaks on the television: observed where the browser does it, in a real Chromium."""

import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from secret_hitler.rules import OFFICIAL, Phase, Seat
from secret_hitler.words import ENGLISH, Words
from secret_hitler.words.opening import cue_in_words, opening
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import seated, voting
from .touch import knows_the_role, wait_for_change

CATALOGUES = Path(__file__).parents[2] / "src" / "secret_hitler" / "words" / "catalogues"

CALLS = """() => {
  window.away = false;
  window.calls = { notifications: 0, badges: [] };
  // A headless window cannot be hidden; that it is, is all that is pretended here.
  Object.defineProperty(document, 'hidden', { get: () => window.away });
  const listen = (on, name, heard) => {
    const real = on[name];
    on[name] = function (...given) { heard(...given); return real.apply(this, given); };
  };
  listen(ServiceWorkerRegistration.prototype, 'showNotification', () => window.calls.notifications++);
  listen(Navigator.prototype, 'setAppBadge', (count) => window.calls.badges.push(count));
  listen(Navigator.prototype, 'clearAppBadge', () => window.calls.badges.push(0));
}"""
"""Notes what the page asks of the browser, and lets the browser do it."""

SPEECH = """() => {
  window.spoken = [];
  const real = SpeechSynthesis.prototype.speak;
  SpeechSynthesis.prototype.speak = function (words) { window.spoken.push([words.text, words.lang]); return real.call(this, words); };
}"""
SAYING = 4
"""Seconds in which a line is said, on every screen."""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
}"""


def words_of(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    return found


def test_a_hidden_page_calls_its_player_with_title_badge_and_notification(whole_browser: Browser, server: LiveServer) -> None:
    person, words = Person(whole_browser, "Hanna", kept=True), words_of("de")
    page = person.page
    person.context.grant_permissions(["notifications"], origin=server.url)
    page.add_init_script(f"({CALLS})()")
    page.goto(server.url)
    page.evaluate("localStorage.setItem('settings', JSON.stringify({ language: 'de', notify: true }))")
    table = laid_out(lambda game: voting(game) and game.board.round == 2, seed="called back")
    server.lay_out(table)
    person.comes_back(server, table)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.locator(".tray[data-ask=vote]").wait_for()
    assert page.title().startswith(f"● {words['turn.title']} · ")
    badges = page.evaluate("window.calls.badges")
    assert badges[-1] == 1
    assert page.evaluate("window.calls.notifications") == 0
    assert page.evaluate(SHOWN) == [], "whoever looks at the page needs no notification"

    page.evaluate("window.away = true")
    page.locator("button.paper").first.click()
    deadline = time.monotonic() + 30
    while not (shown := page.evaluate(SHOWN)):
        assert time.monotonic() < deadline, "no notification came"
        wait_for_change(page)
    assert shown == [{"title": words["turn.title"], "body": words["turn.notice"], "tag": "turn"}]
    assert page.title().startswith(f"● {words['turn.title']} · ")
    since = page.evaluate("window.calls.badges")[len(badges) :]
    assert since[0] == 0, "cleared while others move"
    assert since[-1] == 1, "and set again"

    heard = len(person.traffic)
    watcher = Person(whole_browser, "Watcher")
    watcher.page.goto(f"{server.url}/t/{table.code}")
    watcher.page.locator("#tray-title").wait_for()
    while not any('"spectators":1' in frame for frame in person.traffic[heard:]):
        assert time.monotonic() < deadline + 30, "no news of the watcher came"
        wait_for_change(page)
    assert page.evaluate(SHOWN) == shown
    assert page.evaluate("window.calls.notifications") == 1, "news of the table is no second call"
    watcher.close()
    person.close()


def test_the_opening_waits_for_the_host_and_every_screen_then_says_the_same_step(browser: Browser, server: LiveServer) -> None:
    television, host = Person(browser, "Room", {"width": 1920, "height": 1080}), Person(browser, "Host")
    for page in (television.page, host.page):
        page.clock.install()
        page.add_init_script(f"({SPEECH})()")
    television.page.goto(server.url)
    television.page.evaluate("() => localStorage.setItem('settings', JSON.stringify({ language: 'de' }))")
    code = host.opens_a_table(server.url)
    television.page.goto(f"{server.url}/tv/{code}")
    television.page.get_by_text(code, exact=True).first.wait_for()
    host.page.get_by_role("button", name=ENGLISH.say("lobby.addBot")).first.wait_for()
    for chair in range(6):
        host.page.get_by_role("button", name=ENGLISH.say("lobby.addBot")).first.click()
        expect(host.page.get_by_role("button", name=ENGLISH.say("lobby.removeBot"))).to_have_count(chair + 1)
    host.deals()
    knows_the_role(host.page)
    expect(television.page.locator(".play .caption")).not_to_be_empty()
    expect(television.page.locator(".veil")).to_have_count(0)
    host.page.get_by_label("Menu").click()
    host.page.get_by_role("button", name=ENGLISH.say("tv.tell")).click()
    cues = opening(OFFICIAL, 7)
    told = {page: [cue_in_words(Words(language), cue) for cue in cues] for page, language in ((television.page, "de"), (host.page, "en"))}
    for step, cue in enumerate(cues):
        for page, lines in told.items():
            expect(page.locator(".veil .line")).to_have_text(lines[step])
        for page in told:
            page.clock.run_for((SAYING + cue.pause) * 1000)
    for page in told:
        expect(page.locator(".veil")).to_have_count(0)
    assert television.page.evaluate("window.spoken") == [[sentence, "de"] for sentence in told[television.page]]
    assert host.page.evaluate("window.spoken") == [], "one voice is enough"
    assert television.troubles == host.troubles == []
    television.close()
    host.close()


def test_the_television_says_the_formal_phrase_aloud(browser: Browser, server: LiveServer) -> None:
    table = laid_out(lambda game: game.board.phase is Phase.INVESTIGATION and game.awaited == (Seat(0),), seed="formal", people=1, bots=6)
    person = seated(browser, server, table)
    television = Person(browser, "Room", {"width": 1920, "height": 1080})
    television.page.add_init_script(f"({SPEECH})()")
    television.page.goto(f"{server.url}/tv/{table.code}")
    television.page.locator(".play h1").wait_for()
    person.page.locator(".tray[data-ask=power]").wait_for()
    person.plays_until(lambda page: page.locator(".tray[data-ask=power]").count() == 0)
    television.page.wait_for_function("() => window.spoken.some(([line]) => line.includes('I investigate'))")
    person.close()
    television.close()
