"""Draw the poster of a game, or of one moment of it, as SVG and as a PNG to share."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

import resvg_py

from ..rules import Party, Policy, Role, Seat
from ..wire.review import CurvePoint, Review
from ..words import Words, said_in_words
from ..words.speaker import shown_name

WIDTH, HEIGHT, STRIP = 1200, 630, 468
INK, PAPER, SHEET, BRASS = "#1E1A17", "#F4EAD5", "#FBF5E6", "#D9A93F"
GROUNDS: Final = {Party.LIBERAL: ("#17606C", "#0E434C"), Party.FASCIST: ("#9E2D26", "#6F1A16")}
KINDS: Final = {Role.LIBERAL: "owl", Role.FASCIST: "raven", Role.HITLER: "cuckoo"}
_HATS: Final = {"owl": "translate(12 -36) scale(1.7)", "raven": "translate(54 -52) scale(1.3) rotate(20 50 34)"}
AWARDS = 3
TINTS: Final = {"c1": "#37343A", "c2": "#8E8A92", "c3": "#D9B25A", "lamp": "#D39A2E", "lampd": "#8F6314", "lampl": "#FFF0C2"}
"""The colours of coats and the lamp that nobody chose."""
WARM, COLD = (
    ("#7A4A22", "#8A5629", "#4A2A14", "#8A5A32", "#D3A968", "#F8E3AE"),
    ("#222B30", "#2B363C", "#161B1F", "#6B4A30", "#9C957D", "#EAE2CC"),
)
"""Wall, its stripes, floor, wood, cloth, and cloth in the light."""
COLD_FROM = 3
"""From this many fascist policies on, draw the other room."""


def picture(svg: str) -> bytes:
    """Turn SVG into a PNG, with the typefaces of the printed game."""
    fonts = [str(font) for font in (files("secret_hitler.paper.printing") / "fonts").iterdir() if font.name.endswith(".ttf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=fonts))


def poster(review: Review, words: Words) -> str:
    """Draw both teams with their roles, how the chances moved, and the awards."""
    winner = review.ending.winner
    title = words.loud("end.liberalsWin" if winner == "L" else "end.fascistsWin")
    told = said_in_words(words, f"event.GameEnded.{review.ending}", {}, _names(review)).partition(":")[2].strip()
    losers = Party.FASCIST if winner == "L" else Party.LIBERAL
    sides = [[Seat(seat) for seat, role in enumerate(review.roles) if role.party is party] for party in (winner, losers)]
    split = 150 + round(900 * max(0.42, min(0.68, len(sides[0]) / len(review.roles))))
    return _sheet(
        _ground(winner, 0, WIDTH),
        f'<g clip-path="url(#right)">{_ground(losers, split, WIDTH)}</g>',
        f'<path d="M{split + 55} 0L{split - 55} {STRIP}" stroke="{SHEET}" stroke-width="12"/>',
        _text(40, 104, title, 92, "Oswald", PAPER, width=split - 90),
        _text(44, 152, told[:1].upper() + told[1:], 28, "Alegreya Sans", PAPER, bold=True, width=split - 110),
        _text(WIDTH - 36, 60, words.upper(words.say("game.title")), 38, "Oswald", PAPER, anchor="end", width=WIDTH - split - 110),
        *_birds(review, sides[0], 24, split - 60),
        *_birds(review, sides[1], split + 12, WIDTH - 16),
        _strip(),
        _chart(review.curve, words, 100, 500, 410, 100),
        *_ribbons(review, words),
        split=split,
    )


def moment_poster(review: Review, words: Words, move: int) -> str:
    """Draw one moment: what happened, both tracks, and the public's chances up to then, but no roles."""
    curve = [point for point in review.curve if point.move <= move] or review.curve[:1]
    at = curve[-1]
    enacted = [point.policy for point in curve if point.policy is not None]
    judged = next((one for one in review.decisions if one.move == move), None)
    told = "" if judged is None else said_in_words(words, judged.did.key, judged.did.params, _names(review))
    return _sheet(
        _room(enacted.count(Policy.FASCIST) >= COLD_FROM),
        "" if judged is None else _bust(judged.seat, 850, 66, 1.42),
        _text(40, 108, words.loud("table.round", n=at.round), 92, "Oswald", PAPER),
        _plate(40, 134, told[:1].upper() + told[1:]) if told else "",
        _text(WIDTH - 36, 56, words.upper(words.say("game.title")), 38, "Oswald", PAPER, anchor="end"),
        _track(Party.LIBERAL, enacted.count(Policy.LIBERAL), review.liberal_goal, 44, -0.7),
        _track(Party.FASCIST, enacted.count(Policy.FASCIST), review.fascist_goal, 616, 0.6),
        _strip(),
        _chart(curve, words, 110, 500, 1040, 100, public=True),
    )


def _names(review: Review) -> Callable[[Seat], str]:
    return lambda seat: shown_name(review.names[seat], seat)


def _sheet(*parts: str, split: int = WIDTH) -> str:
    clip = f'<clipPath id="right"><path d="M{split + 55} 0H{WIDTH}V{STRIP}H{split - 55}Z"/></clipPath>'
    defs = "".join(_groups(name) for name in ("parties", "wardrobe", "tiles", "species", "coats", "room"))
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><defs>{clip}{defs}</defs>{body}</svg>'
    )


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


@cache
def _ids(drawing: str, form: str) -> list[str]:
    return re.findall(rf'<symbol id="({form})"', _drawing(drawing))


def _worn(seat: Seat) -> str:
    hats = _ids("wardrobe", r"hat-[\w-]+")
    return hats[seat % len(hats)]


def _ground(party: Party, left: int, right: int) -> str:
    plain, dark = GROUNDS[party]
    ground = f'<rect x="{left - 80}" width="{right - left + 80}" height="{STRIP}" fill="{plain}"/>'
    x, y = (left + right) // 2, 330
    if party is Party.LIBERAL:
        return ground + "".join(
            f'<circle cx="{x}" cy="{y}" r="{46 * step}" fill="none" stroke="{dark}" stroke-width="15"/>' for step in range(1, 20)
        )
    rays = "".join(f'<path d="M{x} {y}l1200 -90v180z" transform="rotate({step * 15} {x} {y})"/>' for step in range(24))
    return f'{ground}<g fill="{dark}">{rays}</g>'


def _birds(review: Review, seats: Sequence[Seat], left: int, right: int) -> Iterator[str]:
    size = min(210.0, (right - left) / max(len(seats), 1))
    first = (left + right - size * len(seats)) / 2
    yield from (_bird(review, seat, first + place * size, size) for place, seat in enumerate(seats))


def _bird(review: Review, seat: Seat, x: float, size: float) -> str:
    role, kind, hat = review.roles[seat], KINDS[review.roles[seat]], _worn(seat)

    def shape(ending: str) -> str:
        wearing = f'<use xlink:href="#{hat}{ending}" transform="{_HATS[kind]}"/>' if kind in _HATS else ""
        return f'<use xlink:href="#{kind}{ending}"/>{wearing}'

    scale = 1.3 * size / 300
    bird = (
        f'<g transform="translate({x + size / 2:.1f} {STRIP - 28}) scale({scale:.3f}) translate(-100 -240)">'
        f'<g opacity=".5" transform="translate(-7 8)">{shape("-shade")}</g>'
        f'<g stroke="{SHEET}" stroke-width="8" stroke-linejoin="round">{shape("-rim")}</g>'
        f'<use xlink:href="#{kind}"/><use xlink:href="#{kind}-print"/>{shape("").partition(chr(62))[2]}</g>'
    )
    mark, plate = GROUNDS[role.party][0], size - 14
    name = _text(36 + (plate - 36) / 2, 25, _names(review)(seat), 23, "Alegreya Sans", INK, "middle", bold=True, width=plate - 46)
    return (
        f'{bird}<g transform="translate({x + 7:.1f} {STRIP - 46}) rotate(-.6)"><rect width="{plate:.0f}" height="34" fill="{SHEET}"/>'
        f'<rect width="30" height="34" fill="{mark}" stroke="{SHEET}" stroke-width="2"/>'
        f"{_text(15, 25, role.value, 22, 'Oswald', PAPER, anchor='middle')}"
        f"{name}</g>"
    )


def _strip() -> str:
    edge = f'<path d="M0 {STRIP}L{WIDTH} {STRIP - 4}v6L0 {STRIP + 6}Z" fill="{BRASS}"/>'
    return f'<path d="M0 {STRIP}H{WIDTH}V{HEIGHT}H0Z" fill="{PAPER}"/>{edge}'


def _chart(curve: Sequence[CurvePoint], words: Words, x: int, y: int, wide: int, high: int, public: bool = False) -> str:
    values = [point.public if public else point.open for point in curve]
    steps = max(len(values) - 1, 1)
    points = [(x + wide * place / steps, y + high * (1 - value)) for place, value in enumerate(values)]
    line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    middle = y + high / 2
    area = f"{points[0][0]:.1f},{middle} {line} {points[-1][0]:.1f},{middle}"
    liberal, fascist = GROUNDS[Party.LIBERAL][0], GROUNDS[Party.FASCIST][0]
    marks = "".join(_mark(point.policy, *place) for point, place in zip(curve, points, strict=True) if point.policy is not None)
    end = f'<circle cx="{points[-1][0]:.1f}" cy="{points[-1][1]:.1f}" r="9" fill="{BRASS}" stroke="{INK}" stroke-width="3"/>'
    return (
        f'<clipPath id="up"><rect x="{x - 9}" y="{y - 20}" width="{wide + 18}" height="{middle - y + 20}"/></clipPath>'
        f'<clipPath id="down"><rect x="{x - 9}" y="{middle}" width="{wide + 18}" height="{high}"/></clipPath>'
        f'<polygon points="{area}" fill="{liberal}" clip-path="url(#up)"/>'
        f'<polygon points="{area}" fill="{fascist}" clip-path="url(#down)"/>'
        f'<path d="M{x} {middle}h{wide}" stroke="{INK}" stroke-width="2"/>'
        f'<polyline points="{line}" fill="none" stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>{marks}{end}'
        f"{_text(x - 14, y + 8, 'L', 24, 'Oswald', liberal, 'end')}"
        f"{_text(x - 14, y + high + 8, 'F', 24, 'Oswald', fascist, 'end')}"
        f"{_text(x - 14, middle + 6, words.say('review.even'), 18, 'Alegreya Sans', INK, bold=True, anchor='end')}"
    )


def _mark(policy: Policy, x: float, y: float) -> str:
    if policy is Policy.LIBERAL:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{GROUNDS[Party.LIBERAL][0]}" stroke="{SHEET}" stroke-width="3"/>'
    return f'<path d="M{x:.1f} {y - 10:.1f}l10 10-10 10-10-10z" fill="{GROUNDS[Party.FASCIST][0]}" stroke="{SHEET}" stroke-width="3"/>'


def _ribbons(review: Review, words: Words) -> Iterator[str]:
    for place, award in enumerate(review.awards[:AWARDS]):
        x, y = 590 + place * 204, 540
        party = GROUNDS[review.roles[award.seat].party][0]
        number = words.say(f"review.award.{award.kind}.number", **award.params)
        yield (
            f'<path d="M{x - 14} {y + 20}l-8 60 22-14 22 14-8-60z" fill="{party}"/><circle cx="{x}" cy="{y}" r="38" fill="{BRASS}"/>'
            f'<circle cx="{x}" cy="{y}" r="30" fill="{SHEET}" stroke="{INK}" stroke-width="2"/>'
            f'<clipPath id="medal-{place}"><circle cx="{x}" cy="{y}" r="29"/></clipPath>'
            f'<g clip-path="url(#medal-{place})">{_bust(award.seat, x - 36, y - 32, 0.5)}</g>'
            f"{_text(x + 46, y - 12, _names(review)(award.seat), 26, 'Oswald', INK, width=146)}"
            f"{_text(x + 46, y + 14, words.say(f'review.award.{award.kind}'), 19, 'Alegreya Sans', INK, bold=True, width=132)}"
            f"{_text(x + 46, y + 38, number, 18, 'Alegreya Sans', INK, width=146)}"
        )


def _room(cold: bool) -> str:
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


def _plate(x: int, y: int, text: str) -> str:
    wide = min(WIDTH - 420, 50 + len(text) * 16)
    return (
        f'<g transform="translate({x} {y}) rotate(-.8)"><rect x="7" y="9" width="{wide}" height="62" fill="#0C0E14" opacity=".5"/>'
        f'<rect width="{wide}" height="62" fill="{SHEET}"/>'
        f"{_text(24, 42, text, 34, 'Alegreya Sans', INK, bold=True, width=wide - 44)}</g>"
    )


def _bust(seat: Seat, x: int, y: int, scale: float) -> str:
    """Draw a player as the table sees them, without their role."""
    species, hat = _ids("species", r"\w+"), _worn(seat)
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


def _track(party: Party, enacted: int, goal: int, x: int, turn: float) -> str:
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
            f"{_text(30, 78, party.value, 22, 'Oswald', plain, 'middle')}</g>"
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


def _text(
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
