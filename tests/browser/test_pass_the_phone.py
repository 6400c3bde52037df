"""One phone for a whole room: the game goes round, its secrets do not, and neither a reload nor a lost network loses anything."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from secret_hitler.rules import Decision, Discard, Enact, Execute, Game, Nominate, Phase, Policy, Role, Seat, Vote
from secret_hitler.wire.table import Options
from secret_hitler.words import ENGLISH
from tests import sizes
from tests.server.laid_out import LaidOut, laid_out
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess
from tests.server.replays import whole_views

from .file_host import KEPT
from .person import Person
from .phone import PassedPhone
from .table import ask, late
from .test_accessibility import sideways, violations

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"]
ROLES = {"L": "You are a liberal.", "F": "You are a fascist.", "H": "You are Hitler."}
SECRETS = re.compile(r"\b(liberals?|fascists?|hitler|owl|raven|cuckoo|data-tile|your side|you know)\b", re.IGNORECASE)

SHOWN = """() => {
  const page = document.getElementById('page');
  return {
    covered: page.querySelector('.cover, .held') !== null,
    html: page.innerHTML,
    text: page.textContent,
    faces: page.querySelectorAll('.letter, .owl, .raven, .cuckoo, [data-tile], div.card, .hand').length,
    loose: [...page.querySelectorAll('svg.tile')].filter((tile) => !tile.closest('.laid, .scene')).length,
    title: document.title,
    stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie]),
    kept: JSON.parse(localStorage.getItem('pass')),
  };
}"""


FIVE_TO_NONE = (
    "() => [...document.querySelectorAll('.scene .heap > :first-child')].map((count) => parseInt(count.textContent)).join() === '5,0'"
)
"""All ballots have turned, five ja; looked for in every frame, since the scene soon goes."""


def nothing_secret(page: Page) -> None:
    """Collect what neighbours can see, a screen reader can say, or the device remembers, while nobody looks at a secret."""
    shown: dict[str, Any] = page.evaluate(SHOWN)
    if shown["covered"]:
        assert not SECRETS.search(shown["html"]), shown["html"][:2000]
    assert shown["faces"] == 0
    assert shown["covered"] or shown["loose"] == 0, "only enacted policies lie open"
    assert not re.search("You're |Your team|You know", shown["text"].replace("You're president", "").replace("You're chancellor", ""))
    assert re.fullmatch(r"One phone for all · [A-Z]+", shown["title"])
    assert not SECRETS.search(shown["stored"]), shown["stored"]
    assert set(shown["kept"]["evening"]) == {"code", "tokens", "game", "looked", "seen"}


def replay(server: LiveServer, code: str) -> dict[str, Any]:
    """Return the whole truth about the game that ended, as its last view holds it."""
    record = ask(server, f"/api/tables/{code}")["record"]
    assert record is not None
    *_, view = whole_views(ask(server, f"/api/records/{record}/replay?lens=all")["moments"])
    return view


def went_as_the_rules_have_it(phone: PassedPhone, truth: dict[str, Any], since: int | None = None) -> None:
    """Every secret since the deal, or of the rounds after `since`, went to its owner, in an order that anybody could have foretold."""
    names, rounds = phone.names, truth["rounds"][since:]
    took = {kind: [name for name, errand in phone.went_to if errand == kind] for kind in ("role", "vote", "discard", "sight")}
    if since is None:
        assert took["role"] == names
        for seat, name in enumerate(names):
            assert ROLES[truth["roles"][str(seat)]] in phone.cards[name]
    seats = range(len(names))
    assert took["vote"] == [
        names[seat]
        for each in rounds
        if each["ballots"]
        for seat in (*seats[each["president"] + 1 :], *seats[: each["president"] + 1])
        if each["ballots"][seat] is not None
    ]
    assert took["discard"] == [names[each["president"]] for each in rounds if each["president_hand"]]
    assert took["sight"] == [names[each["president"]] for each in rounds if each["peek"] or each["party"]]


def seated(browser: Browser, server: LiveServer, players: int = 5, rules: str = "Official rules") -> tuple[PassedPhone, str]:
    phone = PassedPhone(browser, NAMES[:players], watch=nothing_secret)
    return phone, phone.sits_down(server.url, rules)


def back_at(browser: Browser, server: LiveServer, table: LaidOut) -> PassedPhone:
    server.lay_out(table)
    phone = PassedPhone(browser, table.names, watch=nothing_secret)
    phone.comes_back(server, table)
    return phone


def test_one_phone_shows_everybody_their_card_and_takes_a_claim(browser: Browser, server: LiveServer) -> None:
    phone, code = seated(browser, server)
    claims_a_hand(phone)
    if sizes.long:
        phone.plays_to_the_end()
        went_as_the_rules_have_it(phone, replay(server, code))
    assert [name for name, errand in phone.went_to if errand == "role"] == phone.names
    assert phone.troubles == []
    phone.close()


def at_a_nomination(game: Game) -> bool:
    return late(game) and game.board.phase is Phase.NOMINATION


def test_five_people_end_a_game_on_one_phone_and_deal_again(browser: Browser, server: LiveServer) -> None:
    table = laid_out(at_a_nomination, seed="one phone", people=5, bots=0)
    played = table.game.board.round - 1
    phone = back_at(browser, server, table)
    phone.plays_to_the_end()
    went_as_the_rules_have_it(phone, replay(server, table.code), played)
    expect(phone.page.get_by_role("listitem").filter(has_text="Hitler H")).to_have_count(1)
    phone.page.get_by_role("button", name=ENGLISH.say("end.rematch")).click()
    phone.plays_until(lambda seen: seen["held"] == "role")
    expect(phone.page.locator(".held h1")).to_have_text("Player 1")
    assert ask(server, f"/api/tables/{table.code}")["game"] == 2
    assert phone.troubles == []
    phone.close()


def claims_a_hand(phone: PassedPhone) -> None:
    """In the open, and with the truth no nearer than the lie."""
    page = phone.page
    phone.plays_until(lambda seen: seen["held"] == "enact")
    chancellor = page.locator(".held h1").inner_text()
    phone.plays_until(lambda seen: seen["ask"] == "nominate" and not seen["scene"])
    page.get_by_role("button", name="Claims").click()
    teller = page.locator(".teller", has_text=chancellor)
    expect(teller.locator("button.tiles")).to_have_count(3)
    teller.locator("button.tiles").nth(1).click()
    teller.get_by_role("button", name="Say it").click()
    expect(teller).to_have_count(0)
    expect(page.locator(".last")).to_contain_text(chancellor)
    page.get_by_role("button", name="Claims").click()


def unlocked(game: Game) -> bool:
    return game.board.fascist == game.rules.veto_threshold and game.board.phase is Phase.NOMINATION and game.board.liberal < 4


def the_fascist_way(game: Game, _: Seat, legal: list[Decision]) -> Decision:
    """Everybody elects whoever is not Hitler, and every tile that can be is fascist."""
    hitler = Seat(game.roles.index(Role.HITLER))
    wanted = [
        action
        for action in legal
        if not (isinstance(action, Nominate) and action.chancellor == hitler)
        and not (isinstance(action, Execute) and action.seat == hitler)
        and action not in (Vote(False), Discard(Policy.FASCIST), Enact(Policy.LIBERAL))
    ]
    return (wanted or legal)[0]


def test_six_people_decide_a_sealed_veto_on_one_phone(browser: Browser, server: LiveServer) -> None:
    table = laid_out(unlocked, "sealed veto", the_fascist_way, people=6, bots=0, options=Options(rules="online"))
    played = table.game.board.round - 1
    phone = back_at(browser, server, table)
    phone.spared = f"Player {table.game.roles.index(Role.HITLER) + 1}"
    phone.plays_to_the_end()
    went_as_the_rules_have_it(phone, replay(server, table.code), played)
    assert "veto-ballot" in {errand for _, errand in phone.went_to}
    assert phone.troubles == []
    phone.close()


def first_vote(game: Game) -> bool:
    return game.board.phase is Phase.ELECTION


def test_a_reload_and_a_killed_server_lose_nothing(browser: Browser, tmp_path: Path) -> None:
    table = laid_out(first_vote, seed="killed", people=5, bots=0)
    server = ServerProcess(tmp_path / "data")
    server.lay_out(table)
    with server:
        phone = PassedPhone(browser, table.names, watch=nothing_secret)
        phone.comes_back(server, table)
        _reload_and_kill(phone, server)


def _reload_and_kill(phone: PassedPhone, server: ServerProcess) -> None:
    phone.plays_until(lambda seen: seen["held"] == "vote")
    phone.plays()
    phone.plays_until(lambda seen: seen["cover"] == "button")
    waiting = phone.page.locator(".cover h1 span").inner_text()
    phone.page.reload()
    expect(phone.page.locator("#tray-title")).to_have_text(f"Hand the phone to {waiting}")
    phone.plays_until(lambda seen: bool(seen["scene"]))
    phone.page.wait_for_function(FIVE_TO_NONE)
    phone.plays_until(lambda seen: seen["held"] == "discard" and seen["uncovered"])
    server.kill()
    phone.plays_until(lambda seen: seen["cover"] == "wait")
    server.start()
    phone.plays_until(lambda seen: seen["ask"] == "nominate")
    expect(phone.page.get_by_title("Discard pile: 2")).to_be_visible()
    phone.close()


def test_votes_and_tiles_chosen_without_a_network_arrive_once(browser: Browser, server: LiveServer) -> None:
    phone, _ = seated(browser, server)
    page = phone.page
    phone.plays_until(lambda seen: seen["held"] == "vote")
    phone.plays()
    phone.context.set_offline(True)
    phone.plays_until(lambda seen: seen["cover"] == "wait")
    expect(page.get_by_text("Your move is saved")).to_be_visible()
    nothing_secret(page)
    phone.context.set_offline(False)
    phone.plays_until(lambda seen: bool(seen["scene"]))
    page.wait_for_function(FIVE_TO_NONE)
    phone.plays_until(lambda seen: seen["held"] == "discard" and seen["uncovered"])
    phone.context.set_offline(True)
    phone.plays_until(lambda seen: seen["cover"] == "wait")
    expect(page.get_by_text("Your move is saved")).to_be_visible()
    nothing_secret(page)
    phone.context.set_offline(False)
    phone.plays_until(lambda seen: seen["held"] == "enact")
    phone.plays_until(lambda seen: seen["ask"] == "nominate")
    expect(page.get_by_title("Discard pile: 2")).to_be_visible()
    phone.close()


def has_the_game(browser: Browser, server: LiveServer) -> PassedPhone:
    """Open a phone that was on the page before, and keeps it with the engine."""
    phone = PassedPhone(browser, NAMES[:5], watch=nothing_secret, kept=True)
    phone.page.goto(f"{server.url}/pass")
    phone.page.evaluate(KEPT)
    return phone


@pytest.mark.long
def test_a_game_on_a_phone_that_has_the_engine_goes_on_when_the_network_is_lost(browser: Browser, server: LiveServer) -> None:
    phone = has_the_game(browser, server)
    page = phone.page
    assert phone.sits_down(server.url).startswith("O"), "a table of the phone's own"
    phone.plays_until(lambda seen: seen["held"] == "vote")
    phone.context.set_offline(True)
    phone.plays_until(lambda seen: seen["held"] == "discard" and seen["uncovered"])
    page.reload()
    page.locator(".tray").wait_for(timeout=60_000)
    phone.plays_until(lambda seen: seen["ask"] == "nominate")
    expect(page.get_by_title("Discard pile: 2")).to_be_visible()
    expect(page.get_by_text("No network")).to_have_count(0)
    phone.close()


@pytest.mark.long
def test_a_game_begun_without_a_network_is_played_to_the_end_and_handed_to_the_server(browser: Browser, server: LiveServer) -> None:
    phone = has_the_game(browser, server)
    page = phone.page
    phone.context.set_offline(True)
    phone.sits_down(server.url)
    phone.plays_to_the_end()
    page.get_by_role("link", name=ENGLISH.say("end.replay")).click()
    page.wait_for_url("**/r/local.*")
    phone.context.set_offline(False)
    page.get_by_role("slider").first.fill("9999")
    page.get_by_role("button", name=ENGLISH.say("engine.hand")).click()
    page.wait_for_url(re.compile(r"/r/(?!local)"))
    record = page.url.rpartition("/")[2]
    assert ask(server, f"/api/records/{record}")["names"] == phone.names
    *_, truth = whole_views(ask(server, f"/api/records/{record}/replay?lens=all")["moments"])
    went_as_the_rules_have_it(phone, truth)
    phone.close()


COVERS = {
    "another app": "() => { dispatchEvent(new Event('blur')); }",
    "a locked screen": """() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        delete document.hidden;
    }""",
    "another page": "() => { dispatchEvent(new Event('pagehide')); }",
}


def test_a_secret_is_gone_the_moment_one_looks_away(browser: Browser, server: LiveServer) -> None:
    phone, _ = seated(browser, server)
    page = phone.page
    for away in COVERS.values():
        phone.plays_until(lambda seen: seen["held"] == "role" and seen["ready"])
        envelope = page.locator("button.envelope").bounding_box()
        assert envelope is not None
        page.mouse.move(envelope["x"] + 50, envelope["y"] + 50)
        page.mouse.down()
        page.locator(".out").wait_for()
        left = page.evaluate(f"() => {{ ({away})(); return document.querySelectorAll('.held, .out, div.card').length; }}")
        assert left == 0
        page.mouse.up()
        nothing_secret(page)
    page.get_by_role("button", name="I'm Anna").click()
    page.get_by_role("button", name="Not Anna? Cover it").click()
    expect(page.get_by_role("heading", name="Hand the phone to Anna")).to_be_focused()
    phone.plays_until(lambda seen: seen["held"] == "discard" and seen["uncovered"])
    assert page.locator(".held [data-tile]").count() == 3
    assert page.evaluate(f"() => {{ ({COVERS['another app']})(); return document.querySelectorAll('[data-tile], .held').length; }}") == 0
    nothing_secret(page)
    phone.plays_until(lambda seen: seen["held"] == "discard" and seen["ready"])
    assert page.locator(".held [data-tile]").count() == 0
    phone.close()


def test_a_second_tap_by_mistake_reaches_nothing(browser: Browser, server: LiveServer) -> None:
    phone = PassedPhone(browser, NAMES[:5], hurried=False)
    phone.sits_down(server.url)
    nothing_waits = "() => !document.querySelector('[inert]')"
    phone.page.wait_for_function(nothing_waits)
    twice = "async ([first, second]) => [touch.tap(touch.seen(first)[0]), await touch.settle(), touch.tap(document.querySelector(second))]"
    assert phone.page.evaluate(twice, [".tray button.main", ".held .foot button"]) == [True, None, False]
    phone.page.wait_for_function(nothing_waits)
    assert phone.page.evaluate("() => touch.tap(document.querySelector('.held .foot button'))")
    phone.close()


def test_the_phone_can_be_handed_round_by_keyboard(browser: Browser, server: LiveServer) -> None:
    phone, _ = seated(browser, server)
    page = phone.page
    breath = "() => !document.querySelector('[inert]')"
    page.wait_for_function(breath)
    page.get_by_role("button", name="I'm Anna").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".held h1")).to_be_focused()
    for name in NAMES[1:3]:
        page.wait_for_function(breath)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.down(" ")
        expect(page.locator(".out")).to_be_visible()
        page.keyboard.up(" ")
        expect(page.locator(".out")).to_have_count(0)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=f"Hand the phone to {name}")).to_be_focused()
        page.wait_for_function(breath)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".held h1")).to_be_focused()
    expect(page.locator(".held h1")).to_have_text(NAMES[2])
    phone.close()


def test_the_phone_remembers_the_names_and_forgets_the_evening(browser: Browser, server: LiveServer) -> None:
    phone, code = seated(browser, server)
    page = phone.page
    page.goto(f"{server.url}/pass")
    expect(page.get_by_label("Player 3", exact=True)).to_have_value("Cleo")
    page.get_by_role("button", name="Move Cleo up").click()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Cleo")
    page.get_by_role("link", name=ENGLISH.say("nav.next")).click()
    phone.plays_until(lambda seen: seen["held"] == "role")
    page.goto(f"{server.url}/pass")
    page.get_by_role("button", name=ENGLISH.say("pass.forget")).click()
    assert "tokens" not in page.evaluate("localStorage.getItem('pass')")
    page.goto(f"{server.url}/pass/{code}")
    expect(page.get_by_text("This phone has no seats")).to_be_visible()
    page.goto(f"{server.url}/pass")
    page.get_by_label("Player 2", exact=True).fill("anna")
    page.get_by_role("button", name=ENGLISH.say("lobby.start")).click()
    expect(page.get_by_role("alert")).to_have_text(ENGLISH.say("pass.needNames"))
    assert json.loads(page.evaluate("localStorage.getItem('pass')"))["names"] == NAMES[:5]
    phone.close()


@pytest.mark.parametrize("screen", ["pass", "companion"])
def test_a_real_table_is_set_by_a_sentence_and_by_names(browser: Browser, server: LiveServer, screen: str) -> None:
    person = Person(browser, "Host")
    page = person.page
    page.goto(f"{server.url}/{screen}")
    fields, birds = page.locator(".chairs input"), page.locator(".company .place")
    for count in ("10", "5", "6"):
        page.get_by_label("Players", exact=True).select_option(count)
        expect(fields).to_have_count(int(count))
        expect(birds).to_have_count(int(count))
        page.get_by_label("Player 5", exact=True).fill("Emil")
    expect(birds.nth(4)).to_have_text("Emil")
    expect(birds.nth(5)).to_have_text("Player 6")
    page.get_by_role("button", name="Move Emil up").click()
    expect(birds.nth(3)).to_have_text("Emil")
    assert violations(page) == []
    assert not sideways(page)
    person.close()
