"""What bots make of a sentence that a person types: one of the common phrases, in the words of that person's language, or a name."""

from collections.abc import Callable, Sequence

from ...bots import NAMED, Talk
from ...rules import Seat
from ...wire.commands import Phrase
from ...words import remark_in_words
from ..words import spoken


def understood(text: str, bots: Sequence[Seat], name_of: Callable[[Seat], str]) -> list[Talk]:
    for phrase in Phrase:
        for seat in bots:
            said = remark_in_words(spoken(), phrase, {"other": seat}, name_of) or ""
            if _letters(said) == _letters(text):
                return [Talk(phrase, {"other": seat} if "{name}" in phrase.text else {}, text)]
    return [Talk(NAMED, {"other": seat}, text) for seat in bots if name_of(seat).casefold() in text.casefold()]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
