"""Records over HTTP, and games with real cards that a group writes down."""

import json
import random
import urllib.error
import urllib.request
from typing import Any

import msgspec
import pytest

from secret_hitler.records import moments
from secret_hitler.rules import RULESETS, Ruleset
from secret_hitler.server.jobs import finished_games
from secret_hitler.tables.replies import lens_of, replayed
from tests.games import random_record
from tests.paper.written_down import written_down
from tests.server.live_server import LiveServer
from tests.server.replays import whole_views


def ask(server: LiveServer, path: str, body: object = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def body(rules: str = "official", players: int = 5, entries: list[Any] | None = None) -> dict[str, Any]:
    return {"rules": rules, "names": [f"Player {seat}" for seat in range(1, players + 1)], "entries": entries or []}


def game(rules: str, players: int, seed: int = 3) -> dict[str, Any]:
    paper = written_down(random_record(RULESETS[rules], players, random.Random(seed)))
    return {"rules": rules, "names": paper.names, "entries": msgspec.to_builtins(paper.entries)}


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_on_paper_is_filled_in_kept_and_replayed(server: LiveServer, rules: str) -> None:
    played = game(rules, 7)
    status, filled = ask(server, "/api/paper", played)
    assert status == 200
    assert (filled["refused"], filled["due"]) == (None, "nothing")
    assert len(filled["told"]) == len(played["entries"])
    status, kept = ask(server, "/api/paper/keep", played)
    assert status == 201
    status, replay = ask(server, f"/api/records/{kept['record']}/replay")
    assert status == 200
    assert replay["record"]["paper"]
    *_, last = whole_views(replay["moments"])
    assert last == filled["view"]
    status, believed = ask(server, f"/api/records/{kept['record']}/belief")
    assert status == 200
    assert [line["round"] for line in believed] == list(range(len(filled["view"]["rounds"]) - 1))
    status, refused = ask(server, f"/api/records/{kept['record']}/replay?lens=all")
    assert (status, "only public information" in refused["reason"]) == (400, True), refused["reason"]


def test_what_cannot_be_is_refused_and_the_entries_before_it_stand(server: LiveServer) -> None:
    entries = [{"type": "Began", "president": 0}, {"type": "Nominated", "chancellor": 0}, {"type": "Voted", "elected": True}]
    status, filled = ask(server, "/api/paper", body(entries=entries))
    assert status == 200
    assert (filled["refused"]["entry"], filled["refused"]["code"], filled["due"]) == (1, "is-president", "nomination")
    assert len(filled["told"]) == 1


def test_a_game_that_goes_on_cannot_be_kept(server: LiveServer) -> None:
    status, refused = ask(server, "/api/paper/keep", body(entries=[{"type": "Began", "president": 0}]))
    assert (status, refused["code"]) == (409, "playing")


@pytest.mark.parametrize(
    "bad",
    [
        {"rules": "nonsense"},
        {"names": ["A"] * 4},
        {"names": ["A"] * 11},
        {"entries": [{"type": "Began", "president": "x"}]},
        {"entries": [{"type": "Nothing"}]},
        {"entries": [{"type": "Began", "president": 0}] * 601},
        {"extra": 1},
    ],
)
def test_a_sheet_that_makes_no_sense_is_refused_in_words(server: LiveServer, bad: dict[str, Any]) -> None:
    status, refused = ask(server, "/api/paper", body() | bad)
    assert status == 400
    assert refused["reason"]


@pytest.mark.parametrize("lens", ["public", "all", "2"])
@pytest.mark.parametrize("rules", list(RULESETS.values()), ids=lambda rules: rules.name)
def test_a_replay_holds_what_changed_and_nothing_twice(rules: Ruleset, lens: str) -> None:
    record = random_record(rules, 7, random.Random(f"patches {rules.name}"))
    body = replayed("id", record, lens_of(lens, record))
    shown = [json.loads(msgspec.json.encode(moment.view)) for moment in moments(record, lens_of(lens, record))]
    assert list(whole_views(json.loads(body)["moments"])) == shown
    assert len(body) * 3 < sum(len(json.dumps(view)) for view in shown)


def test_what_takes_long_is_worked_out_in_another_process_so_that_tables_are_not_held_up(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for one thing after the other takes no time of the process in which the tables are."""

    def here(*_: object) -> None:
        raise AssertionError("worked out in the process of the server")

    for work in ("lines_of", "replayed"):
        monkeypatch.setattr(finished_games, work, here)
    _, kept = ask(server, "/api/paper/keep", game("official", 5))
    for question in ("replay", "belief"):
        assert ask(server, f"/api/records/{kept['record']}/{question}")[0] == 200, question
