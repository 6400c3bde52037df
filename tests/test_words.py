"""Whatever the server and its bots say as a code, the page has a sentence for, with no blank that nobody fills."""

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest

from secret_hitler.belief.explain import TEXTS
from secret_hitler.rules import Bar
from secret_hitler.wire.refusals import Denial

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "secret_hitler"
ENGLISH: dict[str, str | dict[str, str]] = json.loads(
    (ROOT / "web" / "src" / "words" / "catalogues" / "en.json").read_text(encoding="utf-8")
)


def blanks(text: str | dict[str, str]) -> set[str]:
    """The blanks of a message, leaving out the words of the wording theme."""
    forms = text if isinstance(text, str) else " ".join(text.values())
    return {name for name in re.findall(r"\{(\w+)\}", forms) if f"game.{name[0].lower()}{name[1:]}" not in ENGLISH}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("denial", Denial)
def test_every_denial_has_a_sentence(denial: Denial) -> None:
    assert blanks(ENGLISH[f"refused.{denial}"]) <= fields(denial.text)


@pytest.mark.parametrize("code", TEXTS)
def test_every_reason_of_a_bot_has_a_sentence(code: str) -> None:
    assert blanks(ENGLISH[f"bot.because.{code}"]) <= fields(TEXTS[code])


def test_every_code_a_bot_speaks_in_has_a_sentence() -> None:
    spoken = _first_arguments("bots", "Talk")
    assert spoken, "the bots talk"
    assert [code for code in spoken if f"bot.{code}" not in ENGLISH] == []


def test_the_page_has_no_sentence_for_a_code_that_does_not_exist() -> None:
    known = {f"refused.{denial}" for denial in Denial} | {f"bot.because.{code}" for code in TEXTS}
    assert [key for key in ENGLISH if key.startswith(("refused.", "bot.because.")) and key not in known] == []


def test_a_code_means_one_thing() -> None:
    assert set(Denial) & set(Bar) == set()


def test_the_server_says_no_in_no_other_way() -> None:
    """A Refusal takes a Denial by its type; nothing else may raise an HTTP error of its own or send a made-up code."""
    for path in (SOURCE / "server").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"raise \w*(HTTP|Client|NotFound|PermissionDenied|TooManyRequests)Exception", text), path.name
        assert not re.search(r"code=\"[a-z]", text), path.name


@pytest.mark.parametrize("denial", Denial)
def test_every_denial_is_used(denial: Denial) -> None:
    assert any(f"Denial.{denial.name}" in path.read_text(encoding="utf-8") for path in (SOURCE / "server").glob("*.py"))


def _first_arguments(package: str, name: str) -> list[str]:
    found = []
    for path in (SOURCE / package).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                first = node.args[0]
                assert isinstance(first, ast.Constant), f"{path.name}: a code that cannot be looked up"
                found.append(str(first.value))
    return found
