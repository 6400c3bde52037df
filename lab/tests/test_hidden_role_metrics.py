"""What papers on hidden-role games count: against the review of the same games, and on elections made for it."""

import random
from pathlib import Path

import msgspec
import pytest

from secret_hitler.cli import main
from secret_hitler.records import text_form
from secret_hitler.review import review
from secret_hitler.rules import OFFICIAL, Role, Seat
from secret_hitler.rules.events import EVERYONE, ElectionHeld
from secret_hitler_lab.statistics.hidden_role_metrics import Rate, VoteBook, metrics
from tests.games import random_record

RECORDS = [random_record(OFFICIAL, 5, random.Random(seed), claims=0.3) for seed in range(3)]
ROLES = (Role.LIBERAL, Role.LIBERAL, Role.LIBERAL, Role.FASCIST, Role.HITLER)


def test_lies_and_those_that_stand_are_the_reviews() -> None:
    found = {rate.name: rate for rate in metrics(RECORDS)}
    claims = [(record.roles[claim.seat], claim) for record in RECORDS for claim in review(record).claims]
    theirs = [claim for role, claim in claims if role is not Role.LIBERAL]
    lies = [claim for claim in theirs if claim.lie]
    assert found["deception"].of == len(theirs) > 5
    assert found["deception"].rate == pytest.approx(len(lies) / len(theirs), abs=1e-4)
    assert found["lies that stand"].rate == pytest.approx(sum(claim.exposed is None for claim in lies) / len(lies), abs=1e-4)
    assert found["detection, suspects"].of == 2 * len(RECORDS)


def election(president: int, chancellor: int, ballots: str) -> ElectionHeld:
    cast = tuple(letter == "J" for letter in ballots)
    return ElectionHeld(audience=EVERYONE, president=Seat(president), chancellor=Seat(chancellor), ballots=cast, elected=sum(cast) > 2)


def test_votes_of_liberals_are_read_by_what_the_government_was() -> None:
    seen = list(VoteBook(ROLES).held(election(0, 1, "JJNJJ")))
    assert seen == [("detection, ja to liberals", True), ("detection, ja to liberals", True), ("detection, ja to liberals", False)]
    seen = list(VoteBook(ROLES).held(election(0, 3, "JJNJJ")))
    assert [ja for name, ja in seen if name == "detection, nein to fascists"] == [False, False, True]


@pytest.mark.parametrize(("by", "name"), [(2, "persuasion by liberals"), (4, "persuasion by fascists")])
def test_an_accusation_moves_the_votes_of_those_who_neither_made_nor_suffered_it(by: int, name: str) -> None:
    votes = VoteBook(ROLES)
    list(votes.held(election(0, 1, "JJJJJ")))
    votes.accuse(Seat(by), Seat(1))
    seen = [moved for told, moved in votes.held(election(3, 1, "NJJJJ")) if told == name]
    assert seen == [1, 0], "of the two others one has changed their mind"
    assert [told for told, _ in votes.held(election(0, 1, "NJJJJ")) if "accus" in told or "persuasion" in told] == [
        "without an accusation"
    ] * 6


def test_the_command_tells_them_in_a_table_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(map(text_form(path), RECORDS)))
    assert main(["metrics", str(path)]) == 0
    assert "deception" in capsys.readouterr().out
    assert main(["metrics", str(path), "--json"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out, type=dict[str, Rate])
    assert list(told.values()) == metrics(RECORDS)
