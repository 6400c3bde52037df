"""The command serve: what is wrong with an address is one sentence, and what is announced is true."""

import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

SERVE = "from secret_hitler.cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"


def serve(*flags: object, first: str = "") -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", f"import sys; {first}{SERVE}", *map(str, flags)], stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("first", ["", "sys.modules['uvloop'] = None; "], ids=["as installed", "without uvloop"])
def test_listening_is_said_once_it_is_true_and_without_colour(tmp_path: Path, first: str) -> None:
    with serve("--port", 0, "--data", tmp_path, first=first) as server:
        try:
            assert server.stderr is not None
            line = server.stderr.readline()
            (address,) = re.findall(r"listening +address=(http://127\.0\.0\.1:[1-9]\d*) ", line)
            assert "\x1b" not in line
            with urllib.request.urlopen(f"{address}/health") as answer:
                assert answer.status == 200
        finally:
            server.terminate()


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (("--port", 99999), "there's no port 99999: ports go up to 65535"),
        (("--host", "no.such.host.invalid"), "'no.such.host.invalid' isn't an address of this machine"),
        (("--host", "203.0.113.7"), "'203.0.113.7' isn't an address of this machine"),
        (("--port", "many"), "--port can't be 'many' (Expected `int`, got `str`). port: port to listen on"),
        (("--max-tables", -5), "--max-tables can't be '-5' (Expected `int` >= 1). max_tables: how many tables may be in use at once"),
    ],
)
def test_an_address_that_cannot_be_had_is_one_sentence(tmp_path: Path, flags: tuple[object, ...], reason: str) -> None:
    assert refused(*flags, "--data", tmp_path) == f"secret-hitler serve: {reason}\n"


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = refused("--port", port, "--data", tmp_path / "data")
    assert told == f"secret-hitler serve: port {port} is taken by another program: choose another with --port\n"
    assert not (tmp_path / "data").exists()


def refused(*flags: object) -> str:
    with serve(*flags) as server:
        _, told = server.communicate(timeout=60)
    assert server.returncode == 2
    return told
