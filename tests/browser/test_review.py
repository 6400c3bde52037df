"""The review of a game in the browser: worked out, looked at, a turning point clicked, the picture fetched."""

import random
import time

from playwright.sync_api import Browser, expect

from secret_hitler.rules import OFFICIAL
from secret_hitler.tables.host import new_player
from secret_hitler.tables.log_lines import keep_record
from secret_hitler.words import ENGLISH
from tests.games import random_record
from tests.server.live_server import LiveServer

from .test_accessibility import sideways, violations


def test_a_finished_game_is_explained_and_a_turning_point_leads_into_the_replay(server: LiveServer, browser: Browser) -> None:
    id = new_player()
    server.does(keep_record(server.storage, id, "test", time.time(), random_record(OFFICIAL, 10, random.Random(3))))
    page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"{server.url}/review/{id}?seat=0")
    page.wait_for_selector("#awards li", timeout=60_000)
    assert not sideways(page)
    assert violations(page) == []
    turns = page.locator(".turns a")
    move = (turns.first.get_attribute("href") or "").partition("move=")[2].partition("&")[0]
    assert int(move) > 0
    page.get_by_role("button", name="All ").click()
    expect(page.get_by_text("bot.because")).to_have_count(0)
    everything = page.locator("#decisions li").count()
    page.get_by_role("button", name=ENGLISH.say("review.bad")).click()
    assert page.locator("#decisions li").count() <= everything
    page.evaluate("scrollTo(0, 0)")
    page.locator("nav a[href='#decisions']").click()
    expect(page.locator("#decisions")).to_be_in_viewport()
    assert page.evaluate("scrollY") > 0
    assert page.locator("#decisions li").count() <= everything, "the screen stays as it was"
    turns.first.click()
    page.wait_for_url(f"**/r/{id}?move={move}&lens=all")
    page.wait_for_selector(".controls")


def test_the_replay_shows_what_went_through_the_hands_of_a_government_as_far_as_these_eyes_saw_it(
    server: LiveServer, browser: Browser
) -> None:
    id = new_player()
    record = random_record(OFFICIAL, 5, random.Random(3))
    server.does(keep_record(server.storage, id, "test", time.time(), record))
    page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
    steps = page.locator(".middle ol li")
    for lens, covered in (("all", 0), ("public", 5)):
        page.goto(f"{server.url}/r/{id}?lens={lens}")
        page.wait_for_selector(".controls")
        while steps.count() < 3:
            page.keyboard.press("ArrowRight")
        assert steps.locator("svg.back").count() == covered
        assert steps.nth(2).locator("svg.tile").count() == 1, "what is enacted lies open for all"
        assert not sideways(page)
    assert violations(page) == []


def test_a_link_with_unknown_eyes_shows_what_everyone_saw(server: LiveServer, browser: Browser) -> None:
    id = new_player()
    server.does(keep_record(server.storage, id, "test", time.time(), random_record(OFFICIAL, 5, random.Random(3))))
    page = browser.new_page()
    page.goto(f"{server.url}/r/{id}?lens=9")
    page.wait_for_selector(".controls")
    page.close()
