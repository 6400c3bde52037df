"""The game's drawings (secret_hitler/drawings, which the page shows too), inked for paper."""

import xml.etree.ElementTree as ElementTree
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from ...rules import Policy, Power, Role
from ...rules.ruleset import Cards
from .pen import BRASS, FAINT, FASCIST, INK, LIBERAL, SHEET, TABLE, Drawing, Ink, Stroke

_SVG: Final = "{http://www.w3.org/2000/svg}"
_INKS: Final = {
    "light": Ink(SHEET),
    "sheet": Ink(SHEET),
    "dark": Ink(INK),
    "grey": Ink("#6b6470"),
    "coat": Ink(FAINT),
    "brass": Ink(BRASS),
    "liberal": Ink(LIBERAL),
    "fascist": Ink(FASCIST),
    "light outline": Ink(SHEET, INK, 3),
    "fascist edge": Ink(FASCIST, SHEET, 1.5),
    "shell": Ink(SHEET, INK, 2),
    "scales": Ink(stroke=SHEET, width=2.5),
    "bars": Ink(stroke=SHEET, width=3),
    "twigs": Ink(stroke=SHEET, width=1.5),
    "cut": Ink(stroke=INK, width=2),
    "felt": Ink(INK, SHEET, 1),
    "trim": Ink(BRASS, INK, 1.5),
    "straw": Ink(TABLE, INK, 2),
    "glass": Ink(stroke=BRASS, width=3.5),
    "lens": Ink(SHEET, BRASS, 3.5),
    "stem": Ink(stroke=INK, width=2),
    "chain": Ink(stroke=BRASS, width=2),
}
"""The ink of each class of line or surface of the birds and hats; everything else has its own colours."""

_BIRDS: Final = {Role.LIBERAL: "owl", Role.FASCIST: "raven", Role.HITLER: "cuckoo"}
_FACES: Final = {
    (Cards.TILES, Policy.LIBERAL): "owl-mask",
    (Cards.TILES, Policy.FASCIST): "raven-mask",
    (Cards.FRENCH_DECK, Policy.LIBERAL): "diamond",
    (Cards.FRENCH_DECK, Policy.FASCIST): "heart",
}


def bird(role: Role, hat: int) -> Drawing:
    """Draw a bird; owls and ravens wear hats to tell them apart, and there's only one cuckoo."""
    drawing = _drawing("birds", _BIRDS[role])
    return drawing if role is Role.HITLER else _wearing(drawing, hat)


def citizen(hat: int) -> Drawing:
    return _wearing(_drawing("birds", "citizen"), hat)


def hats() -> tuple[Drawing, ...]:
    return tuple(_drawing("hats", name) for name in _symbols("hats"))


def emblem(policy: Policy, cards: Cards = Cards.TILES) -> Drawing:
    """Draw the face of a policy: a bird's mask, or the suit for games with ordinary cards."""
    return _drawing("tiles", _FACES[cards, policy])


def outlined(drawing: Drawing, colour: str) -> Drawing:
    return drawing._replace(strokes=tuple(Stroke(Ink(stroke=colour, width=1), path) for _, path in drawing.strokes))


def sign_of(power: Power | Literal["veto", "tick", "cross"], colour: str) -> Drawing:
    """Draw a power or a vote; the marks of the votes differ even without colour."""
    return _drawing("signs", str(power), colour)


def seal() -> Drawing:
    return _drawing("envelope", "seal")


def circle(x: float, y: float, radius: float) -> str:
    return f"M{x - radius:.3f} {y:.3f} a{radius} {radius} 0 1 0 {2 * radius} 0 a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    if not radius:
        return f"M{x:.3f} {y:.3f} h{width:.3f} v{height:.3f} h{-width:.3f}Z"
    r = radius
    wide, high = width - 2 * r, height - 2 * r
    return (
        f"M{x + r:.3f} {y:.3f} h{wide:.3f} a{r} {r} 0 0 1 {r} {r} v{high:.3f} a{r} {r} 0 0 1 {-r} {r} "
        f"h{-wide:.3f} a{r} {r} 0 0 1 {-r} {-r} v{-high:.3f} a{r} {r} 0 0 1 {r} {-r}Z"
    )


def cut_rectangle(x: float, y: float, width: float, height: float, cut: float) -> str:
    """Outline a rectangle with cut corners, the fascists' pointed form."""
    wide, high = width - 2 * cut, height - 2 * cut
    return f"M{x + cut:.3f} {y:.3f} h{wide:.3f} l{cut} {cut} v{high:.3f} l{-cut} {cut} h{-wide:.3f} l{-cut} {-cut} v{-high:.3f}Z"


def _wearing(drawing: Drawing, hat: int) -> Drawing:
    worn = hats()
    return drawing._replace(strokes=drawing.strokes + worn[hat % len(worn)].strokes)


@cache
def _drawing(file: str, name: str, current: str = INK) -> Drawing:
    symbol = _symbols(file)[name]
    _, _, width, height = map(float, symbol.attrib["viewBox"].split())
    return Drawing(width, height, tuple(Stroke(_ink(shape, current), _path(shape)) for shape in symbol))


def _ink(shape: ElementTree.Element, current: str) -> Ink:
    if "class" in shape.attrib:
        return _INKS[shape.attrib["class"]]
    # The page uses the variable for shadows and edges: in `var(--k,#17606C)` the colour is the print's.
    written = (shape.attrib.get(name, "none").removeprefix("var(--k,").removesuffix(")") for name in ("fill", "stroke"))
    fill, stroke = ({"none": None, "currentColor": current}.get(colour, colour) for colour in written)
    return Ink(fill, stroke, float(shape.attrib.get("stroke-width", 1)))


@cache
def _symbols(file: str) -> dict[str, ElementTree.Element]:
    text = files("secret_hitler").joinpath("drawings", f"{file}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)  # noqa: S314  because the file is part of the package
    return {symbol.attrib["id"]: symbol for symbol in root}


def _path(shape: ElementTree.Element) -> str:
    def number(name: str) -> float:
        return float(shape.attrib.get(name, 0))

    match shape.tag.removeprefix(_SVG):
        case "path":
            return shape.attrib["d"]
        case "circle":
            return circle(number("cx"), number("cy"), number("r"))
        case "rect":
            return rectangle(number("x"), number("y"), number("width"), number("height"), number("rx"))
        case tag:
            raise ValueError(f"drawings consist of paths, circles and rectangles, not {tag!r}")
