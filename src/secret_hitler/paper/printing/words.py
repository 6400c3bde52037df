"""Words: what is printed, in one of the languages there is a catalogue for."""

import json
from functools import cache
from pathlib import Path
from typing import Final

from ...rules import Ruleset

_CATALOGUES: Final = Path(__file__).parent / "catalogues"
LANGUAGES: Final = ("en", "de", "es", "fr", "tr", "ru")


class Words:
    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def say(self, key: str, **values: object) -> str:
        return self._catalogue[key].format(**values)

    def loud(self, key: str, **values: object) -> str:
        """In capitals, as the language writes them."""
        words = self.say(key, **values)
        if self.language == "tr":
            words = words.replace("i", "İ")
        return words.upper()

    def ruleset(self, rules: Ruleset) -> str:
        return self._catalogue.get(f"rules.{rules.name}", self._catalogue["rules.house"])


def span(numbers: list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"  # noqa: RUF001  because print has the dash for ranges


@cache
def _catalogue(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((_CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    return words
