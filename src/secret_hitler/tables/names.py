"""Clean names and talk, which are hostile text; treat a look-alike of a name as that name. The letters of codes, which have none."""

import json
import re
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from importlib.resources import files

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 5
"""Short enough to read out. The server limits guesses, so hardly any code is ever found."""
MAX_NAME = 24
BOT_NAMES = ("Ada", "Bruno", "Clara", "Doro", "Emil", "Frieda", "Gustav", "Hedda", "Ivo", "Jette")
"""Names for bots: each chair has its own."""
MAX_TEXT = 400

_DROPPED = ("Cf", "Cs", "Co", "Cn")
"""Formatting, direction marks, surrogates, and unassigned characters."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""

_TABLE = "confusable_homoglyphs", "confusables.json"
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
_ALSO_ALIKE = str.maketrans({"i": "l", "!": "l", "ǀ": "l", "ɪ": "l"}) | {
    code: name[-1].lower()
    for code in range(0x1D00, 0x1D7F)
    if (name := unicodedata.name(chr(code), "")).removeprefix(_SMALL_CAPITAL) == name[-1]
}
"""What Unicode doesn't list as confusing and a reader in a hurry mixes up: small capitals too, which look like Cherokee's small letters."""
_MARKS = "\u200e"
"""The file puts right-to-left letters between two of these."""


def clean_name(name: str) -> str:
    return _clean(name)[:MAX_NAME].strip() or "Guest"


def clean_text(text: str) -> str:
    return _clean(text)[:MAX_TEXT] or "..."


def unique_name(name: str, others: Collection[str]) -> str:
    """Return the name, numbered if it looks like one of the others."""
    taken = {skeleton(other) for other in others}
    wanted, number = name, 1
    while skeleton(wanted) in taken:
        number += 1
        wanted = f"{name[: MAX_NAME - len(str(number)) - 1].rstrip()} {number}"
    return wanted


@lru_cache(20_000)
def skeleton(name: str) -> str:
    """Reduce a name to its look: ignore accents, case, spaces, marks and look-alike letters."""
    plain, alike = name, drawn_alike()
    for _ in range(3):  # because a letter's look-alike may have a mark, another case or a look-alike of its own
        plain = _without_marks(plain).translate(alike).casefold()
    plain = plain.translate(_ALSO_ALIKE).replace("rn", "m").replace("vv", "w")
    return re.sub(r"[\W_]", "", plain) or name


@cache
def drawn_alike() -> dict[int, str]:
    """Map letters to their look-alikes, from Unicode's table of confusables; a private device may lack the table."""
    try:
        file = files(_TABLE[0]).joinpath(_TABLE[1])
    except ModuleNotFoundError:
        return {}
    found = {
        letter.strip(_MARKS): [other["c"].strip(_MARKS) for other in others] for letter, others in json.loads(file.read_bytes()).items()
    }
    # The file has every pair in both directions; each letter has one target here, and a target may have many letters.
    return {ord(letter): like[0] for letter, like in found.items() if len(letter) == len(like) == 1 and _stands_for(like[0], letter, found)}


def _stands_for(like: str, letter: str, found: dict[str, list[str]]) -> bool:
    return len(like) > 1 or len(found[like]) > 1 or like < letter


def _without_marks(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def _clean(text: str) -> str:
    """Return one composed line without control, formatting, invisible or stacked combining characters."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind in ("Zs", "Zl", "Zp", "Cc"):
            kept.append(" ")
        elif kind in _DROPPED or character in _BLANK or unicodedata.name(character, "").startswith("VARIATION SELECTOR"):
            continue
        elif kind != "Mn" or not kept or unicodedata.category(kept[-1]) != "Mn":
            kept.append(character)
    return " ".join("".join(kept).split())
