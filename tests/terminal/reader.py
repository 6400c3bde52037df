"""A person who plays by the screen alone: reads what it says, and presses a key that it shows."""

import random
import re

_ROW = re.compile(r"^ [ >](\d)[* ]([x ]) \S")
_POINTED = re.compile(r"\[Enter\] (Nominate|Investigate|Choose|Execute|Got it)")


def over(lines: list[str]) -> bool:
    return any("[a] Play again" in line for line in lines)


def next_key(lines: list[str], rng: random.Random) -> str | None:
    """Return the key for what the tray asks; None while it asks nothing."""
    tray = "\n".join(_tray(lines))
    if _POINTED.search(tray):
        return "enter"
    if "[1]" in tray:
        keys: list[str] = re.findall(r"\[(\d)\]", tray)
        return rng.choice(keys)
    if "[y]" in tray:
        return rng.choice("yn")
    if "[p] Look" in tray:
        return "p"
    if "Not now:" in tray or "press a number" in tray:
        return rng.choice(_open_seats(lines))
    return None


def _tray(lines: list[str]) -> list[str]:
    """Return what is below the last rule across the screen."""
    rules = [number for number, line in enumerate(lines) if re.fullmatch(r"[━─=-]{60,}", line.strip())]
    return lines[rules[-1] :] if rules else []


def _open_seats(lines: list[str]) -> list[str]:
    return [found[1] for line in lines if (found := _ROW.match(line)) and found[2] == " " and "dead" not in line]
