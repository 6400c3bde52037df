"""Names and talk are hostile text until they are cleaned."""

import unicodedata

MAX_NAME = 24
MAX_TEXT = 400


def clean_name(name: str) -> str:
    return _clean(name)[:MAX_NAME].strip() or "Guest"


def clean_text(text: str) -> str:
    return _clean(text)[:MAX_TEXT] or "..."


def _clean(text: str) -> str:
    """One line, composed, without control, formatting or stacked combining characters."""
    composed = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    for character in composed:
        kind = unicodedata.category(character)
        if kind == "Mn" and len(kept) > 1 and unicodedata.category(kept[-1]) == "Mn":
            continue
        kept.append(" " if kind in ("Zs", "Zl", "Zp", "Cc") else "" if kind in ("Cf", "Cs", "Co", "Cn") else character)
    return " ".join("".join(kept).split())
