"""Each drawing stands once, in secret_hitler/drawings; the page and the printer both know how to ink it."""

import re
from pathlib import Path

import pytest

from secret_hitler.paper.printing.drawings import bird, citizen, emblem, hats, seal, sign_of
from secret_hitler.rules import Policy, Power, Role
from secret_hitler.rules.ruleset import Cards

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src" / "secret_hitler" / "drawings").glob("*.svg"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_line_and_surface_of_a_drawing_is_inked(file: Path) -> None:
    """By its own colour, or, where only the printer uses it, by a class that the printer knows."""
    shapes = re.findall(r"<(?:path|circle|rect) [^>]+>", file.read_text(encoding="utf-8"))
    assert shapes
    assert [shape for shape in shapes if not re.search(r' (?:fill|stroke|class)="', shape)] == []


def test_the_page_shows_every_drawing_that_is_not_only_for_print() -> None:
    shown = [module.read_text(encoding="utf-8") for module in ROOT.glob("web/src/**/*.ts")]
    assert {file.stem for file in FILES} - set(re.findall(r"drawings/([a-z]+)\.svg", "".join(shown))) == {"birds", "hats"}


def test_the_printer_inks_every_drawing_that_it_prints() -> None:
    drawn = [bird(role, hat) for role in Role for hat in range(10)]
    drawn += [*hats(), citizen(0), seal(), sign_of("veto", "#000000"), sign_of("tick", "#000000"), sign_of("cross", "#000000")]
    drawn += [emblem(policy, cards) for policy in Policy for cards in Cards]
    drawn += [sign_of(power, "#000000") for power in Power if power is not Power.NONE]
    assert all(drawing.strokes for drawing in drawn)


def test_no_path_of_a_drawing_is_written_again_in_the_page_or_the_printing_code() -> None:
    paths = {path for file in FILES for path in re.findall(r' d="([^"]+)"', file.read_text(encoding="utf-8"))}
    sources = [*ROOT.glob("web/src/**/*.svelte"), *ROOT.glob("web/src/**/*.ts"), *ROOT.glob("src/secret_hitler/paper/**/*.py")]
    again = [(source.name, path) for source in sources for path in paths if len(path) > 16 and path in source.read_text(encoding="utf-8")]
    assert len(paths) > 40
    assert again == []
