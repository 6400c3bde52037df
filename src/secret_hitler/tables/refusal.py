"""Refusal: what is raised when the server says no, with a code for programs, and what a sentence in any language needs."""

from http import HTTPStatus

from ..rules import Bar, Ruleset
from ..rules.rulesets import RULESETS
from ..wire.refusals import Denial, Params
from ..wire.table import Options
from .lobby import rules_of
from .names import clean_text

LONGEST_DETAIL = 300


class Refusal(Exception):
    """Why something is not done; nothing has changed."""

    def __init__(self, denial: Denial, after: int | None = None, **params: int | str) -> None:
        self.code: str = denial.value
        self.after = after
        """Seconds until it is worth asking again, where a limit says no."""
        self.params: Params = params
        self.reason = denial.said(params)
        self.status: int = denial.status
        super().__init__(self.reason)


class Barred(Refusal):
    """The rules say no."""

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
        if clean_text(rules.name) != rules.name:
            raise ValueError("the name of the rules holds characters that cannot be seen")
        return rules
    except ValueError as error:
        raise Refusal(Denial.RULES, detail=str(error)[:LONGEST_DETAIL]) from error
