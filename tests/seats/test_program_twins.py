"""Secrecy for programs: where two games differ only in what its seat may not know, a program reads the same bytes in its stream, in the
table that it asks for, and in the list and the export of its games."""

import itertools
import json
import random
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from secret_hitler import play
from secret_hitler.records import Record
from secret_hitler.rules import NATURE, OFFICIAL, Deal, Role, Seat
from secret_hitler.tables import dealing, lobby
from secret_hitler.tables import host as live_tables
from tests.games import random_record
from tests.server.live_server import LiveServer
from tests.twins import chance_of, twin_of

from .programs import V1, Program

SEATS = 5


def test_twins_look_the_same_to_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended, going_on, rng = _games()
    told = read_by_all(ended, going_on, tmp_path / "story", monkeypatch)
    for seat in _a_liberal_and_hitler(going_on):
        twin = twin_of(going_on, seat, rng, steps=40)
        assert twin.moves != going_on.moves
        again = read_by_all(ended, twin, tmp_path / f"twin {seat}", monkeypatch)
        assert again[seat] == told[seat], f"the program in seat {seat} can tell the twins apart"


def test_the_test_itself_would_notice_a_leak_to_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended, going_on, rng = _games()
    seat = Seat(0)
    twin = twin_of(going_on, seat, rng, steps=40)
    monkeypatch.setattr("secret_hitler.rules.view.visible", lambda event, onlooker: True)
    told, again = (read_by_all(ended, game, tmp_path / name, monkeypatch) for game, name in ((going_on, "story"), (twin, "twin")))
    assert told[seat] != again[seat]


def _games() -> tuple[Record, Record, random.Random]:
    """One that has ended, and stands in lists and exports, and one in the middle."""
    rng = random.Random(1)
    ended, whole = (min((random_record(OFFICIAL, SEATS, rng) for _ in range(30)), key=lambda game: len(game.moves)) for _ in range(2))
    return ended, replace(whole, moves=whole.moves[: -rng.randint(1, 1 + SEATS)], ending=None), rng


def _a_liberal_and_hitler(record: Record) -> list[Seat]:
    roles = next(move.action.roles for move in record.moves if isinstance(move.action, Deal))
    return [Seat(roles.index(role)) for role in (Role.LIBERAL, Role.HITLER)]


def read_by_all(ended: Record, going_on: Record, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """By seat, everything that a program reads while these games are played one after the other, all by programs and over HTTP."""
    numbers = itertools.count()
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: f"{next(numbers):043}")
    monkeypatch.setattr(live_tables, "new_player", lambda: f"player {next(numbers)}")
    monkeypatch.setattr(live_tables, "new_code", lambda: "ABCDEFGH")
    monkeypatch.setattr(lobby, "rules_of", lambda _: going_on.rules)
    with ThreadPoolExecutor(SEATS) as threads, LiveServer(folder, clock=lambda: 1_000_000.0, chance=random.Random(0)) as server:
        programs = [Program(server, f"Program {seat}") for seat in range(SEATS)]
        code = programs[0].post("/api/tables", name="Program 0")["code"]
        for program in programs[1:]:
            program.post(f"/api/tables/{code}/join", name=program.name)
        streams = []
        for program in programs:
            lines = program.lines()
            streams.append(threads.submit(_until_locked, next(lines), lines))
        for record in (ended, going_on):
            _play(programs, code, record, monkeypatch)
        asked = (f"{V1}/tables/{code}", f"{V1}/games", f"{V1}/games/export")
        answers = [[str(program.get(path)) for path in asked] for program in programs]
        assert all(len(export.splitlines()) == 1 for *_, export in answers), "the game that goes on is in no export"
        programs[0].command(code, "Lock", locked=True)
        return [[*stream.result(60), *answer] for stream, answer in zip(streams, answers, strict=True)]


def _play(programs: list[Program], code: str, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "natures_move", chance_of(record))
    monkeypatch.setattr(dealing, "_opener", lambda *_: record.opener)
    programs[0].command(code, "Start")
    for move in record.moves:
        if move.seat != NATURE:
            programs[move.seat].command(code, "Act", action=msgspec.to_builtins(move.action))


def _until_locked(first: bytes, others: Iterator[bytes]) -> list[str]:
    """Collect what comes up to the end of the story, which everybody at the table is told."""
    lines = [first.decode()]
    for line in others:
        lines.append(line.decode())
        message = json.loads(line)["message"]
        if message["type"] == "TableChanged" and message["table"]["locked"]:
            break
    return lines
