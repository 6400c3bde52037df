"""Among strangers: a report from a phone reaches the operators' page; who is blocked is not heard; what operators say, everybody sees."""

from playwright.sync_api import Browser, Page, ViewportSize, expect

from secret_hitler.words import ENGLISH
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer

from .table import gather, seated

PHONE = ViewportSize(width=390, height=844)
DESKTOP = ViewportSize(width=1280, height=800)


def no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


def test_a_report_from_a_phone_is_read_and_settled_on_the_page_of_the_operators(browser: Browser, server: LiveServer) -> None:
    (host, guest), code = gather(browser, server, 2)
    host.page.set_viewport_size(PHONE)
    for person in (host, guest):
        person.page.get_by_role("button", name=ENGLISH.say("talk.title")).click()
    guest.page.get_by_label("Say something").fill("You all play like turnips")
    guest.page.get_by_role("button", name="Send").click()
    host.page.get_by_role("button", name="Report: Player 2").click()
    dialog = host.page.get_by_role("dialog", name="Player 2")
    expect(dialog.get_by_role("heading", name="Player 2")).to_be_visible()
    no_sideways(host.page)
    dialog.get_by_label(ENGLISH.say("people.complaint")).select_option(ENGLISH.say("people.spoiling"))
    dialog.get_by_label(ENGLISH.say("people.words")).fill("Again and again")
    dialog.get_by_role("button", name=ENGLISH.say("people.report")).click()
    expect(dialog.get_by_role("status")).to_contain_text("Thanks")
    dialog.get_by_role("button", name="Block").click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    guest.page.get_by_label("Say something").fill("Nobody hears this")
    guest.page.get_by_role("button", name="Send").click()
    expect(guest.page.get_by_text("Nobody hears this")).to_be_visible()
    expect(host.page.get_by_text("turnips")).to_have_count(0)
    expect(host.page.get_by_text("Nobody hears this")).to_have_count(0)
    host.page.keyboard.press("Escape")

    operator = browser.new_context(viewport=DESKTOP).new_page()
    operator.goto(f"{server.url}/operator")
    operator.get_by_label("Token").fill((server.data / "operator.token").read_text().split()[1])
    operator.get_by_role("button", name=ENGLISH.say("operator.enter")).click()
    report = operator.locator("article", has_text="Player 1 reports Player 2").filter(has_text=code)
    expect(report).to_contain_text("Ruins the game for others Again and again")
    expect(report.locator("li")).to_contain_text("You all play like turnips")
    report.get_by_label("Note").fill("talked to")
    report.get_by_role("button", name=ENGLISH.say("operator.settle")).click()
    expect(report).to_contain_text("Resolved by operator: talked to")
    for size in (DESKTOP, PHONE):
        operator.set_viewport_size(size)
        no_sideways(operator)

    operator.get_by_label(ENGLISH.say("operator.announcement")).fill("We restart soon.")
    operator.get_by_role("button", name="Announce").click()
    for person in (host, guest):
        expect(person.page.get_by_text("We restart soon.")).to_be_visible()
    host.page.get_by_role("button", name="Close", exact=True).click()
    expect(host.page.get_by_text("We restart soon.")).to_have_count(0)
    operator.get_by_role("button", name="Lift", exact=True).click()
    expect(guest.page.get_by_text("We restart soon.")).to_have_count(0)

    operator.get_by_role("button", name=f"Close table: {code}").click()
    expect(guest.page.get_by_text(ENGLISH.say("refused.closed"))).to_be_visible()
    operator.reload()
    expect(operator.get_by_role("heading", name=ENGLISH.say("operator.audit"))).to_be_visible()
    expect(operator.locator("li", has_text=f"CloseTable code {code}")).to_be_visible()
    operator.context.close()
    for person in (host, guest):
        person.close()


def test_nothing_of_the_operators_is_kept_by_a_browser(browser: Browser, server: LiveServer) -> None:
    page = browser.new_context().new_page()
    answer = page.goto(f"{server.url}/operator")
    assert answer is not None
    assert answer.headers["cache-control"] == "no-store"
    page.get_by_label("Token").fill("a guess at the token of an operator")
    page.get_by_role("button", name=ENGLISH.say("operator.enter")).click()
    expect(page.get_by_role("alert")).to_contain_text("Check the token")
    assert "guess" not in page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
    assert not [name for name in page.evaluate("fetch('/files.json').then((answer) => answer.json())") if "Operator" in name]
    page.context.close()


def test_the_end_of_a_game_is_a_picture_to_send(browser: Browser, server: LiveServer) -> None:
    """What draws it is loaded when somebody asks."""
    person = seated(browser, server, laid_out(lambda game: game.ending is not None, seed="poster", people=5, bots=0))
    with person.page.expect_download() as sent:
        person.page.get_by_role("button", name=ENGLISH.say("end.picture")).click()
    assert sent.value.suggested_filename.endswith(".png")
    person.close()
