"""Updates hold what changed and nothing else: whoever merges them as the protocol says has the whole View at every moment."""

import json
import random
from typing import Any

import msgspec
import pytest

from secret_hitler.rules import ALL, PUBLIC, RULESETS, Onlooker, Ruleset, Seat, begin, onlooking
from secret_hitler.rules.view import seen_by
from secret_hitler.tables.dealt_game import ViewerLog
from secret_hitler.tables.view_updates import LineUpdates, ViewUpdates
from tests.games import random_record

SEATS = 6


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_merged_updates_are_the_view(rules: Ruleset) -> None:
    record = random_record(rules, SEATS, random.Random(rules.name), claims=0.1)
    game = begin(rules, SEATS, record.opener)
    onlookers: list[Onlooker] = [*map(Seat, range(SEATS)), PUBLIC, ALL]
    views = {onlooker: onlooking(rules, SEATS, onlooker) for onlooker in onlookers}
    viewer_logs = {onlooker: ViewerLog(onlooking(rules, SEATS, onlooker)) for onlooker in onlookers}
    updates, kept = {onlooker: ViewUpdates() for onlooker in onlookers}, {onlooker: dict[str, Any]() for onlooker in onlookers}
    for number, move in enumerate(record.moves):
        told = game.apply(move.seat, move.action)
        line = LineUpdates(1, {PUBLIC: seen_by(PUBLIC, told)})
        for onlooker, watch in viewer_logs.items():
            seen = views[onlooker].see(told)
            if seen:
                watch.updates.append(seen)
                merge(kept[onlooker], json.loads(updates[onlooker].update(watch, line))["view"])
                assert kept[onlooker] == json.loads(msgspec.json.encode(views[onlooker])), f"{onlooker} after move {number}"


def merge(kept: dict[str, Any], patch: dict[str, Any]) -> None:
    rounds = {round["number"]: round for round in [*kept.get("rounds", ()), *patch["rounds"]]}
    kept |= patch
    kept["rounds"] = list(rounds.values())
