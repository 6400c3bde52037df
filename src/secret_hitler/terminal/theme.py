"""The look: paper, ink and two strong colours; a party is told by letter and shape first, by colour last."""

from typing import Final

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from ..rules import Party, Policy, Role, Tiles

PAPER, TABLE, INK = "#1B1A1D", "#26242A", "#EFE6D3"
LIBERAL, FASCIST, BRASS = "#5FB4BF", "#E0705F", "#D9B25A"
FAINT: Final = "#A89F90"
LINE: Final = "#4A464F"
COLD: Final = "#141318"
"""The paper after the policy from which on Hitler's election wins: one step darker."""

THEME: Final = Theme(
    name="parliament-of-owls",
    primary=BRASS,
    secondary=LIBERAL,
    accent=BRASS,
    warning=BRASS,
    error=FASCIST,
    success=LIBERAL,
    foreground=INK,
    background=PAPER,
    surface=TABLE,
    panel=TABLE,
    dark=True,
    variables={
        "liberal": LIBERAL,
        "fascist": FASCIST,
        "brass": BRASS,
        "ink": INK,
        "faint": FAINT,
        "line": LINE,
        "cold": COLD,
        "footer-background": TABLE,
        "footer-key-foreground": BRASS,
        "footer-description-foreground": INK,
        "border": LINE,
        "block-cursor-foreground": PAPER,
        "block-cursor-background": BRASS,
        "input-cursor-background": BRASS,
        "input-selection-background": LINE,
    },
)

COLOUR: Final = {"L": LIBERAL, "F": FASCIST, "H": FASCIST}
SHAPE: Final = {"L": "(L)", "F": "<F>", "H": "<H>"}
"""Round for liberals, pointed for fascists."""
HOLLOW: Final = {"L": "({})", "F": "<{}>"}
COVER: Final = "[?]"

FAINTLY: Final = Style(color=FAINT)
STRONGLY: Final = Style(bold=True)
TO_DO: Final = Style(color=BRASS, bold=True)


def stamp(kind: Party | Policy | Role) -> Text:
    """One tile or card, face up."""
    return Text(SHAPE[kind.value], Style(color=COLOUR[kind.value], bold=True))


def stamps(tiles: Tiles) -> Text:
    return Text(" ").join(map(stamp, tiles))


def hand(tiles: Tiles) -> Text:
    """Tiles as they lie in one's hand, printed full."""
    return Text("  ").join(Text(f" {SHAPE[tile.value]} ", Style(color=COLOUR[tile.value], bold=True, reverse=True)) for tile in tiles)


def covered_hand(number: int) -> Text:
    return Text("  ").join(Text(" [?] ", Style(color=FAINT, bgcolor=LINE)) for _ in range(number))


def covers(number: int) -> Text:
    return Text(" ".join([COVER] * number), FAINTLY)


def poster(kind: Party | Policy | Role, words: str) -> Text:
    """A strip of the party's colour with its letter."""
    return Text(f" {SHAPE[kind.value]} {words} ", Style(color=PAPER, bgcolor=COLOUR[kind.value], bold=True))
