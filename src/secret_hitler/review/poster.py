"""Draw the poster of a game, or of one moment of it, as SVG and as a PNG to share."""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Final

import resvg_py

from ..drawings.scene import (
    BRASS,
    GROUNDS,
    INK,
    PAPER,
    SHEET,
    STRIP,
    WIDTH,
    bust,
    ground,
    lettering,
    plate,
    room,
    sheet,
    strip,
    track,
    worn,
)
from ..rules import Party, Policy, Role, Seat
from ..wire.review import CurvePoint, Review
from ..words import Words, said_in_words
from ..words.speaker import shown_name

KINDS: Final = {Role.LIBERAL: "owl", Role.FASCIST: "raven", Role.HITLER: "cuckoo"}
_HATS: Final = {"owl": "translate(12 -36) scale(1.7)", "raven": "translate(54 -52) scale(1.3) rotate(20 50 34)"}
AWARDS = 3
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
    return sheet(
        ground(winner, 0, WIDTH),
        f'<g clip-path="url(#right)">{ground(losers, split, WIDTH)}</g>',
        f'<path d="M{split + 55} 0L{split - 55} {STRIP}" stroke="{SHEET}" stroke-width="12"/>',
        lettering(40, 104, title, 92, "Oswald", PAPER, width=split - 90),
        lettering(44, 152, told[:1].upper() + told[1:], 28, "Alegreya Sans", PAPER, bold=True, width=split - 110),
        lettering(WIDTH - 36, 60, words.upper(words.say("game.title")), 38, "Oswald", PAPER, anchor="end", width=WIDTH - split - 110),
        *_birds(review, sides[0], 24, split - 60),
        *_birds(review, sides[1], split + 12, WIDTH - 16),
        strip(),
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
    return sheet(
        room(enacted.count(Policy.FASCIST) >= COLD_FROM),
        "" if judged is None else bust(judged.seat, 850, 66, 1.42),
        lettering(40, 108, words.loud("table.round", n=at.round), 92, "Oswald", PAPER),
        plate(40, 134, told[:1].upper() + told[1:]) if told else "",
        lettering(WIDTH - 36, 56, words.upper(words.say("game.title")), 38, "Oswald", PAPER, anchor="end"),
        track(Party.LIBERAL, enacted.count(Policy.LIBERAL), review.liberal_goal, 44, -0.7),
        track(Party.FASCIST, enacted.count(Policy.FASCIST), review.fascist_goal, 616, 0.6),
        strip(),
        _chart(curve, words, 110, 500, 1040, 100, public=True),
    )


def _names(review: Review) -> Callable[[Seat], str]:
    return lambda seat: shown_name(review.names[seat], seat)


def _birds(review: Review, seats: Sequence[Seat], left: int, right: int) -> Iterator[str]:
    size = min(210.0, (right - left) / max(len(seats), 1))
    first = (left + right - size * len(seats)) / 2
    yield from (_bird(review, seat, first + place * size, size) for place, seat in enumerate(seats))


def _bird(review: Review, seat: Seat, x: float, size: float) -> str:
    role, kind, hat = review.roles[seat], KINDS[review.roles[seat]], worn(seat)

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
    name = lettering(36 + (plate - 36) / 2, 25, _names(review)(seat), 23, "Alegreya Sans", INK, "middle", bold=True, width=plate - 46)
    return (
        f'{bird}<g transform="translate({x + 7:.1f} {STRIP - 46}) rotate(-.6)"><rect width="{plate:.0f}" height="34" fill="{SHEET}"/>'
        f'<rect width="30" height="34" fill="{mark}" stroke="{SHEET}" stroke-width="2"/>'
        f"{lettering(15, 25, role.value, 22, 'Oswald', PAPER, anchor='middle')}"
        f"{name}</g>"
    )


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
        f"{lettering(x - 14, y + 8, 'L', 24, 'Oswald', liberal, 'end')}"
        f"{lettering(x - 14, y + high + 8, 'F', 24, 'Oswald', fascist, 'end')}"
        f"{lettering(x - 14, middle + 6, words.say('review.even'), 18, 'Alegreya Sans', INK, bold=True, anchor='end')}"
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
            f'<g clip-path="url(#medal-{place})">{bust(award.seat, x - 36, y - 32, 0.5)}</g>'
            f"{lettering(x + 46, y - 12, _names(review)(award.seat), 26, 'Oswald', INK, width=146)}"
            f"{lettering(x + 46, y + 14, words.say(f'review.award.{award.kind}'), 19, 'Alegreya Sans', INK, bold=True, width=132)}"
            f"{lettering(x + 46, y + 38, number, 18, 'Alegreya Sans', INK, width=146)}"
        )
