"""A stranger's way: an engine and a client written from the documents alone, importing nothing of the game, play whole games."""

import json
import subprocess
import sys
from pathlib import Path

from tests.server.live_server import LiveServer
from tests.sizes import size

HERE = Path(__file__).parent
ENGINE, CLIENT = HERE / "stranger_engine.py", HERE / "stranger_client.py"


def run(*command: str) -> str:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr
    assert "plays on" not in done.stderr
    return done.stdout


def test_strangers_import_nothing_of_ours() -> None:
    for program in (ENGINE, CLIENT):
        imports = [line for line in program.read_text().splitlines() if line.startswith(("import ", "from "))]
        assert not any("secret_hitler" in line or "tests" in line for line in imports)


def test_an_engine_from_the_manual_alone_plays_whole_games() -> None:
    games, engine = str(size("games of a stranger")), f"{sys.executable} -S {ENGINE}"
    told = run("-m", "secret_hitler", "arena", "--players", "5", "--liberals", engine, "--fascists", engine, "--games", games, "--json")
    assert json.loads(told)["games"] == size("games of a stranger")


def test_a_client_from_the_manual_alone_plays_whole_games(server: LiveServer) -> None:
    endings = run(str(CLIENT), server.url, str(size("games of a stranger"))).splitlines()
    assert len(endings) == size("games of a stranger")
