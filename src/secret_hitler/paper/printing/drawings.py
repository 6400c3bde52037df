"""The birds, hats and signs of the web page (web/src/drawings), as paths for paper."""

from typing import Final

from ...rules import Policy, Power, Role
from ...rules.ruleset import Cards
from .pen import BRASS, FAINT, FASCIST, INK, LIBERAL, SHEET, TABLE, Drawing, Ink, Stroke

_GREY: Final = "#6b6470"


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
    """A rectangle with its corners cut off: the pointed form of the fascists."""
    wide, high = width - 2 * cut, height - 2 * cut
    return f"M{x + cut:.3f} {y:.3f} h{wide:.3f} l{cut} {cut} v{high:.3f} l{-cut} {cut} h{-wide:.3f} l{-cut} {-cut} v{-high:.3f}Z"


_LIGHT: Final = Ink(SHEET)
_DARK: Final = Ink(INK)
_TEAL: Final = Ink(LIBERAL)
_BRICK: Final = Ink(FASCIST)
_GOLD: Final = Ink(BRASS)

_CITIZEN: Final = (
    Stroke(Ink(FAINT), "M10 100 Q12 72 34 69 L50 74 L66 69 Q88 72 90 100Z"),
    Stroke(_LIGHT, "M39 70 L50 92 L61 70 L50 74Z"),
    Stroke(_GOLD, "M46 75 L54 75 L52 80 L55 94 L50 99 L45 94 L48 80Z"),
    Stroke(Ink(SHEET, INK, 3), circle(50, 49, 24)),
    Stroke(_DARK, circle(40, 47, 4) + circle(60, 47, 4)),
    Stroke(_GOLD, "M43 53 Q50 50 57 53 L50 64Z"),
)
_OWL: Final = (
    Stroke(_TEAL, "M10 100 Q10 68 50 68 Q90 68 90 100Z"),
    Stroke(
        Ink(stroke=SHEET, width=2.5),
        "M26 86 a6 6 0 0 0 12 0 a6 6 0 0 0 12 0 a6 6 0 0 0 12 0 a6 6 0 0 0 12 0 M32 96 a6 6 0 0 0 12 0 a6 6 0 0 0 12 0 a6 6 0 0 0 12 0",
    ),
    Stroke(_TEAL, "M23 24 Q34 31 50 31 Q66 31 77 24 Q82 48 73 61 Q64 74 50 74 Q36 74 27 61 Q18 48 23 24Z"),
    Stroke(_LIGHT, circle(38, 49, 13)),
    Stroke(_LIGHT, circle(62, 49, 13)),
    Stroke(_DARK, circle(39, 49, 6.5) + circle(61, 49, 6.5)),
    Stroke(_LIGHT, circle(41, 47, 2) + circle(63, 47, 2)),
    Stroke(_GOLD, "M45 57 Q50 54 55 57 L50 67Z"),
)
_RAVEN: Final = (
    Stroke(_BRICK, "M6 100 L20 76 L38 66 L62 66 L80 76 L94 100Z"),
    Stroke(_DARK, "M6 100 L20 76 L26 100Z M94 100 L80 76 L74 100Z M32 100 L40 84 L48 100Z M52 100 L60 84 L68 100Z"),
    Stroke(_DARK, "M26 26 L38 29 L44 20 L50 28 L56 20 L62 29 L74 26 L79 48 L68 66 L50 76 L32 66 L21 48Z"),
    Stroke(_LIGHT, "M25 41 L46 48 L42 56 L31 55Z M75 41 L54 48 L58 56 L69 55Z"),
    Stroke(_DARK, circle(39, 50, 3.6) + circle(61, 50, 3.6)),
    Stroke(Ink(FASCIST, SHEET, 1.5), "M37 57 L50 50 L63 57 L50 92Z"),
    Stroke(Ink(stroke=INK, width=2), "M41 61 L50 64 L59 61 M50 64 L50 86"),
)
_CUCKOO: Final = (
    Stroke(Ink(_GREY), "M14 100 Q14 66 50 66 Q86 66 86 100Z"),
    Stroke(Ink(stroke=SHEET, width=3), "M31 76 Q50 82 69 76 M25 84 Q50 91 75 84"),
    Stroke(Ink(_GREY), "M50 24 Q77 24 77 50 Q77 74 50 74 Q23 74 23 50 Q23 24 50 24Z"),
    Stroke(Ink(SHEET, INK, 2), "M24 36 Q26 8 50 7 Q74 8 76 36 L68 29 L60 37 L51 28 L42 37 L33 29Z"),
    Stroke(_BRICK, circle(38, 48, 9.5) + circle(62, 48, 9.5)),
    Stroke(_LIGHT, circle(38, 48, 7) + circle(62, 48, 7)),
    Stroke(_DARK, circle(40, 49, 3.8) + circle(60, 49, 3.8)),
    Stroke(_BRICK, "M38 58 Q50 52 62 58 L50 62Z"),
    Stroke(_BRICK, "M41 62 L50 65 L59 62 L50 74Z"),
    Stroke(_GOLD, "M0 100 L6 88 L16 94 L24 86 L35 94 L44 87 L56 94 L66 86 L77 94 L86 86 L94 92 L100 100Z"),
    Stroke(Ink(stroke=SHEET, width=1.5), "M8 97 L30 91 M26 98 L52 92 M48 98 L74 91 M70 98 L92 93"),
)

_FELT: Final = Ink(INK, SHEET, 1)
_TRIM: Final = Ink(BRASS, INK, 1.5)
_STRAW: Final = Ink(TABLE, INK, 2)
_GLASS: Final = Ink(stroke=BRASS, width=3.5)
_LENS: Final = Ink(SHEET, BRASS, 3.5)
_STEM: Final = Ink(stroke=INK, width=2)

HATS: Final = (
    (
        Stroke(_FELT, "M34 30 L36 2 L64 2 L66 30Z"),
        Stroke(_GOLD, "M34.6 22 L65.4 22 L66 30 L34 30Z"),
        Stroke(_FELT, "M20 30 Q50 36 80 30 L80 34 Q50 41 20 34Z"),
    ),
    (
        Stroke(_FELT, "M30 30 Q30 6 50 6 Q70 6 70 30Z"),
        Stroke(_GOLD, "M30 24 L70 24 L70 30 L30 30Z"),
        Stroke(_FELT, "M18 28 Q22 34 50 34 Q78 34 82 28 Q80 39 50 39 Q20 39 18 28Z"),
    ),
    (
        Stroke(_GOLD, "M22 32 Q10 16 40 10 Q74 4 84 22 Q86 30 74 33 Q46 26 22 32Z"),
        Stroke(_STEM, "M56 10 L60 2"),
    ),
    (
        Stroke(_FELT, "M22 40 Q20 8 50 8 Q80 8 78 40 Q50 28 22 40Z"),
        Stroke(_TRIM, circle(30, 28, 7)),
        Stroke(_TRIM, circle(38, 21, 5)),
        Stroke(_FELT, circle(30, 28, 2.5)),
    ),
    (
        Stroke(_FELT, "M28 30 Q36 18 50 22 Q66 16 72 32 Q50 22 28 30Z"),
        Stroke(_GLASS, circle(62, 48, 12)),
        Stroke(Ink(stroke=BRASS, width=2), "M72 55 Q80 72 70 88"),
    ),
    (
        Stroke(_GOLD, "M25 36 Q50 26 75 36 L75 30 Q50 20 25 30Z"),
        Stroke(_TRIM, "M66 28 Q64 2 88 0 Q92 18 70 28Z"),
        Stroke(_STEM, "M67 29 Q74 14 86 4"),
    ),
    (
        Stroke(_FELT, "M20 32 Q14 12 50 8 Q86 12 80 32 Q50 24 20 32Z"),
        Stroke(_STEM, "M50 8 L50 27 M34 11 L30 29 M66 11 L70 29"),
        Stroke(_GOLD, "M24 33 Q50 24 76 33 Q84 40 66 39 Q50 33 34 39 Q16 40 24 33Z"),
        Stroke(_FELT, circle(50, 7, 3.5)),
    ),
    (
        Stroke(_STRAW, "M32 28 L33 12 L67 12 L68 28Z"),
        Stroke(_GOLD, "M32.5 20 L67.5 20 L68 28 L32 28Z"),
        Stroke(_STRAW, "M14 28 L86 28 L84 34 L16 34Z"),
    ),
    (
        Stroke(_FELT, circle(50, 14, 10)),
        Stroke(_FELT, "M27 40 Q28 22 50 22 Q72 22 73 40 Q62 28 50 28 Q38 28 27 40Z"),
        Stroke(_GLASS, circle(39, 48, 10) + circle(61, 48, 10)),
        Stroke(_STEM, "M49 47 L51 47"),
    ),
    (
        Stroke(_FELT, "M24 44 Q20 14 50 14 Q80 14 76 44 Q72 32 50 31 Q28 32 24 44Z"),
        Stroke(_LENS, circle(39, 27, 9) + circle(61, 27, 9)),
        Stroke(Ink(stroke=BRASS, width=2), "M22 30 L30 27 M70 27 L78 30"),
    ),
)
_BIRDS: Final = {Role.LIBERAL: _OWL, Role.FASCIST: _RAVEN, Role.HITLER: _CUCKOO}


def bird(role: Role, hat: int) -> Drawing:
    """Owls and ravens are told apart by what they wear; there is only one cuckoo."""
    worn = () if role is Role.HITLER else HATS[hat % len(HATS)]
    return Drawing(100, 100, _BIRDS[role] + worn)


def citizen(hat: int) -> Drawing:
    return Drawing(100, 100, _CITIZEN + HATS[hat])


_OWL_FACE: Final = (
    Stroke(_TEAL, "M9 9 Q20 15 30 15 Q40 15 51 9 Q57 30 48 42 Q40 53 30 53 Q20 53 12 42 Q3 30 9 9Z"),
    Stroke(_LIGHT, circle(20.5, 30, 8.5) + circle(39.5, 30, 8.5)),
    Stroke(_TEAL, circle(20.5, 30, 4) + circle(39.5, 30, 4)),
    Stroke(_LIGHT, "M27 38 H33 L30 44Z"),
)
_RAVEN_FACE: Final = (
    Stroke(_BRICK, "M7 12 L24 14 L30 8 L36 14 L53 12 L46 27 L30 54 L14 27Z"),
    Stroke(_LIGHT, "M16 20 L26 25 L18 26Z M44 20 L34 25 L42 26Z"),
)
_DIAMOND: Final = (Stroke(_TEAL, "M30 8 L46 31 L30 54 L14 31Z"),)
_HEART: Final = (Stroke(_BRICK, "M30 54 Q8 36 8 22 Q8 10 19 10 Q27 10 30 19 Q33 10 41 10 Q52 10 52 22 Q52 36 30 54Z"),)
_FACES: Final = {
    (Cards.TILES, Policy.LIBERAL): _OWL_FACE,
    (Cards.TILES, Policy.FASCIST): _RAVEN_FACE,
    (Cards.FRENCH_DECK, Policy.LIBERAL): _DIAMOND,
    (Cards.FRENCH_DECK, Policy.FASCIST): _HEART,
}


def emblem(policy: Policy, cards: Cards = Cards.TILES) -> Drawing:
    """The face of a tile: the mask of a bird, or the suit where the game is played with ordinary cards."""
    return Drawing(60, 60, _FACES[cards, policy])


def outlined(drawing: Drawing, colour: str, width: float = 1) -> Drawing:
    """The same, drawn with a thin line."""
    return drawing._replace(strokes=tuple(Stroke(Ink(stroke=colour, width=width), path) for _, path in drawing.strokes))


def _sign(*paths: tuple[str, bool], colour: str) -> Drawing:
    return Drawing(24, 24, tuple(Stroke(Ink(fill=colour) if solid else Ink(stroke=colour, width=2.2), path) for path, solid in paths))


_SIGNS: Final = {
    Power.INVESTIGATE: ((circle(10, 10, 6.5), False), ("M15 15 L21 21", False)),
    Power.SPECIAL_ELECTION: (("M4 10 H20 V21 H4Z M8 10 L10 3 H18 L16 10 M8 14 H16", False),),
    Power.PEEK: (("M2 12 Q12 3 22 12 Q12 21 2 12Z", False), (circle(12, 12, 3), True)),
    Power.EXECUTE: ((circle(12, 12, 7), False), ("M12 1 V8 M12 16 V23 M1 12 H8 M16 12 H23", False)),
}


def power_sign(power: Power, colour: str) -> Drawing:
    return _sign(*_SIGNS[power], colour=colour)


def veto_sign(colour: str) -> Drawing:
    return _sign((circle(12, 12, 9), False), ("M5.5 5.5 L18.5 18.5", False), colour=colour)


def ballot_mark(ja: bool, colour: str) -> Drawing:
    """A tick in a round, a cross in a square: told apart without colour."""
    path = circle(12, 12, 9.5) + "M7 12.5 L11 16.5 L17.5 8" if ja else rectangle(3, 3, 18, 18) + "M7.5 7.5 L16.5 16.5 M16.5 7.5 L7.5 16.5"
    return _sign((path, False), colour=colour)


SEAL: Final = Drawing(
    20, 20, (Stroke(_GOLD, circle(10, 10, 9)), Stroke(Ink(stroke=SHEET, width=2), "M6 10 a4 4 0 0 1 8 0 M6 10 L10 15 L14 10"))
)
