"""Words: say sentences in one language and wording, from its catalogue, like the page's `speak.svelte.ts`."""

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import Final

import msgspec

from ..rules import RULESETS, Ruleset, Seat

_HERE: Final = Path(__file__).parent
LANGUAGES: Final = msgspec.json.decode((_HERE / "languages.json").read_bytes(), type=dict[str, str])
"""The languages' own names, by code."""
WORDINGS: Final = ("game", "cards", "neutral")
"""The names of the parties and their cards: the game's, suits of ordinary cards, or birds."""

Catalogue = Mapping[str, str | Mapping[str, str]]

_BLANK: Final = re.compile(r"\{(\w+)\}")
_SOUNDS_LIKE_I: Final = re.compile(r"i|hi(?![ae])", re.IGNORECASE)
"""Spanish says `e` instead of `y` before such a name."""


class Words:
    def __init__(self, language: str = "en", wording: str = "game") -> None:
        self.language, self.wording = language, wording
        self._catalogue = _catalogue(language)

    def say(self, key: str, **params: object) -> str:
        """Return the sentence of this key; the number n chooses its plural form."""
        text = self._catalogue[key]
        if not isinstance(text, str):
            number = params.get("n", 0)
            assert isinstance(number, int), "a count is a whole number"
            text = text[plural(self.language, number)]
        return _BLANK.sub(lambda blank: str(params[blank[1]]) if blank[1] in params else self.term(blank[1]), text)

    def knows(self, key: str) -> bool:
        return key in self._catalogue

    def knows_any(self, stem: str) -> bool:
        return any(key == stem or key.startswith(f"{stem}.") for key in self._catalogue)

    def blanks(self, key: str) -> tuple[str, ...]:
        """List the parameters of a sentence, the number of its plural included."""
        text = self._catalogue[key]
        forms = [text] if isinstance(text, str) else text.values()
        return tuple(sorted({"n", *(blank for form in forms for blank in _BLANK.findall(form))}))

    def term(self, name: str) -> str:
        """Return a word of the wording; `{Fascists}` is `{fascists}` at the start of a sentence."""
        lower = name[0].lower() + name[1:]
        word = self._catalogue.get(f"{self.wording}.{lower}", self._catalogue.get(f"game.{lower}"))
        if not isinstance(word, str):
            raise KeyError(name)
        return word if lower == name else self.upper(word[0]) + word[1:]

    def upper(self, text: str) -> str:
        return (text.replace("i", "İ") if self.language == "tr" else text).upper()

    def loud(self, key: str, **params: object) -> str:
        """Say it in capitals, as the language writes them."""
        return self.upper(self.say(key, **params))

    def listed(self, names: Iterable[str]) -> str:
        """Ada, Bruno and Clara."""
        *most, last = names
        if not most:
            return last
        begun = reduce(lambda so_far, name: self.say("list.next", a=so_far, b=name), most)
        return self.say("list.lastBeforeI" if _SOUNDS_LIKE_I.match(last) else "list.last", a=begun, b=last)

    def labelled(self, label: str, text: object) -> str:
        """Ada: liberal."""
        return self.say("list.label", a=label, b=text)

    def ruleset(self, rules: Ruleset) -> str:
        return self.say(f"rules.{known_as(rules)}")

    def ruleset_about(self, rules: Ruleset) -> str:
        return self.say(f"rules.{known_as(rules)}.about")


def known_as(rules: Ruleset) -> str:
    """Return the name of a written rule set, by its fields; anything else is house rules."""
    return rules.name if RULESETS.get(rules.name) == rules else "house"


def span(numbers: list[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"  # noqa: RUF001  because print has the dash for ranges


def plural(language: str, number: int) -> str:
    """Choose a count's plural form, by Unicode's CLDR rules for whole numbers."""
    match language:
        case "ru":
            if number % 10 == 1 and number % 100 != 11:
                return "one"
            return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"
        case "fr":
            return "one" if number in (0, 1) else "other"
        case _:
            return "one" if number == 1 else "other"


def language_here() -> str:
    """Find this machine's language like gettext, by the first of these variables that's set."""
    wish = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    code = re.split(r"[_.@]", wish)[0]
    return code if code in LANGUAGES else "en"


@cache
def _catalogue(language: str) -> Catalogue:
    return msgspec.json.decode((_HERE / "catalogues" / f"{language}.json").read_bytes(), type=dict[str, str | dict[str, str]])


ENGLISH: Final = Words("en")
"""For programs and for the log."""


BOTS: Final = msgspec.json.decode((_HERE / "bot_names.json").read_bytes(), type=list[str])


def shown_name(name: str, seat: Seat) -> str:
    return BOTS[seat] if not name or re.fullmatch(r"(seat|Bot) \d+", name) else name
