"""Updates hold what changed and nothing else: whoever merges them as the protocol says has the whole View at every moment."""

import json
import random
from typing import Any

import msgspec
import pytest

from secret_hitler.rules import ALL, PUBLIC, RULESETS, Onlooker, Ruleset, Seat, begin, onlooking
from secret_hitler.server.view_updates import Shared, ViewUpdates
from tests.games import random_record

SEATS = 6


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_merged_updates_are_the_view(rules: Ruleset) -> None:
    record = random_record(rules, SEATS, random.Random(rules.name), claims=0.1)
    game = begin(rules, SEATS, record.opener)
    onlookers: list[Onlooker] = [*map(Seat, range(SEATS)), PUBLIC, ALL]
    views = {onlooker: onlooking(rules, SEATS, onlooker) for onlooker in onlookers}
    updates, kept = {onlooker: ViewUpdates() for onlooker in onlookers}, {onlooker: dict[str, Any]() for onlooker in onlookers}
    for seq, move in enumerate(record.moves):
        told, shared = game.apply(move.seat, move.action), Shared()
        for onlooker, view in views.items():
            seen = view.see(told)
            if seen:
                merge(kept[onlooker], json.loads(updates[onlooker].update(1, seq, seen, view, shared))["view"])
                assert kept[onlooker] == json.loads(msgspec.json.encode(view)), f"{onlooker} after move {seq}"


def merge(kept: dict[str, Any], patch: dict[str, Any]) -> None:
    rounds = {round["number"]: round for round in [*kept.get("rounds", ()), *patch["rounds"]]}
    kept |= patch
    kept["rounds"] = list(rounds.values())
