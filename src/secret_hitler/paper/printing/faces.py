"""What is printed on the front of each card."""

import math
from typing import Final

from ...rules import Party, Policy, Role, Ruleset
from ...words import Words
from ...words.role_card import aim_in_words
from .drawings import ballot_mark, bird, circle, cut_rectangle, emblem, rectangle
from .paper_size import Box
from .pen import FASCIST, INK, LIBERAL, SHEET, Face, Ink, Pen

COLOUR: Final = {Party.LIBERAL: LIBERAL, Party.FASCIST: FASCIST}
_SIZES: Final = [size / 4 for size in range(48, 31, -1)]
"""Of the type on a role card: the largest that fits is taken."""


def frame(party: Party, box: Box, corner: float) -> str:
    """Round for liberals, with cut corners for fascists."""
    return rectangle(*box, corner) if party is Party.LIBERAL else cut_rectangle(*box, corner)


def badge(pen: Pen, party: Party, words: Words, x: float, y: float, radius: float) -> None:
    """The letter of a party, in a disc or in a diamond."""
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
    """Both votes carry about as much ink: on thin paper a black ballot would shine through."""
    inner = box.inset(2.5)
    pen.path(rectangle(*inner, 5) if ja else rectangle(*inner), Ink(stroke=INK, width=1.2))
    middle, _ = box.middle
    pen.draw(ballot_mark(ja, INK), middle - 7.5, inner.y + 3, 15)
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
    """Behind the bird: rings for liberals, rays for fascists."""
    if party is Party.LIBERAL:
        pen.path("".join(circle(x, y, 2.8 * ring) for ring in range(5, 8)), Ink(stroke=LIBERAL, width=0.35))
        return
    rays = []
    for ray in range(24):
        angle = math.tau * (ray + 0.5) / 24
        inside, outside = 13.0, 20.0
        dx, dy = math.cos(angle), math.sin(angle)
        rays.append(f"M{x + dx * inside:.2f} {y + dy * inside:.2f} L{x + dx * outside:.2f} {y + dy * outside:.2f}")
    pen.path("".join(rays), Ink(stroke=FASCIST, width=0.5))


def _mark(party: Party, x: float, y: float, radius: float) -> str:
    """A disc, or a diamond that looks as large."""
    if party is Party.LIBERAL:
        return circle(x, y, radius)
    reach = radius * 1.25
    return f"M{x} {y - reach} L{x + reach} {y} L{x} {y + reach} L{x - reach} {y}Z"
