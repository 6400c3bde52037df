"""Scene: compose the drawings into pictures, as SVG: the room, the tracks and the people at the table."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from ..rules import Party, Seat

WIDTH, HEIGHT, STRIP = 1200, 630, 468
INK, PAPER, SHEET, BRASS = "#1E1A17", "#F4EAD5", "#FBF5E6", "#D9A93F"
GROUNDS: Final = {Party.LIBERAL: ("#17606C", "#0E434C"), Party.FASCIST: ("#9E2D26", "#6F1A16")}
TINTS: Final = {"c1": "#37343A", "c2": "#8E8A92", "c3": "#D9B25A", "lamp": "#D39A2E", "lampd": "#8F6314", "lampl": "#FFF0C2"}
"""The colours of coats and the lamp that nobody chose."""
WARM, COLD = (
    ("#7A4A22", "#8A5629", "#4A2A14", "#8A5A32", "#D3A968", "#F8E3AE"),
    ("#222B30", "#2B363C", "#161B1F", "#6B4A30", "#9C957D", "#EAE2CC"),
)
"""Wall, its stripes, floor, wood, cloth, and cloth in the light."""


def sheet(*parts: str, split: int = WIDTH) -> str:
    clip = f'<clipPath id="right"><path d="M{split + 55} 0H{WIDTH}V{STRIP}H{split - 55}Z"/></clipPath>'
    defs = "".join(_groups(name) for name in ("parties", "wardrobe", "tiles", "species", "coats", "room"))
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><defs>{clip}{defs}</defs>{body}</svg>'
    )


def room(cold: bool) -> str:
    wall, stripe, floor, wood, felt, lit = COLD if cold else WARM
    stripes = "".join(f'<rect x="{x}" width="26" height="300" fill="{stripe}"/>' for x in range(0, WIDTH, 70))
    top = "".join(
        f'<ellipse cx="600" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"/>'
        for y, rx, ry, fill in ((482, 650, 218, "#0C0E14"), (470, 650, 214, wood), (470, 628, 200, felt), (470, 530, 164, lit))
    )
    return (
        f'<rect width="{WIDTH}" height="300" fill="{wall}"/>{stripes}<rect y="300" width="{WIDTH}" height="{HEIGHT}" fill="{floor}"/>{top}'
        f'<path d="M520 92H680L1160 {STRIP}H40Z" fill="#FFF0C2" opacity=".17"/><use xlink:href="#lamp" transform="translate(500 -18)"/>'
    )


def strip() -> str:
    edge = f'<path d="M0 {STRIP}L{WIDTH} {STRIP - 4}v6L0 {STRIP + 6}Z" fill="{BRASS}"/>'
    return f'<path d="M0 {STRIP}H{WIDTH}V{HEIGHT}H0Z" fill="{PAPER}"/>{edge}'


def ground(party: Party, left: int, right: int) -> str:
    plain, dark = GROUNDS[party]
    ground = f'<rect x="{left - 80}" width="{right - left + 80}" height="{STRIP}" fill="{plain}"/>'
    x, y = (left + right) // 2, 330
    if party is Party.LIBERAL:
        return ground + "".join(
            f'<circle cx="{x}" cy="{y}" r="{46 * step}" fill="none" stroke="{dark}" stroke-width="15"/>' for step in range(1, 20)
        )
    rays = "".join(f'<path d="M{x} {y}l1200 -90v180z" transform="rotate({step * 15} {x} {y})"/>' for step in range(24))
    return f'{ground}<g fill="{dark}">{rays}</g>'


def plate(x: int, y: int, text: str) -> str:
    wide = min(WIDTH - 420, 50 + len(text) * 16)
    return (
        f'<g transform="translate({x} {y}) rotate(-.8)"><rect x="7" y="9" width="{wide}" height="62" fill="#0C0E14" opacity=".5"/>'
        f'<rect width="{wide}" height="62" fill="{SHEET}"/>'
        f"{lettering(24, 42, text, 34, 'Alegreya Sans', INK, bold=True, width=wide - 44)}</g>"
    )


def bust(seat: Seat, x: int, y: int, scale: float) -> str:
    """Draw a player as the table sees them, without their role."""
    species, hat = ids("species", r"\w+"), worn(seat)
    kind = species[seat % len(species)]

    def shape(ending: str) -> str:
        return "".join(f'<use xlink:href="#{part}{ending}"/>' for part in (kind, "coat", hat))

    return (
        f'<g transform="translate({x} {y}) scale({scale}) translate(12 22)">'
        f'<g opacity=".5" transform="translate(-7 8)">{shape("-shade")}</g>'
        f'<g stroke="{SHEET}" stroke-width="7" stroke-linejoin="round">{shape("-rim")}</g>'
        f'<use xlink:href="#{kind}"/><use xlink:href="#{kind}-print"/><use xlink:href="#coat"/><use xlink:href="#lapels"/>'
        f'<use xlink:href="#{hat}"/></g>'
    )


def track(party: Party, enacted: int, goal: int, x: int, turn: float) -> str:
    plain, dark = GROUNDS[party]
    tile, mask = ("liberal", "owl-mask") if party is Party.LIBERAL else ("fascist", "raven-mask")
    wide = 516 / goal
    scale = (wide - 12) / 60
    corner = 26 if party is Party.LIBERAL else 8
    slots = "".join(
        f'<g transform="translate({18 + slot * wide:.1f} {85 - 42 * scale:.1f}) scale({scale:.3f})">'
        + (
            f'<use xlink:href="#{tile}-shade" transform="translate(3 4)" opacity=".5"/>'
            f'<use xlink:href="#{tile}"/><use xlink:href="#{mask}"/>'
            f"{lettering(30, 78, party.value, 22, 'Oswald', plain, 'middle')}</g>"
            if slot < enacted
            else f'<rect x="1" y="1" width="58" height="82" rx="6" fill="{dark}" stroke="{PAPER}" stroke-opacity=".55" stroke-width="1.4" '
            f'stroke-dasharray="4 3"/></g>'
        )
        for slot in range(goal)
    )
    return (
        f'<g transform="translate({x} 262) rotate({turn})">'
        f'<rect x="8" y="10" width="540" height="170" rx="{corner}" fill="#0C0E14" opacity=".45"/>'
        f'<rect width="540" height="170" rx="{corner}" fill="{plain}" stroke="{SHEET}" stroke-width="5"/>{slots}</g>'
    )


def lettering(
    x: float, y: float, text: str, size: int, family: str, colour: str, anchor: str = "start", bold: bool = False, width: float = 1e9
) -> str:
    """Print text, smaller if it's too wide by the width of an average letter."""
    needed = len(text) * size * (0.47 if family == "Oswald" else 0.5)
    shown = size if needed <= width else max(10, int(size * width / needed))
    text = text.replace("\u202f", "\xa0")  # the fonts have no narrow one
    weight = "bold" if bold else "normal" if family != "Oswald" else "600"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{family}" font-weight="{weight}" font-size="{shown}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )


def worn(seat: Seat) -> str:
    hats = ids("wardrobe", r"hat-[\w-]+")
    return hats[seat % len(hats)]


@cache
def ids(drawing: str, form: str) -> list[str]:
    return re.findall(rf'<symbol id="({form})"', _drawing(drawing))


@cache
def _groups(name: str) -> str:
    """Make groups, since symbols clip what sticks out of their box: each as print, shadow and paper edge."""
    found = re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', _drawing(name), re.DOTALL)
    return "".join(
        f'<g id="{id}">{_inked(inside)}</g><g id="{id}-shade">{_inked(inside, "#0C0E14")}</g><g id="{id}-rim">{_inked(inside, SHEET)}</g>'
        for id, inside in found
    )


def _drawing(name: str) -> str:
    return (files("secret_hitler") / "drawings" / f"{name}.svg").read_text(encoding="utf-8")


def _inked(inside: str, colour: str | None = None) -> str:
    inside = re.sub(r"var\(--(?!k\b)(\w+)(?:,\s*([^()]+))?\)", lambda found: TINTS.get(found[1], found[2]), inside)
    return re.sub(r"var\(--k,\s*([^)]+)\)", lambda found: colour or found[1], inside)
