"""The documents tell the truth: the README runs, generated pages are current, every command is described."""

import argparse
import doctest
import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from docs.rules_page import markdown
from secret_hitler.cli import parser
from secret_hitler.server.app import create_app
from secret_hitler.server.limits import Limits
from secret_hitler.server.services import Services
from secret_hitler.server.settings import HELP, PREFIX, Settings
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.commands import AnyCommand, Phrase, Reaction
from secret_hitler.wire.messages import AnyMessage
from secret_hitler.wire.schema import json_schema
from secret_hitler.words import ENGLISH
from tests.server.live_server import LiveServer
from tests.sizes import SIZES
from web.messages import MEANINGS, classes_below, documented, pages, typescript

ROOT = Path(__file__).resolve().parents[1]
NAMES = {"code": "CODE", "id": "ID", "program": "ID"}


def test_the_readme_runs() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_page_of_the_rules_is_current() -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == markdown(ENGLISH), "run make docs"


def test_every_command_is_in_the_manual() -> None:
    (commands,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in commands.choices if f"`secret-hitler {name}" not in page] == []


def test_the_readme_is_short_and_shows_the_game_first() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert next(number for number, line in enumerate(lines) if line.startswith("![")) < 10


def test_the_authors_of_the_game_are_credited_with_its_licence() -> None:
    for name in ("README.md", "LICENSE", "docs/rules.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert all(author in text for author in ("Boxleiter", "Maranges", "Temkin", "Schubert")), name
        assert "CC BY-NC-SA 4.0" in text, name


def test_links_between_documents_lead_somewhere() -> None:
    generated = set(pages())
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert Path(target).name in generated or (page.parent / target).exists(), f"{page.name} links to {target}"


def test_no_tracked_file_names_a_registry_host() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.lock", "*.json", "*.toml", ".npmrc"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip(f"git names no tracked files here: {listed.stderr.strip()}")
    names = listed.stdout.split()
    assert {"pyproject.toml", "requirements.lock", "web/package-lock.json"} <= set(names)
    for name in names:
        path = ROOT / name
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert not re.search(r'"resolved"|index-url|registry\s*=', text), name


def test_no_rule_is_keyed_on_the_name_of_a_rule_set() -> None:
    names = "official|print-and-play|manual|french-deck|online"
    for path in (ROOT / "src" / "secret_hitler" / "rules").glob("*.py"):
        if path.name not in ("rulesets.py", "ruleset.py"):
            assert not re.search(rf"[\"']({names})[\"']", path.read_text(encoding="utf-8")), path.name


def test_only_small_numbers_appear_in_the_rules() -> None:
    for path in (ROOT / "src" / "secret_hitler" / "rules").glob("*.py"):
        if path.name not in ("rulesets.py", "ruleset.py"):
            code = re.sub(r'""".*?"""|"[^"\n]*"|#.*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            assert not re.search(r"(?<![\w.])([3-9]|\d{2,})(?![\w.])", code), path.name


def test_a_server_gives_the_schemas_that_the_manual_has(server: LiveServer) -> None:
    for name, page in (("messages", "protocol.schema.json"), ("asyncapi", "protocol.asyncapi.json")):
        with urllib.request.urlopen(f"{server.url}/api/schema/{name}.json") as answer:
            assert json.load(answer) == json.loads(pages()[page])


def test_every_name_in_a_schema_is_defined_in_it() -> None:
    for page in ("protocol.schema.json", "protocol.asyncapi.json"):
        text = pages()[page]
        defined = json.loads(text).get("$defs") or json.loads(text)["components"]["schemas"]
        assert set(re.findall(r'"#/(?:\$defs|components/schemas)/(\w+)"', text)) <= set(defined)


def test_the_types_of_the_page_name_every_message() -> None:
    types = typescript()
    assert f"export const PROTOCOL = {PROTOCOL};" in types
    names = [kind.__name__ for union in (AnyMessage, AnyCommand) for kind in get_args(union)]
    assert [name for name in names if f"export type {name} = " not in types] == []


def test_every_message_and_command_is_in_the_protocol() -> None:
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    names = [kind.__name__ for union in (AnyMessage, AnyCommand) for kind in get_args(union)]
    assert [name for name in names if f"`{name}`" not in protocol] == []


async def test_every_endpoint_is_in_the_protocol(tmp_path: Path) -> None:
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    services = Services(Settings(data=tmp_path))
    paths = {route.path for route in create_app(services).routes if route.path.startswith("/api/") and "/schema" not in route.path}
    await services.storage.close()
    services.store.close()
    assert len(paths) > 30
    spoken = {re.sub(r"\{(\w+)(:str)?\}", lambda part: NAMES[part[1]], path).removeprefix("/api/programs/v1") for path in paths}

    def written(path: str) -> bool:
        forms = (path, path.removeprefix("/api/records/ID"))
        return any(re.search(rf"[` ]{re.escape(form)}[`?,]", protocol) for form in forms)

    assert [path for path in sorted(spoken) if not written(path)] == []


def test_every_limit_is_in_the_protocol_with_its_numbers() -> None:
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for name, limit in Limits(Settings().address_rate).allowances.items():
        assert re.search(rf"\| `{name}`[^|]* \| {limit._burst:g} \| {limit._rate:g} \|", protocol), name


def test_every_reaction_and_phrase_is_in_the_protocol() -> None:
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert [word for word in (*Reaction, *Phrase) if f"`{word}`" not in protocol] == []


def test_every_field_of_a_message_has_a_meaning() -> None:
    rows = [row for row in pages()["messages.md"].splitlines() if row.startswith("| `")]
    assert len(rows) > 800
    assert [row for row in rows if row.endswith("|  |")] == []


def test_every_meaning_in_the_file_is_shown() -> None:
    fields = {name: set(definition.get("properties", ())) for name, definition in json_schema()["$defs"].items()}
    named = {f"{kind}.{field}" for kind, meanings in MEANINGS.items() if kind != "any" for field in meanings}
    classes = classes_below(Struct)
    undocumented = {
        f"{kind}.{field}" for kind, own in fields.items() for field in own - set(documented(classes[kind]) if kind in classes else ())
    }
    assert named - undocumented == set()
    assert set(MEANINGS["any"]) - {name.partition(".")[2] for name in undocumented - named} == set()


def test_every_setting_is_documented() -> None:
    deploy = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    for field in Settings.__struct_fields__:
        assert f"`--{field.replace('_', '-')}`" in deploy
        assert f"`{PREFIX}{field.upper()}`" in deploy
        assert field in HELP


def test_the_client_of_the_protocol_page_plays_a_whole_game(server: LiveServer) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    program = program.replace("http://127.0.0.1:8000", server.url)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "my role is" in done.stdout


def test_every_size_of_a_large_test_is_written_down() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = [f"| {name} | {short:,} | {long:,} |" for name, (short, long) in SIZES.items()]
    assert [row for row in rows if row not in page] == []
