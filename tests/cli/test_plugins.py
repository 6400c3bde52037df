"""Other packages add commands and bots by entry points; what a missing package or extra would bring is named in one sentence."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from secret_hitler.cli import ELSEWHERE, EXTRAS
from secret_hitler.records import write_records
from secret_hitler.rules import OFFICIAL
from tests.games import random_record

ENTRY_POINTS = """
[secret_hitler.commands]
greetings = greetings.commands
lost = no_such_package.commands

[secret_hitler.bots]
shy = greetings.shy:Shy
"""
GREET = """
def add_options(command):
    command.add_argument("name")


def run(options):
    print(f"hello {options.name}")
    return 0
"""
ALONE = "from importlib import metadata; metadata.entry_points = lambda **_: ()"
"""As if no other package were installed."""
SHY = """
from secret_hitler.bots.baselines import PartyLine


class Shy(PartyLine):
    def __init__(self, view, rng, person):
        super().__init__(view, rng)
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Return a folder with a package that adds a command and a bot, as an installer leaves it."""
    commands, installed = tmp_path / "greetings" / "commands", tmp_path / "greetings-1.0.dist-info"
    commands.mkdir(parents=True)
    installed.mkdir()
    (tmp_path / "greetings" / "__init__.py").touch()
    (tmp_path / "greetings" / "shy.py").write_text(SHY)
    (commands / "__init__.py").write_text('COMMANDS = {"greet": "say hello"}\n')
    (commands / "greet.py").write_text(GREET)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: greetings\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(ENTRY_POINTS)
    return tmp_path


def run(code: str, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); " if folder else "import sys; "
    command = [sys.executable, "-c", f"{start}{code}\nfrom secret_hitler.cli import main; sys.exit(main())", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def without(names: list[str]) -> str:
    return f"sys.modules.update(dict.fromkeys({names!r}))"


def test_a_package_adds_a_command(packages: Path) -> None:
    assert run("", "greet", "Ada", folder=packages).stdout == "hello Ada\n"
    listed = run("", "--help", folder=packages)
    assert "say hello" in listed.stdout
    assert "no_such_package" in listed.stderr, "a package that cannot be loaded is named, and the others work"
    assert "greet" in run("", "completion", "bash", folder=packages).stdout


def test_a_package_adds_a_bot(packages: Path) -> None:
    done = run("", "arena", "--liberals", "shy", "--fascists", "shy", "--games", "2", "--workers", "1", "--json", folder=packages)
    assert '"games":2' in done.stdout, done.stderr


@pytest.mark.parametrize("command", ELSEWHERE)
def test_a_command_of_the_lab_says_what_to_install_without_it(command: str) -> None:
    done = run(ALONE, command, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"secret-hitler {command}: this command is in another package: pip install secret-hitler-lab\n"


def test_every_command_has_its_help_without_any_extra() -> None:
    """The options of all of them are read at once, as for completion."""
    done = run(f"{without(list(EXTRAS))}; {ALONE}", "completion", "bash")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("serve", "--data", "DATA"), "serve"),
        (("play",), "terminal"),
        (("cards", "--out", "DATA.pdf"), "print"),
        (("review", "RECORDS"), "bots"),
        (("belief", "RECORDS"), "bots"),
        (("mcp",), "assistants"),
    ],
)
def test_a_command_names_the_extra_that_is_missing(arguments: tuple[str, ...], extra: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write_records(file, [random_record(OFFICIAL, 5, random.Random(1))])
    given = [word.replace("DATA", str(tmp_path / "data")).replace("RECORDS", str(file)) for word in arguments]
    done = run(without([name for name, brought_by in EXTRAS.items() if brought_by == extra]), *given)
    assert done.returncode in (1, 2)
    assert done.stderr.endswith(f"pip install 'secret-hitler[{extra}]'\n"), done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("rules",), ("rules", "manual", "--guide"), ("replay", "RECORDS", "--check"), ("export", "RECORDS")])
def test_rules_and_records_need_no_extra(arguments: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write_records(file, [random_record(OFFICIAL, 5, random.Random(seed)) for seed in range(2)])
    done = run(without(list(EXTRAS)), *(word.replace("RECORDS", str(file)) for word in arguments))
    assert done.returncode == 0, done.stderr
