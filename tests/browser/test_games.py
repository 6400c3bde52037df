"""Whole games in phone-sized Chromium, driven only by what a person can see and tap."""

import pytest
from playwright.sync_api import Browser

from tests.server.process import ServerProcess

from .table import ask, gather, play_to_the_end

OTHER_RULES = ["Print and play", "Reference manual", "French deck", "Online"]


def test_five_people_play_a_whole_game(browser: Browser, house: ServerProcess) -> None:
    people, code = gather(browser, house, 5)
    people[0].deals()
    cards = [person.looks_into_the_envelope() for person in people]
    assert sum(words.startswith("You are") for words in cards) == 5
    play_to_the_end(people, 300)
    state = ask(house, f"/api/tables/{code}")
    assert state["ending"] is not None
    for person in people:
        assert person.troubles == []
        person.close()


def test_ten_people_play_a_whole_game(browser: Browser, house: ServerProcess) -> None:
    people, code = gather(browser, house, 10, size={"width": 360, "height": 640}, still=True)
    people[0].deals()
    play_to_the_end(people, 500)
    assert ask(house, f"/api/tables/{code}")["ending"] is not None
    for person in people:
        assert person.troubles == []
        person.close()


@pytest.mark.parametrize("rules", OTHER_RULES)
def test_one_person_plays_each_rule_set_with_bots(browser: Browser, house: ServerProcess, rules: str) -> None:
    (person,), code = gather(browser, house, 1, rules)
    person.page.get_by_role("button", name="Fill up with bots").click()
    person.deals()
    play_to_the_end([person], 200)
    state = ask(house, f"/api/tables/{code}")
    assert state["rules"]["name"] == rules.lower().replace(" ", "-").removeprefix("reference-")
    assert person.troubles == []
    person.close()
