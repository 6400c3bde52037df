"""Accounts for programs among strangers: whoever has read the protocol plays for more than they are, or asks for more than there is."""

from pathlib import Path

import pytest

from secret_hitler.server.accounts import programs
from tests.seats.programs import V1, Program, refused
from tests.server.live_server import LiveServer


def test_whoever_is_blocked_challenges_nobody_any_more(server: LiveServer) -> None:
    victim, bully = Program(server, "Victim"), Program(server, "Bully")
    server.does(server.moderation.ignore(victim.id, bully.id, blocked=True))
    assert refused(lambda: bully.post(f"{V1}/challenges", to=[victim.id]))[:2] == (404, "not-found")
    assert refused(lambda: victim.post(f"{V1}/challenges", to=[bully.id]))[:2] == (404, "not-found")
    assert victim.get(f"{V1}/challenges") == bully.get(f"{V1}/challenges") == []


def test_nobody_is_buried_in_challenges(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_CHALLENGES", 3)
    victim, bully, friend = (Program(server, name) for name in ("Victim", "Bully", "Friend"))
    codes = {bully.post(f"{V1}/challenges", to=[victim.id])["code"] for _ in range(3)}
    assert refused(lambda: friend.post(f"{V1}/challenges", to=[victim.id]))[:2] == (429, "too-many")
    assert {each["code"] for each in victim.get(f"{V1}/challenges")} == codes
    victim.post(f"{V1}/challenges/{codes.pop()}/decline")
    assert friend.post(f"{V1}/challenges", to=[victim.id])["to"] == [victim.id]


def test_an_accomplice_at_the_table_of_a_challenge_does_not_begin_it_without_those_challenged(server: LiveServer) -> None:
    """Whoever has the code comes in by the link, takes the chair of one who was challenged, and the game would begin."""
    bully, victim, accomplice = (Program(server, name) for name in ("Bully", "Victim", "Accomplice"))
    code = bully.post(f"{V1}/challenges", to=[victim.id, Program(server, "Late").id], players=5)["code"]
    accomplice.post(f"/api/tables/{code}/join", name="Accomplice")
    assert bully.get(f"/api/tables/{code}")["stage"] == "lobby"
    victim.post(f"{V1}/challenges/{code}/accept")
    seated = {(chair["program"] or {}).get("id") for chair in bully.get(f"/api/tables/{code}")["chairs"]}
    assert victim.id in seated


def test_what_two_seats_of_one_author_play_is_not_rated_without_everybodys_word(server: LiveServer) -> None:
    mallory = [Program(server, name) for name in ("Mallory", "Her left hand", "Her right hand")]
    code = mallory[0].post(f"{V1}/challenges", to=[each.id for each in mallory[1:]])["code"]
    for each in mallory[1:]:
        each.post(f"{V1}/challenges/{code}/accept")
    table = mallory[0].get(f"/api/tables/{code}")
    assert (table["stage"], table["rated"]) == ("playing", False)


def test_one_address_opens_a_few_accounts_a_day(tmp_path: Path) -> None:
    with LiveServer(tmp_path, address_rate=0.2) as server:
        for _ in range(5):
            Program(server)
        status, code, headers = refused(lambda: Program(server))
        assert (status, code) == (429, "too-many")
        assert int(headers["retry-after"]) > 3600
