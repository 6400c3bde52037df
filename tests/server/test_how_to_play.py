"""How to play, as the page shows it: the rule set of the table, in the reader's language and wording."""

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import pytest

from secret_hitler.rules import MANUAL, OFFICIAL, RULESETS
from secret_hitler.wire.table import Options
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from secret_hitler.words.opening import opening
from secret_hitler.words.rulebook import markdown
from secret_hitler.words.summary import guide, opening_sections, sections
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer


def how_to_play(server: LiveServer, **query: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{server.url}/api/how-to-play?{urllib.parse.urlencode(query)}", timeout=10) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def lines_of(parts: list[dict[str, Any]]) -> list[str]:
    return [line["words"] for part in parts for line in part["lines"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULESETS)
def test_each_rule_set_is_told_with_the_sentences_of_the_rulebook(server: LiveServer, name: str, language: str) -> None:
    told, rules, words = how_to_play(server, rules=name, language=language), RULESETS[name], Words(language)
    assert lines_of(told["sections"]) == [line.words for section in sections(rules, words) for line in section.lines]
    assert lines_of(told["openings"]) == [line.words for section in opening_sections(rules, words) for line in section.lines]
    assert lines_of(told["guide"]) == [line.words for section in guide(rules, words) for line in section.lines]
    assert told["roles"]["rows"] == [[n, rules.liberals(n), rules.fascists[n]] for n in range(5, 11)]


def test_what_the_page_shows_of_the_official_rules_stands_in_the_document() -> None:
    page = markdown(ENGLISH)
    assert all(line.words in page for section in [*sections(OFFICIAL, ENGLISH), *guide(OFFICIAL, ENGLISH)] for line in section.lines)


def test_a_table_with_house_rules_is_told_its_own_numbers(server: LiveServer) -> None:
    table = LaidOut(options=Options(house_rules='base = "manual"\nliberal_goal = 4\nname = "Tuesday"'), seed="how")
    server.lay_out(table)
    told = how_to_play(server, table=table.code)
    assert told["name"] == "Tuesday"
    assert "Liberals win with 4 liberal policies." in lines_of(told["sections"])


def test_a_private_table_tells_its_rules_only_to_those_who_were_let_in(server: LiveServer) -> None:
    opened = urllib.request.Request(
        f"{server.url}/api/tables",
        json.dumps({"name": "Mira", "password": "owl", "options": {"rules": "manual"}}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(opened, timeout=10) as answer:
        admission = json.load(answer)
        cookie = answer.headers["set-cookie"].partition(";")[0]
    with pytest.raises(urllib.error.HTTPError, match="403"):
        how_to_play(server, table=admission["code"])
    asked = urllib.request.Request(f"{server.url}/api/how-to-play?table={admission['code']}", headers={"cookie": cookie})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        assert json.load(answer)["name"] == "manual"


def test_schools_read_of_owls_and_ravens(server: LiveServer) -> None:
    told = how_to_play(server, rules="official", wording="neutral")
    assert "Owls win with 5 owl policies, or when the Cuckoo is executed." in lines_of(told["sections"])


def test_an_unknown_language_is_answered_in_english_and_unknown_rules_are_refused(server: LiveServer) -> None:
    assert how_to_play(server, language="xx") == how_to_play(server)
    with pytest.raises(urllib.error.HTTPError, match="400"):
        how_to_play(server, rules="chess")


def test_the_manual_tells_its_opening_in_its_own_order(server: LiveServer) -> None:
    told = how_to_play(server, rules="manual")["openings"][1]["lines"]
    assert len(told) == len(opening(MANUAL, 7))
    looks, thumb = ("but not Hitler: open your eyes", "raise your thumb")
    assert next(n for n, line in enumerate(told) if looks in line["words"]) < next(
        n for n, line in enumerate(told) if thumb in line["words"]
    )
