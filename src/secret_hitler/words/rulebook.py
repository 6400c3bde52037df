"""The rule sets in words: what `secret-hitler rules` prints and docs/rules.md holds."""

from collections.abc import Callable, Iterable

from ..rules import FRENCH_DECK, RULESETS, Power, Ruleset
from ..rules.ruleset import Cards, Count, FirstPresident, TermLimits, TrackerReset, VetoStyle

POWER_WORDS = {
    Power.NONE: "none",
    Power.INVESTIGATE: "investigate",
    Power.SPECIAL_ELECTION: "special election",
    Power.PEEK: "peek",
    Power.EXECUTE: "execute",
}

_FIRST_PRESIDENT = {
    FirstPresident.RANDOM: "drawn by lot",
    FirstPresident.HOST_THEN_LAST_HITLER: "the host; in later games of the same table, whoever was Hitler in the game before",
}
_TERM_LIMITS = {
    TermLimits.LAST_ELECTED: "the president and chancellor elected last",
    TermLimits.LAST_ENACTING: "the president and chancellor who enacted the last policy (a vetoed government enacted none)",
}
_TRACKER_RESET = {
    TrackerReset.ON_ENACTMENT: "when a policy is enacted, by anyone",
    TrackerReset.ON_ELECTION: "when a government is elected, or the populace enacts",
}
_CARDS = {
    Cards.TILES: "policy tiles and role cards",
    Cards.FRENCH_DECK: "ace to six of diamonds are liberal and ace to jack of hearts fascist policies; "
    "clubs are liberals, spades fascists, the joker (or the ace of spades) is Hitler",
}


def _exemption(rules: Ruleset) -> str:
    how = "are alive" if rules.president_exempt_by is Count.ALIVE else "were dealt in"
    return f"{rules.president_exempt_at} players or fewer {how}"


def _reshuffle(rules: Ruleset) -> str:
    also = ", and after the populace enacts" if rules.reshuffle_after_populace else " only"
    return f"after a legislative session{also}"


def _veto(rules: Ruleset) -> str:
    if rules.veto is VetoStyle.SEALED:
        return "the chancellor picks a tile, then both vote in secret: two votes for the veto discard the agenda, else the pick is enacted"
    condition = ", if both tiles are fascist" if rules.veto_needs_fascist_hand else ""
    return f"the chancellor may ask once{condition}; the president agrees or refuses"


def _powers(rules: Ruleset) -> str:
    groups: dict[tuple[Power, ...], list[int]] = {}
    for players in sorted(rules.fascists):
        groups.setdefault(rules.powers[players], []).append(players)
    return "; ".join(f"{_span(players)} players: {', '.join(POWER_WORDS[power] for power in track)}" for track, players in groups.items())


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


POINTS: dict[str, Callable[[Ruleset], str]] = {
    "policies in the deck": lambda rules: f"{rules.liberal_tiles} liberal, {rules.fascist_tiles} fascist",
    "policies to win": lambda rules: f"{rules.liberal_goal} liberal or {rules.fascist_goal} fascist",
    "tiles drawn by the president": lambda rules: str(rules.draw),
    "Hitler wins when elected chancellor after": lambda rules: f"{rules.hitler_threshold} fascist policies",
    "first president": lambda rules: _FIRST_PRESIDENT[rules.first_president],
    "may not be nominated chancellor": lambda rules: _TERM_LIMITS[rules.term_limits],
    "the last president is exempt when": _exemption,
    "governments that may fail in a row": lambda rules: f"{rules.tracker_length - 1}; the next failure lets the populace enact",
    "the election tracker returns to 0": lambda rules: _TRACKER_RESET[rules.tracker_reset],
    "a short deck is reshuffled": _reshuffle,
    "veto opens after": lambda rules: f"{rules.veto_threshold} fascist policies",
    "veto": _veto,
    "a special election may name": lambda rules: (
        "any living player, the president too" if rules.special_election_of_self else "any other living player"
    ),
    "powers by fascist policies enacted": _powers,
    "Hitler knows the fascists": lambda rules: f"with up to {rules.hitler_knows_up_to} players",
    "fascists know each other and Hitler": lambda rules: "yes" if rules.fascists_know_team else "no",
    "president and chancellor are silent in session": lambda rules: "yes" if rules.session_silence else "no",
    "cards": lambda rules: _CARDS[rules.cards],
}


def describe(rules: Ruleset) -> list[tuple[str, str]]:
    """Every point of a rule set, with what it says."""
    return [(point, say(rules)) for point, say in POINTS.items()]


def markdown() -> str:
    """The page docs/rules.md."""
    sets = list(RULESETS.values())
    shared = [(point, say(sets[0])) for point, say in POINTS.items() if len({say(rules) for rules in sets}) == 1]
    differing = [(point, *(say(rules) for rules in sets)) for point, say in POINTS.items() if len({say(rules) for rules in sets}) > 1]
    return "\n".join(
        [
            "# The rule sets",
            "",
            "This page is written by `secret-hitler rules --markdown` from the rule sets themselves; a test keeps it current.",
            "",
            "The game is by Mike Boxleiter, Tommy Maranges, Max Temkin and Mac Schubert, under CC BY-NC-SA 4.0.",
            "",
            "## Where they differ",
            "",
            *_table(["point", *RULESETS], differing),
            "",
            "## The same in all five",
            "",
            *_table(["point", "rule"], shared),
            "",
            "## Roles",
            "",
            *_table(
                ["players", "liberals", "fascists besides Hitler"],
                [(str(n), str(sets[0].liberals(n)), str(sets[0].fascists[n])) for n in sets[0].fascists],
            ),
            "",
            "## House rules",
            "",
            "A table may write rules of its own in a TOML file: `base` names one of the five, every other key changes one field.",
            "A rule set under which a game could get stuck is refused, with the reason. The fields, as `french-deck` has them:",
            "",
            "```toml",
            'base = "official"',
            *_fields(FRENCH_DECK),
            "```",
            "",
        ]
    )


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
