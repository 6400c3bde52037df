"""Refusal: raised when the server says no, with a code for programs and what a sentence in any language needs."""

from functools import cache
from http import HTTPStatus

from msgspec.structs import replace

from ..rules import Bar, Ruleset
from ..rules.rulesets import RULESETS
from ..wire.refusals import Denial
from ..wire.table import Options, Params
from ..words import LANGUAGES, Words
from .lobby import rules_of
from .names import clean_text, skeleton

LONGEST_DETAIL = 300


class Refusal(Exception):
    """Why the server refuses; nothing has changed."""

    def __init__(self, denial: Denial, after: int | None = None, **params: int | str) -> None:
        self.code: str = denial.value
        self.after = after
        """Seconds until it's worth asking again, after a limit."""
        self.params: Params = params
        self.reason = denial.said(params)
        self.status: int = denial.status
        super().__init__(self.reason)


class Barred(Refusal):
    """The rules of the game say no."""

    def __init__(self, bar: Bar, reason: str) -> None:
        Exception.__init__(self, reason)
        self.code, self.params, self.reason, self.status = bar.value, {}, reason, HTTPStatus.CONFLICT
        self.after = None


def check_rules(options: Options) -> Ruleset:
    """Return the rules that the options name."""
    if not options.house_rules and options.rules not in RULESETS:
        raise Refusal(Denial.NO_RULES, rules=options.rules, known=", ".join(RULESETS))
    try:
        rules = rules_of(options)
        check_name(rules)
        return rules
    except ValueError as error:
        raise Refusal(Denial.RULES, detail=str(error)[:LONGEST_DETAIL]) from error


def check_name(rules: Ruleset) -> None:
    """Raise ValueError for a name that people can't read, or that belongs to published rules that differ from these."""
    if clean_text(rules.name) != rules.name:
        raise ValueError("the name of the rules contains invisible characters: leave them out")
    published = _published().get(skeleton(rules.name))
    if published is not None and replace(rules, name=published.name) != published:
        raise ValueError(f"{rules.name!r} is the name of published rules ({published.name!r}), and these differ: choose another name")


@cache
def _published() -> dict[str, Ruleset]:
    """Return the published rules by their name in each language."""
    said = [(rules, Words(language).ruleset(rules)) for language in LANGUAGES for rules in RULESETS.values()]
    return {skeleton(name): rules for rules, name in (*((rules, rules.name) for rules in RULESETS.values()), *said)}
