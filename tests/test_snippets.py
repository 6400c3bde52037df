"""Every page does what it says: its programs and commands run as written, in a folder of their own, with fewer games.

A command that waits for a person, a server or a file of the reader's own is only parsed: other tests start servers and play in terminals.
"""

import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from secret_hitler.cli import parser
from secret_hitler.rules.rulesets import house_rules
from secret_hitler.wire.commands import AnyCommand, Hello
from tests.sizes import size

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*ROOT.glob("*.md"), *(page for page in ROOT.glob("docs/**/*.md") if page.name != "messages.md" and "_build" not in page.parts)]
ELSEWHERE = {"README.md": "python", "protocol.md": "python"}
"""tests/test_documents.py runs these: the one is a doctest, the other needs a server."""
WITH_OTHERS = re.compile(
    r"secret-hitler (serve|companion|admin|seat|mcp|backup|restore|doctor|exploit|play(?!.*--plain))"
    r"|\b[A-Z_]{3,}\b|://|human_games|/var/|\.npz|table\.jsonl|small\.toml|node |source|--players all"
)
"""What waits for a person or a server, stands for something, or takes a file or the hours that a test doesn't have."""
SIZES = re.compile(r"(?<=--games )\d+|(?<=games=)[\d_]+|(?<=range\()1000(?=\))")


class Snippet(NamedTuple):
    language: str
    text: str


def snippets(page: Path) -> list[Snippet]:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [Snippet(language, text) for language, text in blocks]


def commands(page: Path) -> list[str]:
    indented = re.findall(r"(?<=\n\n)(?: {4}.*\n)+", page.read_text(encoding="utf-8"))
    plain = [text for language, text in snippets(page) if not language] + list(map(textwrap.dedent, indented))
    return [line.strip() for text in plain for line in text.splitlines() if line.strip()]


def _smaller(text: str) -> str:
    if re.match("secret-hitler (arena|tournament)", text) and "--games" not in text:
        text += " --games 2"
    return SIZES.sub(lambda games: str(min(int(games[0]), size("games of a page's command"))), text)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}{done.stderr}"


def _shell(line: str, folder: Path) -> None:
    _run(["bash", "-ec", f'secret-hitler() {{ "{sys.executable}" -m secret_hitler "$@"; }}\n{line}'], folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make what a reader has by then: a bot, an engine, a few recorded games and one written by hand."""
    (bot,) = (text for language, text in snippets(ROOT / "docs/tutorials/bot-author.md") if language == "python")
    (tmp_path / "my_bots.py").write_text(bot.replace("class Friendly", "class Careful") + "\n\nFriendly = Careful\n", encoding="utf-8")
    engine = tmp_path / "my_engine"
    engine.write_text(f"#!{sys.executable}\n" + (ROOT / "tests/seats/stranger_engine.py").read_text(encoding="utf-8"), encoding="utf-8")
    engine.chmod(0o755)
    written = next(text for language, text in snippets(ROOT / "docs/by-hand.md") if language == "text")
    (tmp_path / "evening.txt").write_text(written, encoding="utf-8")
    return tmp_path


def _named(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(ROOT)) for page in pages]


@pytest.mark.parametrize("name", _named([page for page in PAGES if any(each.language == "python" for each in snippets(page))]))
def test_the_programs_of_a_page_run_one_after_the_other(name: str, folder: Path) -> None:
    page = ROOT / name
    if ELSEWHERE.get(page.name) == "python":
        return
    if any("games.jsonl" in each.text for each in snippets(page) if each.language == "python"):
        _shell("secret-hitler arena --players 7 --liberals deducer --fascists party-line --games 2 --out games.jsonl", folder)
    _run([sys.executable, "-c", _smaller("\n".join(each.text for each in snippets(page) if each.language == "python"))], folder)


@pytest.mark.parametrize("name", _named([page for page in PAGES if any(map(re.compile("secret-hitler ").match, commands(page)))]))
def test_the_commands_of_a_page_run_or_can_be_read(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in commands(ROOT / name):
        if (WITH_OTHERS.search(line) or name.startswith("docs/lab-notes")) and line.startswith("secret-hitler"):
            given = shlex.split(re.split(r"\s[|>]", line)[0], comments=True)[1:]
            try:
                parser(given).parse_args([{"N": "7", "G": "7", "K": "1"}.get(word, word) for word in given])
            except SystemExit:
                pytest.fail(f"{line}\n{capsys.readouterr().err}")
        elif line.startswith(("secret-hitler", "echo")):
            _shell(_smaller(line), folder)


@pytest.mark.parametrize("name", _named([page for page in PAGES if page.name != "CHANGELOG.md"]))
def test_what_a_page_names_exists(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, flags=re.MULTILINE)) <= targets
    modules = set(re.findall(r"python3? -m ((?:secret_hitler|lab|tests|benchmarks|docs|examples)[\w.]*)", text)) - {"lab.studies.NAME"}
    assert [module for module in sorted(modules) if find_spec(module.rstrip(".")) is None] == []


@pytest.mark.parametrize("name", _named([page for page in PAGES if any(each.language in ("json", "toml") for each in snippets(page))]))
def test_the_data_of_a_page_can_be_read(name: str) -> None:
    for language, text in snippets(ROOT / name):
        if language == "json":
            for line in text.splitlines():
                msgspec.json.decode(line, type=Hello if "protocol" in msgspec.json.decode(line) else AnyCommand)
        elif language == "toml":
            data = tomllib.loads(text)
            if "base" in data:
                house_rules(text)


DOORS = ("matrix", "telegram", "discord")


def test_there_is_a_tutorial_for_each_kind_of_reader() -> None:
    found = {page.stem for page in ROOT.glob("docs/tutorials/*.md")}
    assert found == {"host", "player", "bot-author", "researcher", "operator", "contributor", "over-days", *DOORS}
