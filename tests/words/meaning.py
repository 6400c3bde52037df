"""What each English sentence that states a rule must say, by facts.toml: a sentence that is turned wrong has a complaint."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

Catalogue = Mapping[str, str | Mapping[str, str]]
STATE_RULES: Final = (
    *("event.", "paper.event.", "program.event.", "bar.", "tray.wait.", "role.aim.", "role.knows.", "print.role.", "print.sum."),
    *("paper.say.", "paper.due.", "paper.how.", "companion.veto.", "rulebook.first.", "rulebook.limits.", "rulebook.exempt."),
    *("rulebook.reset.", "rulebook.reshuffle.", "rulebook.veto.", "rulebook.special.", "rulebook.cards.", "rulebook.phrase."),
    *("rulebook.advice.", "rulebook.question.", "rulebook.reading."),
)
"""Every sentence of these has facts."""
HEADINGS: Final = {
    f"print.sum.{part}" for part in ("setup", "sides", "round", "powers", "table", "players", "liberals", "fascists", "fail", "deckcards")
}


def _keys(table: Mapping[str, Any], stem: str = "") -> Iterator[tuple[str, str]]:
    for name, entry in table.items():
        if isinstance(entry, str):
            yield f"{stem}{name}", entry
        else:
            yield from _keys(entry, f"{stem}{name}.")


FACTS: Final = dict(_keys(tomllib.loads(Path(__file__).with_name("facts.toml").read_text(encoding="utf-8"))))


def complaints(catalogue: Catalogue) -> Iterator[str]:
    """Name every sentence that does not say what it must, or says what it must not."""
    for key, facts in FACTS.items():
        said = catalogue[key]
        if not isinstance(said, str):
            yield from (f"{key}: {text!r} does not say how many" for form, text in said.items() if form != "one" and "{n}" not in text)
        for text in [said] if isinstance(said, str) else said.values():
            for fact in facts.split(" & "):
                wanted = fact.removeprefix("!")
                found = re.search(re.sub(r"[{}]", r"\\\g<0>", wanted), text, re.IGNORECASE)
                if (found is None) != fact.startswith("!"):
                    yield f"{key}: {text!r} against {fact!r}"


def unguarded(catalogue: Catalogue) -> list[str]:
    return [key for key in catalogue if key.startswith(STATE_RULES) and key not in FACTS and key not in HEADINGS]
