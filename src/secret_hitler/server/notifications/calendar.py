"""An appointment of a table as an iCalendar file (RFC 5545)."""

from datetime import UTC, datetime

LONGEST_LINE = 74
"""In bytes; a longer one goes on in the next, after a space."""


def calendar(uid: str, summary: str, link: str, opens_at: float, now: float) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Secret Hitler//EN",
        "BEGIN:VEVENT",
        f"UID:{_text(uid)}",
        f"DTSTAMP:{_time(now)}",
        f"DTSTART:{_time(opens_at)}",
        "DURATION:PT1H",
        f"SUMMARY:{_text(summary)}",
        f"LOCATION:{_text(link)}",
        f"URL:{link}",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
    return "\r\n".join(map(_folded, lines)).encode()


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """Keep what a person wrote from beginning a line of its own."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    parts = [""]
    for letter in line:
        if len((parts[-1] + letter).encode()) > LONGEST_LINE:
            parts.append("")
        parts[-1] += letter
    return "\r\n ".join(parts)
