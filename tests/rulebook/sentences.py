"""The predicates that hold the sentences of the five documents, and the judge that evaluates them."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from secret_hitler.rules import RULESETS
from secret_hitler.words.citations import RuleSentence, sentences

from .evaluator import Predicate, compiled

SENTENCES: Final = sentences()
LINES: Final[dict[str, str]] = {
    name: line
    for table in tomllib.loads(Path(__file__).with_name("predicates.toml").read_text(encoding="utf-8")).values()
    for name, line in table.items()
}
PREDICATES: Final = {name: compiled(line) for name, line in LINES.items()}


def of_ruleset(name: str) -> dict[str, Predicate]:
    """Collect the predicates of all sentences that games of this rule set must keep to."""
    return {held: PREDICATES[held] for sentence in SENTENCES if name in sentence.rulesets for held in sentence.held}


class Judge:
    """Evaluates predicates at moments; counts how often each was put to the test, and names what broke one."""

    def __init__(self) -> None:
        self.exercised: Counter[tuple[str, str]] = Counter()
        """By rule set and predicate."""
        self.broken: dict[tuple[str, str], str] = {}
        self._by_kind: dict[str, dict[str, list[tuple[str, Predicate]]]] = {}
        for ruleset in RULESETS:
            kinds = self._by_kind[ruleset] = {}
            for name, predicate in of_ruleset(ruleset).items():
                for kind in predicate.moments:
                    kinds.setdefault(kind, []).append((name, predicate))

    def look(self, ruleset: str, moments: Iterable[Any], where: str) -> None:
        kinds = self._by_kind[ruleset]
        for number, moment in enumerate(moments):
            for name, predicate in kinds.get(moment.kind, ()):
                if trouble := self._trouble(ruleset, name, predicate, moment):
                    self.broken.setdefault((ruleset, name), f"{where}, moment {number}: {moment.kind}{trouble}")

    def _trouble(self, ruleset: str, name: str, predicate: Predicate, moment: Any) -> str:
        try:
            if not predicate.applies(moment):
                return ""
            self.exercised[ruleset, name] += 1
            return "" if predicate.holds(moment) else " does not keep to it"
        except (LookupError, TypeError, ValueError, StopIteration) as error:  # a moment without what the predicate takes for granted
            return f" has no answer: {error!r}"

    def times(self, sentence: RuleSentence) -> int:
        """How often the sentence was put to the test, by the predicate that was so least often."""
        return min(sum(self.exercised[ruleset, held] for ruleset in sentence.rulesets) for held in sentence.held)
