"""The words of this terminal: one language and one wording, chosen before anything is shown."""

from collections.abc import Iterable

from ..rules import Bar
from ..words import Words

_spoken = Words()


def speak(language: str, wording: str = "game") -> None:
    global _spoken
    _spoken = Words(language, wording)


def spoken() -> Words:
    return _spoken


def say(key: str, **params: object) -> str:
    return _spoken.say(key, **params)


def why(bar: Bar) -> str:
    return _spoken.say(f"bar.{bar.value}")


def listed(names: Iterable[str]) -> str:
    return _spoken.listed(names)
