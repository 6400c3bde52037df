"""Describe rule sets in words, for `secret-hitler rules` and the pages."""

from collections.abc import Callable

from ..rules import Ending, Ruleset
from ..rules.model_check import Checked
from ..rules.readings import READINGS, USUAL
from .speaker import Words
from .summary import power_tracks, question, suits, told, veto_manner


def describe(rules: Ruleset, words: Words) -> list[tuple[str, str]]:
    return [
        *((words.say(f"rulebook.point.{point}"), say(words, rules)) for point, say in _POINTS.items()),
        *((question(each.field, words), told(each.field, getattr(rules, each.field), words)) for each in READINGS if each.field in USUAL),
    ]


def checked_in_words(checked: Checked, words: Words) -> list[str]:
    """Say what a check of all the ways a game can go has found; of a check that was not finished only what is certain."""
    said = [words.say(f"rulebook.checked.{'all' if checked.complete else 'part'}", n=checked.states)]
    if checked.complete:
        said.append(words.say("rulebook.checked.ways", n=len(checked.endings)))
        endings = [words.say(f"event.GameEnded.{ending}") for ending in Ending if ending not in checked.endings]
        said += [words.say("rulebook.checked.never", ending=ending) for ending in endings]
    if checked.endless:
        said.append(words.say(".".join(("rulebook.checked.endless", *checked.needed[:1]))))
    if checked.rounds is not None:
        said.append(words.say("rulebook.checked.rounds", n=checked.rounds))
    if checked.complete and not checked.stuck:
        said.append(words.say("rulebook.checked.fine"))
    return said + [words.say("rulebook.checked.stuck", reason=reason) for reason in checked.stuck]


_POINTS: dict[str, Callable[[Words, Ruleset], str]] = {
    "roles": lambda words, rules: "; ".join(
        words.say("rulebook.roles", n=n, l=rules.liberals(n), f=rules.fascists[n]) for n in sorted(rules.fascists)
    ),
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
    "powers": lambda words, rules: "; ".join(
        words.say("rulebook.powers", span=players, powers=track) for players, track in power_tracks(rules, words)
    ),
    "hitlerKnows": lambda words, rules: words.say("rulebook.hitlerKnows", n=rules.hitler_knows_up_to),
    "fascistsKnow": lambda words, rules: words.say("rulebook.yes" if rules.fascists_know_team else "rulebook.no"),
    "silence": lambda words, rules: words.say("rulebook.yes" if rules.session_silence else "rulebook.no"),
    "cards": lambda words, rules: words.say(f"rulebook.cards.{rules.cards}", **suits(rules, words)),
}
