"""Replays put together again: every moment holds only what changed."""

from collections.abc import Iterable, Iterator
from typing import Any


def whole_views(moments: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Fold the view of each moment, as a page does."""
    view: dict[str, Any] = {}
    rounds: dict[int, Any] = {}
    for moment in moments:
        changed = moment["view"]
        rounds.update({round["number"]: round for round in changed.get("rounds", ())})
        view = {**view, **changed, "rounds": [rounds[number] for number in sorted(rounds)]}
        yield view
