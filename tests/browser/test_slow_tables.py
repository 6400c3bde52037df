"""A table over days on the page: this device's night, a vacation, the rounds one missed, and notifications to a page that is closed."""

import json
import time
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from secret_hitler.rules import Seat
from secret_hitler.tables.hours import DAY
from secret_hitler.wire.table import Hours, Options
from secret_hitler.words import ENGLISH
from secret_hitler.words.speaker import shown_name
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import voting
from .touch import wait_for_change

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, url: data?.url }));
}"""
TAP = """async () => {
  const opened = [];
  self.clients.openWindow = async (url) => void opened.push(url);
  const [notification] = await self.registration.getNotifications();
  const waits = [];
  const event = new NotificationEvent('notificationclick', { notification });
  event.waitUntil = (work) => waits.push(work);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return opened;
}"""
"""As a finger would; a window can't be opened without one, so only that is noted."""


def slow_table(server: LiveServer) -> LaidOut:
    table = laid_out(
        lambda game: voting(game) and game.board.round == 3, "slow page", people=2, bots=5, options=Options(decision_seconds=DAY)
    )
    server.lay_out(table)
    return table


def soon(person: Person, so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not so():
        assert time.monotonic() < deadline
        wait_for_change(person.page)


def hours_of(server: LiveServer, table: LaidOut) -> Hours | None:
    return server.tables.by_code[table.code].table.lobby.hours.get(table.players[0])


def test_the_night_of_this_device_goes_to_the_table_by_itself_and_a_vacation_on_request(browser: Browser, server: LiveServer) -> None:
    person, table = Person(browser, "Slow"), slow_table(server)
    person.page.goto(server.url)
    person.comes_back(server, table)
    zone = person.page.evaluate("new Date().getTimezoneOffset()")
    night = Hours(quiet_from=(22 * 60 + zone) % 1440, quiet_until=(8 * 60 + zone) % 1440)
    person.page.get_by_label("Menu").click()
    person.page.get_by_role("button", name=ENGLISH.say("slow.title")).click()
    soon(person, lambda: hours_of(server, table) == night)
    person.page.get_by_label(ENGLISH.say("slow.nightFrom")).fill("23:30")
    soon(person, lambda: (hours_of(server, table) or night).quiet_from == (23 * 60 + 30 + zone) % 1440)
    day = person.page.evaluate(f"new Date(Date.now() + {2 * DAY * 1000}).toISOString().slice(0, 10)")
    person.page.get_by_label(ENGLISH.say("slow.vacation")).fill(day)
    soon(person, lambda: bool((hours_of(server, table) or night).away_until))
    assert abs((hours_of(server, table) or night).away_until - time.time() - 2 * DAY) < DAY  # type: ignore[operator]  # because it is there now
    person.page.get_by_role("button", name=ENGLISH.say("talk.close")).or_(person.page.locator("dialog button").last).first.press("Escape")
    expect(person.page.get_by_role("timer")).to_contain_text(ENGLISH.say("slow.until", time=""))
    assert person.troubles == []
    person.close()


def test_who_comes_back_sees_the_rounds_they_missed_and_can_watch_them(browser: Browser, server: LiveServer) -> None:
    person, table = Person(browser, "Back"), slow_table(server)
    person.page.goto(server.url)
    seen = json.dumps({"game": 1, "seq": 0, "round": 1})
    person.page.evaluate(f"localStorage.setItem('seen:{table.code}', {json.dumps(seen)})")
    person.comes_back(server, table)
    dialog = person.page.get_by_role("dialog", name=ENGLISH.say("slow.since"))
    rounds = table.table.viewer_logs[Seat(0)].view.rounds
    expect(dialog.locator("li")).to_have_count(sum(round.elected is not None for round in rounds))
    expect(dialog.locator("li").first).to_contain_text(shown_name("", rounds[0].president))
    heard = len(person.traffic)
    dialog.get_by_role("button", name=ENGLISH.say("slow.watch")).click()
    expect(dialog).to_have_count(0)
    soon(person, lambda: any('"type":"Update"' in frame and '"seq":1,' in frame for frame in person.traffic[heard:]))
    person.page.locator(".tray[data-ask=vote]").wait_for(timeout=60_000)
    assert person.troubles == []
    person.close()


def test_a_push_to_the_worker_becomes_a_notification_that_opens_the_decision(whole_browser: Browser, server: LiveServer) -> None:
    person = Person(whole_browser, "Push", kept=True)
    person.context.grant_permissions(["notifications"], origin=server.url)
    found: list[str] = []
    session = person.context.new_cdp_session(person.page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(each["registrationId"] for each in told["registrations"])
    )
    session.send("ServiceWorker.enable")
    person.page.goto(server.url)
    person.page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    soon(person, lambda: bool(found))
    message = {
        "title": "Secret Hitler · Ann",
        "body": "Your turn: vote on the government.",
        "url": "/t/ABCDE",
        "tag": "ABCDE turn",
        "until": None,
    }
    for body in ("Your turn: nominate a chancellor.", message["body"]):
        data = json.dumps({**message, "body": body})
        session.send("ServiceWorker.deliverPushMessage", {"origin": f"{server.url}/", "registrationId": found[0], "data": data})
    wanted = [{key: message[key] for key in ("title", "body", "tag", "url")}]
    soon(person, lambda: person.page.evaluate(SHOWN) == wanted)
    assert person.context.service_workers[0].evaluate(TAP) == ["/t/ABCDE"]
    assert person.page.evaluate(SHOWN) == []
    person.close()
