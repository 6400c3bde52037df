"""Whole games in phone-sized Chromium, driven only by what a person can see and tap."""

import pytest
from playwright.sync_api import Browser

from secret_hitler.rules import RULESETS
from secret_hitler.wire.table import Level, Options
from tests import sizes
from tests.server.laid_out import laid_out
from tests.server.live_server import LiveServer
from tests.sizes import size

from .person import Person
from .table import ask, gather, late, play_to_the_end, seated

PHONES, FROM_THE_LOBBY = size("phones at one table"), size("phones from the lobby on")
SHORT = """
liberal_goal = 1
fascist_goal = 2
hitler_threshold = 1
powers = { "5-10" = ["execute"] }
"""


def test_people_play_a_whole_game_from_the_lobby_on(browser: Browser, server: LiveServer) -> None:
    people = [Person(browser, f"Player {number}", still=number > 1) for number in range(1, FROM_THE_LOBBY + 1)]
    people[0].page.goto(server.url)
    options = {"house_rules": "" if sizes.long else SHORT, "bot_level": "random"}
    code = people[0].context.request.post(f"{server.url}/api/tables", data={"name": "Player 1", "options": options}).json()["code"]
    people[0].page.goto(f"{server.url}/t/{code}")
    for person in people[1:]:
        person.joins(server.url, code)
    people[0].deals()
    cards = [person.looks_into_the_envelope() for person in people]
    assert sum(words.startswith("You're") for words in cards) == FROM_THE_LOBBY
    play_to_the_end(people, 300)
    assert ask(server, f"/api/tables/{code}")["ending"] is not None
    for person in people:
        assert person.troubles == []
        person.close()


def test_many_people_play_to_the_end(browser: Browser, server: LiveServer) -> None:
    table = laid_out(late, people=PHONES, bots=10 - PHONES, options=Options(bot_level=Level.RANDOM), seed="many")
    server.lay_out(table)
    people = [Person(browser, f"Player {number}", {"width": 360, "height": 640}, still=number > 1) for number in range(1, PHONES + 1)]
    for seat, person in enumerate(people):
        person.comes_back(server, table, seat)
    play_to_the_end(people, 500)
    assert ask(server, f"/api/tables/{table.code}")["ending"] is not None
    for person in people:
        assert person.troubles == []
        person.close()


@pytest.mark.daily(2)
@pytest.mark.parametrize("rules", [name for name in RULESETS if name != "official"])
def test_one_person_plays_each_rule_set_with_bots(browser: Browser, server: LiveServer, rules: str) -> None:
    table = laid_out(late, options=Options(rules=rules, bot_level=Level.RANDOM), seed=rules)
    person = seated(browser, server, table)
    play_to_the_end([person], 200)
    state = ask(server, f"/api/tables/{table.code}")
    assert state["rules"]["name"] == rules
    assert state["ending"] is not None
    assert person.troubles == []
    person.close()


def test_the_host_chooses_rules_and_deals_to_bots(browser: Browser, server: LiveServer) -> None:
    (person,), code = gather(browser, server, 1, "Reference manual")
    person.deals()
    assert person.looks_into_the_envelope().startswith("You're")
    assert ask(server, f"/api/tables/{code}")["rules"]["name"] == "manual"
    person.close()
