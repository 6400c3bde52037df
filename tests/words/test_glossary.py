"""One word for one thing: the catalogue, the help of every command and the manual use no word that the glossary rules out."""

import argparse
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from secret_hitler import words
from secret_hitler.cli import parser
from tests.words.test_catalogues import CATALOGUES, ROOT, is_term

GLOSSARY: Final[list[dict[str, Any]]] = tomllib.loads((Path(words.__file__).parent / "glossary.toml").read_text(encoding="utf-8"))["term"]
PLAYERS_READ: Final = (
    "README.md",
    "docs/rules.md",
    "docs/tabletop.md",
    "docs/terminal.md",
    "docs/tutorials/host.md",
    "docs/tutorials/player.md",
)
PAGES: Final = [
    "README.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").glob("*.md")) + sorted((ROOT / "docs/tutorials").glob("*.md"))),
]


def sentences() -> Iterator[tuple[str, str]]:
    for key, said in CATALOGUES["en"].items():
        if not is_term(key):
            yield from ((key, re.sub(r"\{\w+\}", "…", text)) for text in ([said] if isinstance(said, str) else said.values()))


def pages() -> Iterator[tuple[str, str]]:
    """Without code, which has names of its own."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        prose = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", "", text, flags=re.DOTALL)
        yield from ((page, line) for line in prose.splitlines())


def helps() -> Iterator[tuple[str, str]]:
    yield from _help("secret-hitler", parser())


def _help(name: str, command: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    yield name, command.description or ""
    for action in command._actions:
        yield name, action.help or ""
        if isinstance(action, argparse._SubParsersAction):
            yield from ((name, choice.help or "") for choice in action._choices_actions)
            for told, below in action.choices.items():
                yield from _help(f"{name} {told}", below)


def ruling_out(term: dict[str, Any]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<![\w-])(?:{word})(?![\w-])" for word in term["not"]), re.IGNORECASE)


def ruled_out() -> Iterator[str]:
    read = [(True, place, text) for place, text in sentences()]
    read += [(place in PLAYERS_READ, place, text) for place, text in pages()]
    read += [(False, place, text) for place, text in helps()]
    for term in GLOSSARY:
        pattern = ruling_out(term)
        for by_players, place, text in read:
            if (by_players or term.get("only") != "players") and place not in term.get("except", {}) and (found := pattern.search(text)):
                yield f"{place} says {found[0]!r} for {term['say']!r}: {text.strip()}"


def test_no_text_uses_a_word_that_is_ruled_out() -> None:
    assert list(ruled_out()) == []


def test_every_exception_is_needed() -> None:
    everywhere = [*sentences(), *pages()]
    excepted = [(term, place) for term in GLOSSARY for place in term.get("except", {})]
    assert [
        (term["say"], name)
        for term, name in excepted
        if not any(ruling_out(term).search(text) for place, text in everywhere if place == name)
    ] == []


def test_the_help_of_every_command_is_read() -> None:
    assert len({name for name, _ in helps()}) > 15
