"""House rules as a form: each change is checked, shown and used."""

import re

from playwright.sync_api import Browser, Page, expect

from secret_hitler.server.limits import Allowances
from secret_hitler.words import ENGLISH
from tests.server.live_server import LiveServer

from .person import PATIENCE, Person
from .test_accessibility import violations

BALANCE = re.compile(r"Liberals win about \d+ in 100")


def opens_house_rules(page: Page) -> None:
    page.locator(".set .row").first.click()
    page.get_by_role("button", name=re.compile("^House rules")).click()


def test_a_host_writes_house_rules_without_a_file(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Mira", {"width": 360, "height": 640})
    page = person.page
    person.opens_a_table(server.url)
    opens_house_rules(page)
    use, status = page.get_by_role("button", name=ENGLISH.say("options.houseApply")), page.locator(".house .checked")
    expect(status).to_contain_text("No dead ends.")
    expect(page.get_by_text(BALANCE)).to_be_visible(timeout=PATIENCE * 1000)
    reset = page.get_by_role("button", name=ENGLISH.say("options.reset"))
    expect(reset).to_have_count(0)
    assert violations(page) == []
    goal = page.get_by_role("group", name="Liberals win at")
    for _ in range(2):
        goal.get_by_role("button").last.click()
    expect(status).to_contain_text("liberals need 7 policies")
    expect(use).to_be_disabled()
    goal.get_by_role("button").first.click()
    page.get_by_role("button", name=re.compile("^" + ENGLISH.say("options.slot", n=1, power=""))).click()
    page.get_by_role("button", name="peek", exact=True).click()
    page.get_by_role("switch", name=re.compile("^" + re.escape(ENGLISH.say("rulebook.reading.dead_roles_shown")))).click()
    expect(page.locator(".dot")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    use.click()
    expect(page.locator(".house")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^House rules")).click()
    expect(reset).to_be_visible()
    expect(goal.locator("output")).to_have_text("6")
    reset.click()
    expect(goal.locator("output")).to_have_text("5")
    assert all("400" in trouble for trouble in person.troubles)
    person.close()


def test_a_figure_comes_late_if_bots_have_no_time_at_first(browser: Browser, server: LiveServer) -> None:
    plenty, server.limits.beliefs = server.limits.beliefs, Allowances(burst=0, rate=1)
    person = Person(browser, "Mira")
    try:
        person.opens_a_table(server.url)
        opens_house_rules(person.page)
        expect(person.page.get_by_text(ENGLISH.say("options.botsBusy"))).to_be_visible()
    finally:
        server.limits.beliefs = plenty
    expect(person.page.get_by_text(BALANCE)).to_be_visible(timeout=PATIENCE * 1000)
    assert all("429" in trouble for trouble in person.troubles)
    person.close()
