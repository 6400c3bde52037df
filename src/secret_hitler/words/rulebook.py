"""The rule sets in words: what `secret-hitler rules` prints and docs/rules.md holds."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ..rules import FRENCH_DECK, RULESETS, Ruleset
from .speaker import Words
from .summary import Line, Section, guide, opening_sections, power_tracks, sections, veto_manner

Point = Callable[[Words, Ruleset], str]

READINGS: Final = (
    *("veto", "powers", "special", "execution", "firstChancellor", "hitlerKnows", "opening", "boards", "frenchDeck", "lastHitler"),
    *("tracker", "limits", "exempt", "oneself", "clockwise", "chaos", "reshuffle", "majority", "rotation"),
)
"""Where a text is silent or contradicts itself."""


def describe(rules: Ruleset, words: Words) -> list[tuple[str, str]]:
    return [(words.say(f"rulebook.point.{point}"), told(words, rules)) for point, told in _POINTS.items()]


def _powers(words: Words, rules: Ruleset) -> str:
    return "; ".join(words.say("rulebook.powers", span=players, powers=track) for players, track in power_tracks(rules, words))


def _roles(words: Words, rules: Ruleset) -> str:
    return "; ".join(words.say("rulebook.roles", n=n, l=rules.liberals(n), f=rules.fascists[n]) for n in sorted(rules.fascists))


def _yes_or_no(words: Words, yes: bool) -> str:
    return words.say("rulebook.yes" if yes else "rulebook.no")


_POINTS: dict[str, Point] = {
    "roles": _roles,
    "deck": lambda words, rules: words.say("rulebook.deck", l=rules.liberal_tiles, f=rules.fascist_tiles),
    "goals": lambda words, rules: words.say("rulebook.goals", l=rules.liberal_goal, f=rules.fascist_goal),
    "draw": lambda _, rules: str(rules.draw),
    "hitler": lambda words, rules: words.say("rulebook.fascistPolicies", n=rules.hitler_threshold),
    "first": lambda words, rules: words.say(f"rulebook.first.{rules.first_president}"),
    "limits": lambda words, rules: words.say(f"rulebook.limits.{rules.term_limits}"),
    "exempt": lambda words, rules: words.say(f"rulebook.exempt.{rules.president_exempt_by}", n=rules.president_exempt_at),
    "failures": lambda words, rules: words.say("rulebook.failures", n=rules.tracker_length - 1),
    "reset": lambda words, rules: words.say(f"rulebook.reset.{rules.tracker_reset}"),
    "reshuffle": lambda words, rules: words.say(f"rulebook.reshuffle.{'populace' if rules.reshuffle_after_populace else 'session'}"),
    "vetoOpens": lambda words, rules: words.say("rulebook.fascistPolicies", n=rules.veto_threshold),
    "veto": lambda words, rules: words.say(f"rulebook.veto.{veto_manner(rules)}"),
    "special": lambda words, rules: words.say(f"rulebook.special.{'self' if rules.special_election_of_self else 'other'}"),
    "powers": _powers,
    "hitlerKnows": lambda words, rules: words.say("rulebook.hitlerKnows", n=rules.hitler_knows_up_to),
    "fascistsKnow": lambda words, rules: _yes_or_no(words, rules.fascists_know_team),
    "silence": lambda words, rules: _yes_or_no(words, rules.session_silence),
    "cards": lambda words, rules: words.say(f"rulebook.cards.{rules.cards}"),
}


_PAGE: Final = ("title", "made", "credit", "documents", "differ", "same", "play", "readings", "point", "rule")


def markdown(words: Words) -> str:
    """Write the page docs/rules.md."""
    sets = list(RULESETS.values())
    titles = [words.say(f"rulebook.point.{point}") for point in _POINTS]
    said = [[told(words, rules) for told in _POINTS.values()] for rules in sets]
    points = [(point, *each) for point, *each in zip(titles, *said, strict=True)]
    shared = [(point, said[0]) for point, *said in points if len(set(said)) == 1]
    differing = [(point, *said) for point, *said in points if len(set(said)) > 1]
    title = {name: words.say(f"rulebook.page.{name}") for name in _PAGE}
    documents = [(rules.name, words.say(f"rulebook.document.{rules.name}")) for rules in sets]
    return "\n".join(
        [
            *(f"# {title['title']}", "", title["made"], "", title["credit"], ""),
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
    for field in rules.__struct_fields__:
        value = getattr(rules, field)
        if isinstance(value, dict):
            entries = ", ".join(f"{key} = {_plain(entry)}" for key, entry in value.items())
            yield f"{field} = {{ {entries} }}"
        else:
            yield f"{field} = {_plain(value)}"


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _table(head: list[str], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)]
