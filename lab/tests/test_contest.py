"""Mixed tables of models and bots in the arena: seats rotated over paired deals, failures, cost limit, and a run that goes on."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.tournament.arena import ArenaGame, Contest, Result, arena
from secret_hitler_lab.tournament.journal import Journal
from secret_hitler_lab.tournament.ledger import LedgerRefused
from tests.cli.test_commands import run as secret_hitler
from tests.seats.chat_server import ChatServer, Reply, said

SEATS = ("random", "party-line", "party-line", "random", "regular")


def first(request: dict[str, Any]) -> Reply:
    answers = re.search(r"Answer with one of: (.*)\.", request["messages"][-1]["content"])
    return said(json.dumps({"action": answers[1].split(", ")[0], "say": "So be it."} if answers else {"claims": [], "say": ""}))


def model(folder: Path, server: ChatServer, name: str = "small") -> str:
    path = folder / f"{name}.toml"
    path.write_text(f'model = "{name}"\nendpoint = "{server.url}"\nprice = [1000.0, 1000.0]\nbackoff = 0\n')
    return str(path)


def test_each_bot_sits_in_each_seat_of_the_same_deals() -> None:
    games: list[ArenaGame] = []
    result = arena(Contest(rules=OFFICIAL, players=5, seats=SEATS, seed=3), 10, each=games.append)
    assert len({game.roles for game in games[:5]}) == len({game.roles for game in games[5:]}) == 1
    assert [game.bots[0] for game in games[:5]] == list(SEATS)
    held = {name: (tally["liberal"], tally["fascist"]) for name, tally in result.bots.items()}
    assert held == {name: (6 * count, 4 * count) for name, count in Counter(SEATS).items()}
    won = sum(tally["liberal_won"] for tally in result.bots.values())
    assert won == 3 * sum(game.winner is not None and game.winner.name == "LIBERAL" for game in games)


def test_a_killed_run_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    with ChatServer(first) as server:
        small = model(tmp_path, server)
        contest = Contest(rules=OFFICIAL, players=5, liberals=small, fascists="random", keep_calls=True)

        def played(games: int, name: str) -> Result:
            with Journal(contest, tmp_path / name) as journal:
                return arena(contest, games, each=journal.keep, played=journal.games)

        whole = played(3, "whole")
        played(1, "killed")
        with (tmp_path / "killed").open("ab") as file:
            file.write(b'{"number":1,"bots"')
        asked = len(server.asked)
        again = played(3, "killed")
    assert len(server.asked) - asked < asked
    with Journal(contest, tmp_path / "killed") as killed, Journal(contest, tmp_path / "whole") as unbroken:
        assert [game.record for game in killed.games] == [game.record for game in unbroken.games]
    assert (again.endings, again.usage[small].calls) == (whole.endings, whole.usage[small].calls)
    with pytest.raises(LedgerRefused, match="holds games of other bots"):
        Journal(msgspec.structs.replace(contest, seed=1), tmp_path / "whole")
    (tmp_path / "small.toml").write_text((tmp_path / "small.toml").read_text() + "temperature = 1.0\n")
    with pytest.raises(LedgerRefused, match="or models"):
        Journal(contest, tmp_path / "whole")


def test_no_game_begins_beyond_the_cost_limit(tmp_path: Path) -> None:
    with ChatServer(first) as server:
        small = model(tmp_path, server)
        result = arena(Contest(rules=OFFICIAL, players=5, liberals=small, fascists="random"), 50, max_cost=0.01)
    assert result.games == 1
    assert "the cost limit of 0.01 was reached after 1 of 50 games" in result.stopped
    assert result.usage[small].cost >= 0.01


def test_a_dead_endpoint_wins_nothing(tmp_path: Path) -> None:
    with ChatServer(first) as server:
        dead = model(tmp_path, server)
    done = secret_hitler("arena", "--players", 5, "--games", 2, "--liberals", dead, "--fascists", "random", "--workers", 1, "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 1
    assert (result["void"], result["liberal_win_rate"], result["usage"][dead]["failures"]) == (2, None, 2)
    assert done.stderr.count("broken off, 2 times: the model 'small': ") == 1


def test_the_journal_keeps_prompts_unless_told_not_to(tmp_path: Path) -> None:
    with ChatServer(first) as server:
        seats = ",".join([model(tmp_path, server), model(tmp_path, server, "other"), f"llm:third@{server.url}", "random", "regular"])
        asked = ("arena", "--players", 5, "--games", 2, "--seats", seats, "--workers", 1)
        for name, more in (("with", ()), ("without", ("--no-prompts",))):
            done = secret_hitler(*asked, "--journal", tmp_path / name, *more)
            assert done.returncode == 0, done.stderr
            assert "0 failures" in " ".join(done.stdout.split())
            games = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()[1:]]
            assert all(bool(call["prompt"]) is (name == "with") and call["answer"] for game in games for call in game["calls"])
            assert any("So be it." in said for game in games for said in game["talk"])
        assert {request["model"] for request in server.asked} == {"small", "other", "third"}
