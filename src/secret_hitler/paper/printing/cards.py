"""Cards: draw each front and back, and list which cards a rule set needs, and how many of each."""

import math
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from ...rules import Party, Policy, Role, Ruleset
from ...words import Words
from ...words.summary import aim_in_words, by_hand
from .drawings import bird, circle, cut_rectangle, emblem, rectangle, seal, sign_of
from .pen import BLEED, BRASS, FAINT, FASCIST, INK, LIBERAL, SHEET, Box, Drawing, Face, Ink, Pen

COLOUR: Final = {Party.LIBERAL: LIBERAL, Party.FASCIST: FASCIST}
_SIZES: Final = [size / 4 for size in range(48, 31, -1)]
"""Of the type on a role card; use the largest that fits."""


def frame(party: Party, box: Box, corner: float) -> str:
    """Outline a frame: round for liberals, with cut corners for fascists."""
    return rectangle(*box, corner) if party is Party.LIBERAL else cut_rectangle(*box, corner)


def badge(pen: Pen, party: Party, words: Words, x: float, y: float, radius: float) -> None:
    pen.path(_mark(party, x, y, radius), Ink(COLOUR[party]))
    pen.centred(words.say(f"letter.{party.value}"), Box(x - radius, y - radius, 2 * radius, 2 * radius), radius * 3.6, colour=SHEET)


def tile(pen: Pen, box: Box, policy: Policy, rules: Ruleset, words: Words) -> None:
    party = Party(policy.value)
    colour = COLOUR[party]
    pen.path(frame(party, box.inset(2.2), 5 if party is Party.LIBERAL else 3), Ink(stroke=colour, width=1.2))
    middle, _ = box.middle
    pen.draw(emblem(policy, rules.cards), middle - 15, box.y + 3.2, 30)
    pen.centred(words.say(f"letter.{policy.value}"), Box(box.x, box.y + 33.5, box.width, 10), 30, colour=colour)
    pen.centred(words.loud(f"tile.{policy.value}"), Box(box.x + 5, box.bottom - 9.2, box.width - 10, 4), 8, colour=colour)


def role(pen: Pen, box: Box, dealt: Role, hat: int, rules: Ruleset, words: Words) -> None:
    party = dealt.party
    colour = INK if dealt is Role.HITLER else COLOUR[party]
    inner = box.inset(2.5)
    with pen.clipped(inner):
        _radiance(pen, party, inner.x + 21, inner.y + 23)
        pen.draw(bird(dealt, hat), inner.x + 1, inner.bottom - 40, 40)
    pen.path(frame(party, inner, 5 if party is Party.LIBERAL else 3.5), Ink(stroke=colour, width=1.2))
    left, wide = inner.x + 42, inner.width - 45.5
    badge(pen, party, words, inner.right - 7.5, inner.y + 7.8, 3.6)
    pen.text(words.loud(f"role.{dealt.value}"), left, inner.y + 11.5, 24, face=Face.POSTER, colour=colour, width=wide - 10)
    pen.line(left, inner.y + 14.8, inner.right - 4, inner.y + 14.8, 0.5, colour)
    aim, known = aim_in_words(words, dealt, rules), known_to(dealt, rules, words)
    room = Box(left, inner.y + 16.4, wide, inner.height - 18.6)
    size = next(size for size in _SIZES if pen.height(aim, wide, size) + pen.height(known, wide, size, face=Face.BOLD) < room.height - 1)
    taken = 1 + pen.paragraph(aim, room, size, least=size)
    pen.paragraph(known, room._replace(y=room.y + taken, height=room.height - taken), size, least=size, face=Face.BOLD, colour=colour)


def party_card(pen: Pen, box: Box, party: Party, words: Words) -> None:
    colour = COLOUR[party]
    inner = box.inset(2.5)
    corner = 5 if party is Party.LIBERAL else 3.5
    pen.path(frame(party, inner, corner), Ink(stroke=colour, width=1.2))
    pen.path(frame(party, inner.inset(1.6), corner - 1), Ink(stroke=colour, width=0.3))
    pen.draw(emblem(Policy(party.value)), inner.x + 3.5, inner.y + 4, 36)
    left, wide = inner.x + 42, inner.width - 47
    pen.text(words.loud("print.back.party"), left, inner.y + 9.5, 10, face=Face.POSTER, width=wide)
    pen.line(left, inner.y + 12, left + wide, inner.y + 12, 0.3)
    pen.text(words.loud(f"print.party.{party.value}"), left, inner.y + 23.5, 26, face=Face.POSTER, colour=colour, width=wide)
    pen.line(left, inner.y + 27.5, left + wide, inner.y + 27.5, 0.3)
    badge(pen, party, words, left + 5, inner.y + 34.6, 4.4)
    for step in range(5):
        stamp = left + 15 + step * (wide - 17) / 4
        pen.path(_mark(party, stamp, inner.y + 34.6, 1.9), Ink(stroke=colour, width=0.4))


def ballot(pen: Pen, box: Box, ja: bool, words: Words) -> None:
    """Print both votes with about as much ink, because a black ballot would shine through thin paper."""
    inner = box.inset(2.5)
    pen.path(rectangle(*inner, 5) if ja else rectangle(*inner), Ink(stroke=INK, width=1.2))
    middle, _ = box.middle
    pen.draw(sign_of("tick" if ja else "cross", INK), middle - 7.5, inner.y + 3, 15)
    vote = f"print.ballot.{'ja' if ja else 'nein'}"
    pen.centred(words.say(vote).upper(), Box(inner.x + 3, inner.y + 19.5, inner.width - 6, 14), 34)
    pen.text(words.say(f"{vote}.meaning"), middle, inner.bottom - 3.6, 11, align=0.5, colour=INK)


def known_to(dealt: Role, rules: Ruleset, words: Words) -> str:
    counts = [players for players in rules.fascists if dealt in rules.informed(players)]
    if dealt is not Role.LIBERAL and len(counts) == len(rules.fascists):
        return words.say(f"print.role.knows.{dealt}")
    if counts:
        return words.say("print.role.knows.H.some", n=max(counts))
    known = dealt is Role.HITLER and Role.FASCIST in rules.informed(min(rules.fascists))
    return words.say("print.role.knows.H.nobody" if known else "print.role.knows.L")


def _radiance(pen: Pen, party: Party, x: float, y: float) -> None:
    if party is Party.LIBERAL:
        pen.path("".join(circle(x, y, 2.8 * ring) for ring in range(5, 8)), Ink(stroke=LIBERAL, width=0.35))
        return
    angles = [math.tau * (ray + 0.5) / 24 for ray in range(24)]
    ways = [(math.cos(angle), math.sin(angle)) for angle in angles]
    rays = [f"M{x + dx * 13:.2f} {y + dy * 13:.2f} L{x + dx * 20:.2f} {y + dy * 20:.2f}" for dx, dy in ways]
    pen.path("".join(rays), Ink(stroke=FASCIST, width=0.5))


def _mark(party: Party, x: float, y: float, radius: float) -> str:
    """Outline a disc, or a diamond that looks as large."""
    if party is Party.LIBERAL:
        return circle(x, y, radius)
    reach = radius * 1.25
    return f"M{x} {y - reach} L{x + reach} {y} L{x} {y + reach} L{x - reach} {y}Z"


class Back(NamedTuple):
    """A pattern that repeats a whole number of times on a card, so that all backs look the same, without a seam between two."""

    words: str
    colour: str
    across: int
    down: int
    motif: Callable[[float, float, float, float], str]
    """Outlines one repeat of the pattern, from x, y, width and height."""
    stroke: float
    sign: Drawing | None


def ground(pen: Pen, back: Back, card: Box, cards: int) -> None:
    """Draw the pattern under a row of cards, and over its edges."""
    wide, high = card.width / back.across, card.height / back.down
    whole = Box(card.x - BLEED, card.y - BLEED, card.width * cards + 2 * BLEED, card.height + 2 * BLEED)
    with pen.clipped(whole):
        outline = "".join(
            back.motif(card.x + column * wide, card.y + row * high, wide, high)
            for row in range(-1, back.down + 1)
            for column in range(-1, back.across * cards + 1)
        )
        pen.path(outline, Ink(stroke=back.colour, width=back.stroke))


def medallion(pen: Pen, back: Back, card: Box, words: str) -> None:
    x, y = card.middle
    wide = min(card.width * 0.72, 50)
    field = Box(x - wide / 2, y - 8, wide, 16)
    pen.path(rectangle(*field, 8), Ink(SHEET, back.colour, 1.2))
    pen.path(rectangle(*field.inset(1.3), 6.7), Ink(stroke=back.colour, width=0.3))
    if back.sign is None:
        pen.centred(words, field.inset(3.5), 16, colour=back.colour)
        return
    pen.draw(back.sign, field.x + 4, y - 4.5, 9)
    pen.centred(words, Box(field.x + 15, field.y, wide - 20, field.height), 15, colour=back.colour)


def _diamonds(x: float, y: float, w: float, h: float) -> str:
    mx, my = x + w / 2, y + h / 2
    inner = f"M{mx:.3f} {y + h * 0.28:.3f} L{x + w * 0.72:.3f} {my:.3f} L{mx:.3f} {y + h * 0.72:.3f} L{x + w * 0.28:.3f} {my:.3f}Z"
    return f"M{mx:.3f} {y:.3f} L{x + w:.3f} {my:.3f} L{mx:.3f} {y + h:.3f} L{x:.3f} {my:.3f}Z{inner}"


def _feathers(x: float, y: float, w: float, h: float) -> str:
    """Outline two rows of scales, like an owl's breast."""
    quarter, half = w / 4, h / 2
    upper = f"M{x:.3f} {y:.3f} q{2 * quarter:.3f} {h:.3f} {w:.3f} 0 m{-w * 0.72:.3f} 0 q{w * 0.22:.3f} {half:.3f} {w * 0.44:.3f} 0"
    return upper + upper.replace(f"M{x:.3f} {y:.3f}", f"M{x - w / 2:.3f} {y + half:.3f}")


def _chevrons(x: float, y: float, w: float, h: float) -> str:
    valley = f"l{w / 2:.3f} {h / 2:.3f} l{w / 2:.3f} {-h / 2:.3f}"
    return f"M{x:.3f} {y:.3f} {valley}M{x:.3f} {y + h / 2:.3f} {valley}"


def _hatching(x: float, y: float, w: float, h: float) -> str:
    return f"M{x:.3f} {y + h:.3f} l{w:.3f} {-h:.3f}"


TILE_BACK: Final = Back("print.back.tile", INK, 7, 5, _diamonds, 0.8, None)
ROLE_BACK: Final = Back("print.back.role", BRASS, 10, 6, _feathers, 0.7, seal())
PARTY_BACK: Final = Back("print.back.party", FAINT, 10, 8, _chevrons, 0.9, None)
BALLOT_BACK: Final = Back("print.back.ballot", INK, 14, 14, _hatching, 0.9, None)


TILE, CARD, BALLOT = (40.0, 56.0), (92.0, 48.0), (46.0, 48.0)

Draw = Callable[[Pen, Box], None]


class Deck(NamedTuple):
    key: str
    note: str
    size: tuple[float, float]
    faces: list[Draw]
    back: Back
    turned: bool = False
    """Upright cards, laid on their side so that more of them fit on a sheet."""


def liberals(rules: Ruleset) -> int:
    """Count enough for every number of players."""
    return max(rules.liberals(players) for players in rules.fascists)


def roles(rules: Ruleset) -> list[Role]:
    return [Role.LIBERAL] * liberals(rules) + [Role.FASCIST] * max(rules.fascists.values()) + [Role.HITLER]


def decks(rules: Ruleset, words: Words) -> list[Deck]:
    policies = [Policy.LIBERAL] * rules.liberal_tiles + [Policy.FASCIST] * rules.fascist_tiles
    tiles: list[Draw] = [partial(tile, policy=policy, rules=rules, words=words) for policy in policies]
    dealt: list[Draw] = [partial(role, dealt=each, hat=hat, rules=rules, words=words) for hat, each in enumerate(roles(rules))]
    seats, parties = max(rules.fascists), {"l": liberals(rules), "f": max(rules.fascists.values())}
    found = [
        Deck("tiles", words.say("print.note.tiles", l=rules.liberal_tiles, f=rules.fascist_tiles), TILE, tiles, TILE_BACK, turned=True),
        Deck("roles", words.say("print.note.roles", **parties), CARD, dealt, ROLE_BACK),
    ]
    if by_hand(rules):
        return found
    cards: list[Draw] = [partial(party_card, party=each.party, words=words) for each in roles(rules)]
    votes: list[Draw] = [partial(ballot, ja=ja, words=words) for ja in (True, False) for _ in range(seats)]
    note = words.say("print.note.parties", **parties | {"f": parties["f"] + 1})
    return [
        *found,
        Deck("parties", note, CARD, cards, PARTY_BACK),
        Deck("ballots", words.say("print.note.ballots", n=seats), BALLOT, votes, BALLOT_BACK),
    ]
