"""The page rules.md, from the sentences of the rulebook: `python -m docs.rules_page` prints it."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import asdict

from secret_hitler.rules import FRENCH_DECK, RULESETS, Ruleset
from secret_hitler.words import ENGLISH, Words
from secret_hitler.words.rulebook import describe
from secret_hitler.words.summary import Line, Section, guide, opening_sections, sections

READINGS: Final = (
    *("veto", "pick", "mixed", "powers", "special", "execution", "firstChancellor", "hitlerKnows", "opening", "boards", "frenchDeck"),
    *(
        "lastHitler",
        "death",
        "dead",
        "silence",
        "tracker",
        "limits",
        "exempt",
        "oneself",
        "clockwise",
        "chaos",
        "reshuffle",
        "majority",
        "rotation",
    ),
)
"""Where a text is silent or contradicts itself."""

MADE: Final = "This page is written by `python -m docs.rules_page` from the rule sets themselves; a test keeps it current."
_PAGE: Final = ("title", "credit", "documents", "differ", "same", "play", "readings", "point", "rule")


def markdown(words: Words) -> str:
    """Write the page in one language."""
    sets = list(RULESETS.values())
    described = [describe(rules, words) for rules in sets]
    points = [(told[0][0], *(what for _, what in told)) for told in zip(*described, strict=True)]
    shared = [(point, said[0]) for point, *said in points if len(set(said)) == 1]
    differing = [(point, *said) for point, *said in points if len(set(said)) > 1]
    title = {name: words.say(f"rulebook.page.{name}") for name in _PAGE}
    documents = [(rules.name, words.say(f"rulebook.document.{rules.name}")) for rules in sets]
    return "\n".join(
        [
            *(f"# {title['title']}", "", MADE, "", title["credit"], ""),
            *(f"## {title['documents']}", "", *(f"- `{name}`: {document}" for name, document in documents), ""),
            *(f"## {title['differ']}", "", *_table([title["point"], *RULESETS], differing), ""),
            *(f"## {title['same']}", "", *_table([title["point"], title["rule"]], shared), ""),
            *(f"## {title['play']}", "", *_told(sections(sets[0], words))),
            *(f"## {words.say('paper.opening')}", "", *_openings(sets, words)),
            *(f"## {words.say('rulebook.page.guide')}", "", *_told(guide(sets[0], words))),
            *(f"## {title['readings']}", "", *(f"- {words.say(f'rulebook.reading.{reading}')}" for reading in READINGS)),
            *("", f"## {words.say('rules.house')}", "", words.say("rulebook.page.house", name=FRENCH_DECK.name), ""),
            *("```toml", 'base = "official"', *_fields(FRENCH_DECK), "```", ""),
        ]
    )


def _openings(sets: Iterable[Ruleset], words: Words) -> Iterator[str]:
    """Print each text once, with the rule sets that open so."""
    told: dict[tuple[str, tuple[Line, ...]], list[str]] = {}
    for rules in sets:
        for heading, lines in opening_sections(rules, words):
            told.setdefault((heading, tuple(lines)), []).append(f"`{rules.name}`")
    for (heading, steps), names in told.items():
        yield from (f"### {heading}: {', '.join(names)}", "", *(f"{step.lead}. {step.words}" for step in steps), "")


def _told(told: Iterable[Section]) -> Iterator[str]:
    for heading, lines in told:
        yield from (f"### {heading}", "", *(f"- {line.words}" for line in lines), "")


def _fields(rules: Ruleset) -> Iterable[str]:
    """Print a rule set as house rules; TOML writes all but tables as JSON does."""
    for field, value in asdict(rules).items():
        if isinstance(value, dict):
            entries = ", ".join(f"{key} = {json.dumps(entry)}" for key, entry in value.items())
            yield f"{field} = {{ {entries} }}"
        elif field != "base":
            yield f"{field} = {json.dumps(value)}"


def _table(head: list[str], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)]


if __name__ == "__main__":
    sys.stdout.write(markdown(ENGLISH))
