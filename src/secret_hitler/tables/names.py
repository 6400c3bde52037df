"""Names and talk are hostile text until they are cleaned; a name that looks like another is that name."""

import re
import unicodedata
from collections.abc import Collection

MAX_NAME = 24
BOT_NAMES = ("Ada", "Bruno", "Clara", "Doro", "Emil", "Frieda", "Gustav", "Hedda", "Ivo", "Jette")
"""Bots sit down without a name; on a screen each chair's bot has one of its own."""
MAX_TEXT = 400

_DROPPED = ("Cf", "Cs", "Co", "Cn")
"""Formatting, direction marks, surrogates, and what has no meaning (yet)."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks of which nothing is seen."""

_DRAWN_ALIKE = str.maketrans(
    {
        **dict(zip("АВЕЅІЈКМНОРСТУХԌԜ", "abesljkmhopctyxgw", strict=True)),
        **dict(zip("авеѕіјкмнорстухԍԝ", "abesljkmhopctyxgw", strict=True)),
        **dict(zip("ԁԛһҺӏӀгпьѵѴ", "dqhhllrnbvv", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx", strict=True)),
        **dict(zip("αβγεηικμνορστυχω", "abyenlkuvopotuxw", strict=True)),
        **dict(zip("օոսհցլքԼ", "onuhglpl", strict=True)),
        **dict(zip("łŁøØđĐħĦŧŦıƖɑɡ", "llooddhhttllag", strict=True)),
        **dict(zip("Ii01|ǀ!", "llollll", strict=True)),
    }
)
"""Letters of other alphabets, and digits, by the Latin letter that they are taken for."""


def clean_name(name: str) -> str:
    return _clean(name)[:MAX_NAME].strip() or "Guest"


def clean_text(text: str) -> str:
    return _clean(text)[:MAX_TEXT] or "..."


def unique_name(name: str, others: Collection[str]) -> str:
    """Return the name, with a number if one of the others looks like it."""
    taken = {skeleton(other) for other in others}
    wanted, number = name, 1
    while skeleton(wanted) in taken:
        number += 1
        wanted = f"{name[: MAX_NAME - len(str(number)) - 1].rstrip()} {number}"
    return wanted


def skeleton(name: str) -> str:
    """Reduce a name to what is taken for the same: accents, case, spaces, marks and look-alike letters do not count."""
    plain = _without_marks(name).translate(_DRAWN_ALIKE).casefold()
    plain = _without_marks(plain).translate(_DRAWN_ALIKE).replace("rn", "m").replace("vv", "w")
    return re.sub(r"[\W_]", "", plain) or name


def _without_marks(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def _clean(text: str) -> str:
    """Make one line, composed, without control, formatting, invisible or stacked combining characters."""
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
