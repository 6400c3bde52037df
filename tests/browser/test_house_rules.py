"""House rules as a form: each change is checked, shown and used."""

import re

from playwright.sync_api import Browser, expect

from secret_hitler.words import ENGLISH
from tests.server.live_server import LiveServer

from .person import Person
from .test_accessibility import violations


def test_a_host_writes_house_rules_without_a_file(browser: Browser, server: LiveServer) -> None:
    person = Person(browser, "Mira", {"width": 360, "height": 640})
    page = person.page
    person.opens_a_table(server.url)
    page.locator(".set .row").first.click()
    page.get_by_role("button", name=re.compile("^House rules")).click()
    use, status = page.get_by_role("button", name=ENGLISH.say("options.houseApply")), page.locator(".house .checked")
    expect(status).to_contain_text("No dead ends.")
    expect(page.get_by_text(re.compile(r"Liberals win about \d+ in 100"))).to_be_visible()
    reset = page.get_by_role("button", name=ENGLISH.say("options.reset"))
    expect(reset).to_have_count(0)
    assert violations(page) == []
    goal = page.get_by_role("group", name="L to win")
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
