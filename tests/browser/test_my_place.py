"""After the game and between games, in a real browser: play, review, share, and come back the next day on another device by passkey."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from secret_hitler.rules import Game, Phase, Policy, Seat
from secret_hitler.server.services import IDENTITY
from secret_hitler.words import ENGLISH
from tests.server.laid_out import for_the_liberals, laid_out
from tests.server.live_server import LiveServer

from .person import PHONE, Person
from .test_accessibility import sideways, violations

DESKTOP = {"width": 1440, "height": 900}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """What keeps passkeys on a device; a real one carries them to the owner's other devices."""

    def __init__(self, person: Person) -> None:
        self._session: CDPSession = person.context.new_cdp_session(person.page)
        self._session.send("WebAuthn.enable")
        self._id: str = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    @property
    def passkeys(self) -> list[Any]:
        found: list[Any] = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]
        return found

    def takes_over(self, other: "Authenticator") -> None:
        for passkey in other.passkeys:
            self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": passkey})


def wrong(page: Page) -> list[str]:
    return [*violations(page), *(["it scrolls sideways"] if sideways(page) else [])]


def enacts_the_last(game: Game) -> bool:
    """Whatever the person in the first seat enacts, the liberals win: it is the same game each time, medals and all."""
    last = game.board.phase is Phase.CHANCELLOR_SESSION and game.board.liberal == 4 and game.board.fascist < 5
    return last and Seat(0) in game.awaited and Policy.FASCIST not in game.hand


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path / "data") as started:
        yield started


@pytest.mark.parametrize(("size", "other"), [(PHONE, DESKTOP), (DESKTOP, PHONE)], ids=["phone", "desktop"])
def test_play_review_share_and_come_back_the_next_day_by_passkey(
    browser: Browser, own_server: LiveServer, size: dict[str, int], other: dict[str, int]
) -> None:
    server = own_server  # whoever deletes everything here may not come again under the same name
    here = f"http://localhost:{server.port}"  # browsers have passkeys for names, not for numbers
    table = laid_out(enacts_the_last, "between games", for_the_liberals, name="Mira")
    server.lay_out(table)
    mira = Person(browser, "Mira", size)
    page, authenticator = mira.page, Authenticator(mira)
    mira.context.add_cookies([{"name": IDENTITY, "value": server.tokens.identity_token(table.players[0]), "url": here}])
    page.goto(f"{here}/t/{table.code}?ticket={server.tokens.ticket(table.code, table.players[0])}")
    page.locator("main.door button.main").click()
    page.locator(".tray").wait_for()
    mira.plays_until(lambda _: mira.game_over)

    page.get_by_role("link", name=ENGLISH.say("end.whatHappened")).click()
    page.locator("#awards li").first.wait_for(timeout=60_000)
    won = page.locator("#awards li", has_text="Mira").count()
    assert wrong(page) == []
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    picture = page.request.get(here + (page.get_by_role("link", name=ENGLISH.say("review.poster")).get_attribute("href") or ""))
    assert picture.body().startswith(b"\x89PNG")
    page.locator(".turns a").first.click()
    page.locator(".controls").wait_for()
    assert wrong(page) == []

    page.goto(here)
    expect(page.locator(".last").get_by_role("link", name=ENGLISH.say("end.review"))).to_have_attribute("href", re.compile("^/review/"))
    assert wrong(page) == []
    page.goto(f"{here}/me")
    game = page.get_by_role("link", name=re.compile(table.code))
    expect(game).to_be_visible()
    assert won > 0, "a game without medals shows none"
    expect(page.get_by_role("list", name="Medals").get_by_role("listitem")).to_have_count(won)
    page.get_by_role("button", name=ENGLISH.say("mine.make")).click()
    codes = page.locator(".codes li")
    expect(codes).to_have_count(8)
    code = codes.first.inner_text()
    assert wrong(page) == []

    server.lets_pass(86_400)
    elsewhere = Person(browser, "Mira elsewhere", other)
    there = elsewhere.page
    Authenticator(elsewhere).takes_over(authenticator)
    there.goto(f"{here}/me")
    expect(there.get_by_text("No games yet")).to_be_visible()
    assert wrong(there) == []
    there.get_by_role("button", name=ENGLISH.say("mine.comeBack")).click()
    expect(there.get_by_role("link", name=re.compile(table.code))).to_be_visible()
    assert wrong(there) == []
    there.get_by_role("button", name="Sign out here").click()
    expect(there.get_by_text("No games yet")).to_be_visible()
    there.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
    there.get_by_role("button", name=ENGLISH.say("mine.recover"), exact=True).click()
    expect(there.get_by_role("link", name=re.compile(table.code))).to_be_visible()

    there.once("dialog", lambda dialog: dialog.accept())
    there.get_by_role("button", name="Delete everything").click()
    expect(there.get_by_text("No games yet")).to_be_visible()
    there.goto(f"{here}/leaderboard")
    expect(there.get_by_role("listitem").or_(there.get_by_text("No one's ranked yet", exact=False)).first).to_be_visible()
    assert table.players[0] not in there.content(), "whoever deleted everything is ranked no more"
    assert wrong(there) == []
    assert mira.troubles == elsewhere.troubles == []
    for person in (mira, elsewhere):
        person.close()
