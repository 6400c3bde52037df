"""Accounts of programs: one token for all tables, marked everywhere, one stream, challenges, a lobby, their games; over HTTP alone."""

import itertools
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.server.live_server import LiveServer

from .engines import node_engine
from .programs import V1, Program, play_by_polling, refused


def test_http_alone_suffices_to_play_and_the_program_is_marked_everywhere(server: LiveServer) -> None:
    program = Program(server)
    code = program.post("/api/play-now", name="Robot", players=5, level="party-line")["code"]
    card = program.get(f"/api/tables/{code}")["chairs"][0]["program"]
    assert card == {"id": program.id, "name": "Robot", "author": "Ann Example", "about": "plays the first thing it may"}
    record = play_by_polling(program, code)["table"]["record"]
    assert program.get(f"/api/records/{record}")["programs"] == [0]
    assert f"{program.id}, Robot by Ann Example" in json.dumps(program.get(f"/api/records/{record}/record.json"))
    (game,) = program.get(f"{V1}/games")
    assert (game["record"], game["seat"], game["seats"]) == (record, 0, 5)
    assert len(program.get(f"{V1}/games/export").splitlines()) == 1
    assert program.get(f"{V1}/account") == program.get(f"{V1}/accounts/{program.id}") == card


def test_one_stream_brings_challenges_and_all_games(server: LiveServer) -> None:
    challenger, challenged = Program(server, "Challenger"), Program(server, "Challenged")
    codes = {challenged.post("/api/play-now", name="Robot", players=5, level="party-line")["code"]}
    stream = challenged.stream()
    over, views = set[str](), dict[str, Any]()
    first = next(stream)
    assert first["type"] == "AtTable"
    assert first["message"]["type"] == "Welcome"
    codes.add(challenger.post(f"{V1}/challenges", to=[challenged.id], players=5)["code"])
    helper: threading.Thread | None = None
    for line in itertools.chain([first], stream):
        if line["type"] == "Challenged":
            (listed,) = challenged.get(f"{V1}/challenges")
            assert listed == line["challenge"]
            code = challenged.post(f"{V1}/challenges/{listed['code']}/accept")["code"]
            helper = threading.Thread(target=play_by_polling, args=(challenger, code))
            helper.start()
            continue
        code, message = line["code"], line["message"]
        if message["type"] not in ("Welcome", "Update"):
            continue
        seat = (message["view"] or {}).get("onlooker", views.get(code, {}).get("onlooker"))
        for event in message.get("events", ()):
            assert event["audience"] in ("everyone", seat), "what others alone may know"
        views.setdefault(code, {}).update(message["view"] or {})
        if views[code].get("board", {}).get("ending"):
            over.add(code)
            if over == codes:
                break
        elif views[code].get("choices") and message["view"]:
            try:
                challenged.act_once(code, challenged.get(f"{V1}/tables/{code}")["view"])
            except StopIteration:
                continue  # the table has gone on meanwhile
            except urllib.error.HTTPError as error:
                assert error.code == 409  # the same, after it was asked
    stream.close()
    assert helper is not None
    helper.join()
    assert {game["code"] for game in challenged.get(f"{V1}/games")} == codes
    assert challenged.get(f"{V1}/challenges") == []


def test_the_stream_comes_over_a_websocket_too(server: LiveServer) -> None:
    program = Program(server)
    code = program.post("/api/tables", name="Robot")["code"]
    url = f"ws://127.0.0.1:{server.port}{V1}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {program.token}"}) as socket:
        messages = (json.loads(text) for text in socket if str(text).strip())
        first = next(messages)
        assert (first["type"], first["code"], first["message"]["type"]) == ("AtTable", code, "Welcome")
        program.command(code, "AddBot", fill_to=5)
        program.command(code, "Start")
        assert any(line["message"]["type"] == "Update" for line in messages)


def test_a_challenge_can_be_declined_and_nobody_else_can_take_it(server: LiveServer) -> None:
    one, other, third = (Program(server, name) for name in ("One", "Other", "Third"))
    code = one.post(f"{V1}/challenges", to=[other.id])["code"]
    assert refused(lambda: third.post(f"{V1}/challenges/{code}/accept"))[:2] == (404, "not-found")
    assert other.post(f"{V1}/challenges/{code}/decline")["code"] == code
    assert refused(lambda: other.post(f"{V1}/challenges/{code}/accept"))[:2] == (404, "not-found")
    assert refused(lambda: one.post(f"{V1}/challenges", to=[one.id]))[:2] == (409, "out-of-range")
    assert refused(lambda: one.post(f"{V1}/challenges", to=["program-nobody"]))[:2] == (404, "not-found")
    old = one.post(f"{V1}/challenges", to=[other.id])["code"]
    server.lets_pass(601)
    assert other.get(f"{V1}/challenges") == []
    assert refused(lambda: other.post(f"{V1}/challenges/{old}/accept"))[:2] == (404, "not-found")


def test_the_lobby_brings_programs_together_and_keeps_people_apart(server: LiveServer) -> None:
    person = Program(server, token="")
    programs = [Program(server, name) for name in ("One", "Other")]
    with_people = person.post("/api/quick-match", name="Ann", players=8)["code"]
    codes = {program.post(f"{V1}/lobby", players=8)["code"] for program in programs}
    assert len(codes) == 1
    assert with_people not in codes
    assert person.post("/api/quick-match", name="Bea", players=8)["code"] == with_people


def test_a_token_speaks_for_its_program_alone(server: LiveServer) -> None:
    program, other, nobody = Program(server), Program(server), Program(server, token="")
    code = program.post("/api/tables", name="Robot")["code"]
    forged = Program(server, token=program.token[:-2] + "xx")
    for stranger in (other, nobody, forged):
        assert refused(lambda stranger=stranger: stranger.command(code, "Start"))[:2] == (403, "not-yours")
    for stranger in (nobody, forged):
        for path in ("/account", "/games", "/challenges", "/stream", "/games/export"):
            assert refused(lambda stranger=stranger, path=path: stranger.get(V1 + path))[:2] == (403, "not-yours")
    assert refused(lambda: program.command(code, "Act", action={"type": "Vote", "ja": True}))[0] == 409
    assert refused(lambda: program.command(code, "Nonsense"))[:2] == (400, "message")


def test_whoever_asks_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    with LiveServer(tmp_path, address_rate=0.2) as server:
        program = Program(server)

        def ask_often() -> None:
            for _ in range(200):
                program.get(f"{V1}/account")

        status, code, headers = refused(ask_often)
        assert (status, code) == (429, "too-many")
        assert int(headers["retry-after"]) >= 1


def test_the_account_survives_a_restart(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as server:
        program = Program(server)
        code = program.post("/api/tables", name="Robot")["code"]
    with LiveServer(tmp_path) as server:
        again = Program(server, token=program.token)
        assert again.get(f"{V1}/account")["id"] == program.id
        first = next(again.stream())
        assert (first["type"], first["code"]) == ("AtTable", code)


def test_a_stream_ends_with_the_server(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as server:
        program = Program(server)
        program.post("/api/tables", name="Robot")
        stream = program.stream()
        assert next(stream)["message"]["type"] == "Welcome"
    assert all(line["type"] == "AtTable" for line in stream), "it ends, and is not broken off"


def test_the_seat_command_opens_an_account_and_keeps_its_token(server: LiveServer, tmp_path: Path) -> None:
    file = tmp_path / "account"
    command = [sys.executable, "-m", "secret_hitler", "seat", server.url, "--engine", node_engine(), "--players", "5"]
    command += ["--level", "party-line", "--account", str(file)]
    assert "--author" in subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stderr
    for _ in range(2):
        done = subprocess.run([*command, "--author", "Ann"], capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o077 == 0
    assert len(Program(server, token=file.read_text().strip()).get(f"{V1}/games")) == 2
