"""docs/lab.md names every part of an observation."""

from itertools import pairwise
from pathlib import Path

from secret_hitler.lab.environments.observation import OBSERVATION_SIZE, PARTS, part

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")


def test_every_part_of_an_observation_is_documented_in_order() -> None:
    rows = [f"| {name} | {size} |" for name, size in PARTS.items()]
    assert "\n".join(rows) in PAGE
    assert f"An observation has {OBSERVATION_SIZE} numbers" in PAGE


def test_parts_follow_each_other() -> None:
    slices = [part(name) for name in PARTS]
    assert slices[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(slices))
    assert slices[-1].stop == OBSERVATION_SIZE
