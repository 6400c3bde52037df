"""Hours: when a player's clock stands still at a slow table, at night and on vacation.

The page counts quiet hours in minutes of the UTC day, so the log knows nobody's time zone."""

from math import ceil

from ..wire.table import Hours

MINUTE, HOUR, DAY = 60, 3600, 86_400
LONGEST_NIGHT = 12 * HOUR
"""Leaves everyone half of the day to play."""
LONGEST_VACATION = 14 * DAY
ALWAYS_THERE = Hours()


def after(hours: Hours, start: float, seconds: float = 0.0) -> float:
    """Return when so many seconds of a player's own time have passed since then, without nights and vacation."""
    now, night = max(start, hours.away_until or 0.0), night_of(hours)
    if not night:
        return now + seconds
    into = (now - hours.quiet_from * MINUTE) % DAY  # since the last night began
    if into < night:
        now, into = now + night - into, night
    nights = max(0, ceil((into - night + seconds) / (DAY - night)) - 1)
    return now + seconds + nights * night


def night_of(hours: Hours) -> int:
    return (hours.quiet_until - hours.quiet_from) * MINUTE % DAY
