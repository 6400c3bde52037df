"""docs/lab.md names every part of an observation and of a round."""

from itertools import pairwise
from pathlib import Path

from secret_hitler_lab.observations.claim_numbers import TALK_ACTIONS
from secret_hitler_lab.observations.history import ROUND_PARTS, ROUND_SIZE
from secret_hitler_lab.observations.observation import OBSERVATION_SIZE, PARTS, part

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")


def test_every_part_of_an_observation_is_documented_in_order() -> None:
    rows = [f"| {name} | {size} |" for name, size in PARTS.items()]
    assert "\n".join(rows) in PAGE
    assert f"An observation has {OBSERVATION_SIZE} numbers" in PAGE


def test_every_part_of_a_round_is_documented_in_order() -> None:
    assert "\n".join(f"| {name} | {size} |" for name, size in ROUND_PARTS.items()) in PAGE
    assert f"rounds x {ROUND_SIZE} numbers" in PAGE
    assert f"{TALK_ACTIONS} columns" in PAGE


def test_parts_follow_each_other() -> None:
    slices = [part(name) for name in PARTS]
    assert slices[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(slices))
    assert slices[-1].stop == OBSERVATION_SIZE
