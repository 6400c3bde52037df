"""Secrecy on the wire: in two games that differ only in what a seat may not know, that seat receives the same bytes in the same order."""

import asyncio
import itertools
import random
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from secret_hitler import play
from secret_hitler.play import Move
from secret_hitler.records import Record
from secret_hitler.rules import NATURE, PUBLIC, RULESETS, Onlooker, Party, Ruleset, Seat, begin
from secret_hitler.server import limits, voice_room
from secret_hitler.server.accounts.profiles import Profiles
from secret_hitler.server.admin.log_file import ModerationFile
from secret_hitler.server.admin.moderation import Moderation
from secret_hitler.server.admin.player_reports import carry_out
from secret_hitler.server.admin.service import Operating
from secret_hitler.server.limits import Allowance
from secret_hitler.server.voice_room import VoiceRoom
from secret_hitler.tables import dealing, lobby
from secret_hitler.tables import host as live_tables
from secret_hitler.tables.connection import Connection
from secret_hitler.tables.host import Host
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.wire.commands import Act, Complaint, MarkSeat, ReportPlayer, Start, Suspicion, TellOpening
from secret_hitler.wire.table import Options
from tests.games import random_record
from tests.storages import storage_in
from tests.twins import chance_of, twin_of

Transcript = dict[Onlooker, list[str]]

EARLY_VETO = [replace(rules, name=f"{rules.name}, early veto", veto_threshold=1) for rules in RULESETS.values()]
TABLES = [(rules, 5 + number % 6) for number, rules in enumerate((*RULESETS.values(), *EARLY_VETO))]


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
async def test_twins_receive_the_same_bytes(rules: Ruleset, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"{rules.name} on the wire")
    record = random_record(rules, seats, rng)
    prefix = replace(record, moves=record.moves[: -rng.randint(1, 1 + seats)], ending=None)
    told = await transcript(prefix, tmp_path / "story", monkeypatch)
    assert all(len(messages) > 10 for messages in told.values())
    onlookers: list[Onlooker] = [*map(Seat, range(seats)), PUBLIC]
    different = 0
    for onlooker in onlookers:
        twin = twin_of(prefix, onlooker, rng)
        different += twin.moves != prefix.moves
        again = await transcript(twin, tmp_path / f"twin {onlooker}", monkeypatch)
        assert again[onlooker] == told[onlooker], f"{onlooker} can tell the twins apart"
    assert different > seats / 2


async def transcript(record: Record, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Transcript:
    """Everything the server sends to every seat and to a spectator while this game is played at a table."""
    folder.mkdir()
    monkeypatch.setattr(play, "natures_move", chance_of(record))
    monkeypatch.setattr(lobby, "rules_of", lambda options: record.rules)
    for module, name, values in (
        (live_tables, "new_player", (f"player {number}" for number in itertools.count())),
        (live_tables, "new_code", iter(["TABLE"])),
    ):
        monkeypatch.setattr(module, name, lambda values=values: next(values))
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: "record")
    monkeypatch.setattr(dealing, "_opener", lambda at, sitting: record.opener)
    seconds = itertools.count()
    for module in (limits, voice_room):
        monkeypatch.setattr(module, "monotonic", lambda: next(seconds))
    return await _play(record, folder)


async def _play(record: Record, folder: Path) -> Transcript:
    storage = storage_in(folder)
    tables = Host(storage, clock=lambda: 1_000_000.0, chance=random.Random(0))
    live, host = await tables.open("Person 0", Options(voice=True))
    players = [host, *[await tables.join(live, f"Person {seat}", sit=True) for seat in range(1, record.seats)]]
    moderation = Moderation(ModerationFile(folder / "moderation.jsonl"), [], tables.clock, keep_days=90)
    voices, speakers = VoiceRoom(live, moderation, Allowance(burst=1e9, rate=1e9)), list[Connection]()
    sent: Transcript = {}
    listening = []
    onlookers: list[Onlooker] = [*map(Seat, range(record.seats)), PUBLIC]
    for onlooker, player in zip(onlookers, [*players, ""], strict=True):
        messages = sent[onlooker] = list[str]()
        connection = Connection(player, _keep_in(messages))
        live.connections.add(connection)
        listening.append(asyncio.create_task(connection.write()))
        speakers.append(Connection(player, _keep_in(messages), send_now=_heard_in(messages)))
        voices.come(speakers[-1])
    live.voices_changed = voices.arrange
    assert (await tables.command(live, host, Start(id="start"))).__class__.__name__ == "Done"
    assert (await tables.command(live, host, TellOpening(id="opening"))).__class__.__name__ == "Done"
    spoken = 0
    for number, move in enumerate(record.moves):
        if move.seat != NATURE:
            answer = await tables.command(live, players[move.seat], Act(id=f"move {number}", action=move.action))  # type: ignore[arg-type]  # because a seat makes no chance
            assert answer.__class__.__name__ == "Done", answer
            spoken += bool(live.table.seen.get(PUBLIC))
            for speaker in speakers if live.table.seen.get(PUBLIC) else ():  # all of them, also those who may not
                assert voices.take(speaker, bytes([1, 100, *spoken.to_bytes(2, "big")]) + b"sound")
    for seat, player in enumerate(players):
        side = Suspicion.TRUST if live.table.playing.game.roles[seat].party is Party.LIBERAL else Suspicion.SUSPECT
        mark = MarkSeat(id="mark", seat=Seat((seat + 1) % record.seats), mark=side)  # what the others know must not show in what they note
        assert (await tables.command(live, player, mark)).__class__.__name__ == "Done"
    await asyncio.sleep(0)
    for connection in live.connections:
        connection.close(1000, "")
    await asyncio.gather(*listening)
    profiles = Profiles(storage, tables.clock)
    for seat, player in enumerate(players):
        sent[Seat(seat)].append(msgspec.json.encode(await profiles.mine(live.table.lobby.identities[player])).decode())
    sent[PUBLIC].append(msgspec.json.encode(await profiles.leaderboard()).decode())
    sent[PUBLIC].append(await _seen_by_operators(tables, live, players, folder))
    await tables.close()
    await storage.close()
    return sent


async def _seen_by_operators(tables: Host, live: LiveTable, players: list[str], folder: Path) -> str:
    """Collect what operators see of the table, and of a report made in the middle of the game: no more than the public."""
    moderation = Moderation(ModerationFile(folder / "moderation.jsonl"), [], tables.clock, keep_days=90)
    report = ReportPlayer(id="report", player=players[1], complaint=Complaint.CHEATING)
    await carry_out(moderation, live.table, players[0], report, tables.clock())
    view = Operating(tables, moderation, folder).view("operator")
    assert len(view.tables) == len(view.reports) == 1
    return msgspec.json.encode([view.tables, view.reports, view.audit]).decode()


def _keep_in(messages: list[str]) -> Callable[[str], Awaitable[None]]:
    async def send(message: str) -> None:
        messages.append(message)

    return send


def _heard_in(messages: list[str]) -> Callable[[str | bytes], bool]:
    def send_now(message: str | bytes) -> bool:
        messages.append(repr(message))
        return True

    return send_now


async def test_the_test_itself_would_notice_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every seat what the public sees of another's ballot, and the twins differ."""
    rng = random.Random(3)
    record = random_record(RULESETS["official"], 7, rng, claims=0)
    game, moves = begin(record.rules, 7), list[Move]()
    for move in record.moves:
        moves.append(move)
        game.apply(move.seat, move.action)
        if game.board.phase == "election" and len(game.awaited) == 3:
            break
    prefix = replace(record, moves=moves, ending=None)
    twins = [twin_of(prefix, PUBLIC, rng) for _ in range(3)]
    monkeypatch.setattr("secret_hitler.rules.view.visible", lambda event, onlooker: True)
    told = (await transcript(prefix, tmp_path / "story", monkeypatch))[PUBLIC]
    again = [(await transcript(twin, tmp_path / f"twin {number}", monkeypatch))[PUBLIC] for number, twin in enumerate(twins)]
    assert any(each != told for each in again)
