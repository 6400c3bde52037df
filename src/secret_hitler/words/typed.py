"""Understand what people type at the table in English, German, French and Spanish, or let it pass."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from msgspec import Struct

_AT = "@{}@"
"""How a mention of a seat stands in the text that patterns see."""
_MENTION = re.compile(r"@(\d+)@")
_SEAT_WORD = r"(?:seat|place|platz|sitz|siege|asiento|player|spieler|joueur|jugador|#|p)\s?"
_NUMBER = re.compile(
    rf"(?<![\w@])(?:(?P<before>round|runde|tour|ronda|turn|top)\s)?(?:{_SEAT_WORD})?(\d{{1,2}})(?![\w@:.%])(?P<after>\s\w+)?"
)
_SPOKEN_TO = re.compile(r"^@(\d+)@\s*[,:!?]|,\s*@(\d+)@\s*[!?.]*$")
_FIRST_OR_LAST = re.compile(r"^@(\d+)@|@(\d+)@\s*[!?.]*$")
_YOU = re.compile(
    r"\b(you|you're|your|u|du|dich|dir|dein|deine|tu|t'|te|toi|tes|as-tu|mens|mientes|eres|ti|tus|votaste|menteuse|menteur|mentiros[oa])(\b|(?<='))"
)
_LETTERS = re.compile(r"\b(?!brb)[flrb]{2,3}\b")
_COUNTED = re.compile(r"\b(2|3|two|three|zwei|drei|deux|trois|dos|tres)\s(fasc|fasch|fasz|red|rot|roug|roj|lib)\w*")
_COUNTABLE = ("fas", "fac", "lib", "red", "rot", "rouge", "rojo", "card", "kart", "cart")
_HAND = 3
"""Up to this number it may be cards that are counted, not a seat that's named."""
_TWO = ("2", "two", "zwei", "deux", "dos")


class Meaning(Struct, frozen=True):
    """A code, who is meant or spoken to, who is spoken about if that's somebody else, and the policies claimed."""

    code: str
    other: int | None = None
    suspect: int | None = None
    tiles: str = ""


def understand(text: str, names: Mapping[int, Sequence[str]]) -> Meaning | None:
    """Find what a line means; `named` if all that's clear is whom it names, and None if not even that."""
    line = _with_mentions(text, names)
    code = next((code for code, pattern in _patterns() if pattern.search(line)), None)
    if code == "told":
        return Meaning(code, tiles=_tiles(line))
    mentioned = list(dict.fromkeys(int(seat) for seat in _MENTION.findall(line)))
    spoken = _SPOKEN_TO.search(line) or (_FIRST_OR_LAST.search(line) if _YOU.search(line) or "?" in line else None)
    listener = next((int(seat) for seat in spoken.groups() if seat), None) if spoken else None
    about = next((seat for seat in mentioned if seat != listener), None)
    if code is None:
        return Meaning("named", listener if listener is not None else about) if mentioned else None
    if code in ("ask-pick", "ask-trust"):
        return Meaning(code, listener, about if about is not None else listener)
    if code == "clash":
        return Meaning(code, mentioned[0], mentioned[1]) if len(mentioned) > 1 else Meaning(code)
    if code.startswith(("phrase-claim", "phrase-why", "ask-", "phrase-whom")):
        return Meaning(code, listener if listener is not None else about)
    if code == "phrase-suspect" and listener is not None and _YOU.search(line.partition(_AT.format(about))[0]):
        return Meaning(code, listener)
    if code.startswith(("phrase-suspect", "phrase-trust", "plan-")):
        return Meaning(code, about if about is not None else listener)
    return Meaning(code)


def _with_mentions(text: str, names: Mapping[int, Sequence[str]]) -> str:
    plain = _plain(text)
    for seat, called in names.items():
        for name in called:
            plain = re.sub(rf"(?<![\w@]){re.escape(_plain(name))}(?:'s)?(?![\w@])", _AT.format(seat), plain)

    def seat_number(found: re.Match[str]) -> str:
        number, after = int(found[2]), found["after"] or ""
        counted = number <= _HAND and after.strip().startswith(_COUNTABLE)
        return found[0] if found["before"] or counted or not 1 <= number <= len(names) else _AT.format(number - 1) + after

    return _NUMBER.sub(seat_number, plain)


def _plain(text: str) -> str:
    """Drop case, accents and upside-down marks."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'"))
    return "".join(each for each in letters if not unicodedata.combining(each) and each not in "¿¡").strip()


def _tiles(line: str) -> str:
    if found := _LETTERS.search(line):
        return found[0].translate(str.maketrans("rb", "fl")).upper()
    counted = _COUNTED.search(line)
    return "" if counted is None else ("L" if counted[2] == "lib" else "F") * (2 if counted[1] in _TWO else 3)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """List what each code sounds like, the most telling first."""
    listed: list[tuple[str, list[str]]] = json.loads(files(__package__).joinpath("typed.json").read_text(encoding="utf-8"))
    return [(code, re.compile("|".join(patterns))) for code, patterns in listed]
