"""At the door of a table: a private one asks before it shows anything, a newcomer sits in only if those present agree, and a table of
strangers is nobody's."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from secret_hitler.client.http import post
from secret_hitler.rules import Game, Phase
from secret_hitler.wire.api import Admission, OpenTable
from secret_hitler.words import ENGLISH
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer

from .person import Person
from .table import seated

SECRET = "owl"  # noqa: S105  because it is no secret of anybody's


def nominating(game: Game) -> bool:
    """Late enough that everybody has looked at their card."""
    return game.board.phase is Phase.NOMINATION and game.board.round == 3


def test_a_private_table_asks_for_its_password_before_it_shows_a_name_also_on_a_television(browser: Browser, server: LiveServer) -> None:
    admission = server.does(post(server.url, "/api/tables", OpenTable(name="Annabel", password=SECRET), Admission))
    guest = Person(browser, "Guest of Annabel")
    for path in ("t", "tv"):
        guest.page.goto(f"{server.url}/{path}/{admission.code}")
        expect(guest.page.get_by_label("Password")).to_be_visible()
        expect(guest.page.get_by_text("Annabel", exact=True)).to_have_count(0)
    guest.page.get_by_label("Your name").fill("Television")
    guest.page.get_by_label("Password").fill("guess")
    guest.page.get_by_role("button", name="Watch").click()
    expect(guest.page.get_by_role("alert")).to_contain_text(ENGLISH.say("refused.password"))
    guest.page.get_by_label("Password").fill(SECRET)
    guest.page.get_by_role("button", name="Watch").click()
    expect(guest.page.get_by_role("listitem").filter(has_text="Annabel")).to_be_visible()
    guest.close()


def test_a_newcomer_asks_for_a_seat_and_the_one_present_lets_them_in(browser: Browser, server: LiveServer) -> None:
    table = laid_out(nominating, seed="newcomer", people=2, bots=3)
    present = seated(browser, server, table)
    newcomer = Person(browser, "Nora")
    newcomer.page.goto(f"{server.url}/t/{table.code}")
    newcomer.page.locator(".menu summary").click()
    newcomer.page.get_by_role("button", name="Join").click()
    newcomer.page.get_by_label("Your name").fill("Nora")
    newcomer.page.get_by_role("button", name=ENGLISH.say("join.full")).click()
    server.lets_pass(60)
    newcomer.page.locator(".menu summary").click()
    newcomer.page.get_by_role("button", name="Ask to play for Player 2").click()
    present.page.get_by_role("button", name="Let Nora play (0)").click()
    expect(newcomer.page.get_by_text(ENGLISH.say("table.youSpectate"))).to_have_count(0)
    expect(present.page.get_by_role("button", name="Let Nora play")).to_have_count(0)
    for person in (present, newcomer):
        person.close()


def test_at_a_table_of_strangers_its_first_guest_is_offered_nothing_that_would_be_refused(browser: Browser, tmp_path: Path) -> None:
    with LiveServer(tmp_path / "data", quick_wait=600) as server:
        first, second = Person(browser, "Ann"), Person(browser, "Ben")
        for person in (first, second):
            person.page.goto(server.url)
            person.page.get_by_label("Your name").fill(person.name)
            person.page.get_by_role("button", name="Play with strangers").click()
            expect(person.page.get_by_role("timer")).to_contain_text("The game starts in")
        expect(first.page.get_by_text("Ben", exact=True).first).to_be_visible()
        offered = first.page.get_by_role("main")
        expect(offered.get_by_role("button", name=ENGLISH.say("lobby.ready"))).to_be_visible()
        for refused in (ENGLISH.say("lobby.addBot"), ENGLISH.say("lobby.fillStart"), ENGLISH.say("lobby.lock"), "Remove from the table"):
            expect(offered.get_by_role("button", name=refused, include_hidden=True)).to_have_count(0)
        expect(offered.get_by_role("combobox")).to_have_count(0)
        assert first.opens_a_table(server.url)
        expect(offered.get_by_role("button", name=ENGLISH.say("lobby.lock"))).to_be_visible()
        first.page.get_by_role("button", name=ENGLISH.say("options.noClock")).click()
        expect(first.page.get_by_role("combobox").first).to_be_visible()
        for person in (first, second):
            person.close()
