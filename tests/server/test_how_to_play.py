"""How to play, as the page shows it: the rule set of the table, in the reader's language and wording."""

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import pytest

from docs.rules_page import markdown
from secret_hitler.rules import MANUAL, OFFICIAL, RULESETS
from secret_hitler.rules.readings import READINGS
from secret_hitler.wire.table import Options
from secret_hitler.words import ENGLISH, LANGUAGES, Words
from secret_hitler.words.opening import opening
from secret_hitler.words.summary import guide, opening_sections, sections
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer


def how_to_play(server: LiveServer, **query: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{server.url}/api/how-to-play?{urllib.parse.urlencode(query)}", timeout=60) as answer:
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


def test_house_rules_come_with_their_readings_and_with_what_a_check_of_all_games_found(server: LiveServer) -> None:
    table = LaidOut(options=Options(house_rules="peek_optional = true\nfascists = { 5 = 1 }\nname = 'Tuesday'"), seed="how")
    server.lay_out(table)
    told = how_to_play(server, table=table.code, language="de")
    readings = {reading["field"]: reading for reading in told["readings"]}
    peek = readings["peek_optional"]
    assert peek["question"] == Words("de").say("rulebook.reading.peek_optional")
    assert (peek["answers"], peek["chosen"], peek["usual"]) == ([[True, "Ja."], [False, "Nein."]], True, False)
    assert peek["reason"] == Words("de").say("rulebook.reading.frenchDeck")
    assert readings["first_president"]["chosen"] == "random"
    assert "president_sees_pick" not in readings
    assert told["sections"][0]["lines"][0]["words"] == f"{peek['question']} Ja."
    assert told["checked"][1:] == ["Kann auf 4 Arten enden.", "Längstes Spiel: 30 Runden.", "Keine Sackgassen."]
    assert how_to_play(server)["checked"] == []
    assert {reading["field"] for reading in how_to_play(server)["readings"]} == {each.field for each in READINGS if each.bites(OFFICIAL)}


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
    looks, thumb = ("open your eyes and find each other", "put your thumb up")
    assert next(n for n, line in enumerate(told) if looks in line["words"]) < next(
        n for n, line in enumerate(told) if thumb in line["words"]
    )


def why(server: LiveServer, **query: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{server.url}/api/why?{urllib.parse.urlencode(query)}", timeout=10) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_a_refusal_leads_to_the_rule_of_the_table(server: LiveServer) -> None:
    table = LaidOut(options=Options(house_rules='base = "manual"\npresident_exempt_at = 7'), seed="why")
    server.lay_out(table)
    asked = {"bar": "was-president", "phase": "nomination"}
    assert "game of 7 or fewer" in why(server, table=table.code, **asked)["lines"][1]
    german = why(server, rules="manual", language="de", **asked)
    words = Words("de")
    assert (german["rules"], german["heading"]) == (words.say("rules.manual"), words.say("print.sum.round"))
    assert [(each["document"], each["line"]) for each in german["sentences"]] == [("manual", 70), ("manual", 71), ("manual", 131)]


@pytest.mark.parametrize("query", [{"bar": "unordered"}, {"bar": "nonsense"}, {"bar": "yourself", "phase": "nonsense"}])
def test_what_no_rule_refuses_is_not_cited(server: LiveServer, query: dict[str, str]) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        why(server, **query)


def checked(server: LiveServer, text: str, **more: object) -> tuple[int, dict[str, Any]]:
    body = json.dumps({"house_rules": text, **more}).encode()
    request = urllib.request.Request(f"{server.url}/api/rules/check", body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_house_rules_are_checked_while_they_are_written(server: LiveServer) -> None:
    status, found = checked(server, "liberal_goal = 4", language="de")
    assert (status, found["fine"], found["rules"]["liberal_goal"], found["games"]) == (200, True, 4, 0)
    assert Words("de").say("rulebook.checked.fine") in found["checked"]
    assert {"session_silence", "hitler_death_wins"} <= {reading["field"] for reading in found["readings"]}
    status, found = checked(server, "liberal_goal = 9")
    assert status == 400
    assert "liberals need 9 policies" in found["params"]["detail"]


def test_bots_play_house_rules_so_that_one_sees_who_wins(server: LiveServer) -> None:
    few, many = (checked(server, f"liberal_goal = {goal}", players=5)[1] for goal in (1, 6))
    assert min(few["games"], many["games"]) >= 10
    assert few["liberal_wins"] / few["games"] > many["liberal_wins"] / many["games"]
    assert checked(server, f"fascists = {{ 7 = 2 }}\npowers = {{ 7 = {json.dumps(OFFICIAL.powers[7])} }}", players=5)[1]["games"] == 0
