"""Write a review as text."""

from collections.abc import Callable, Iterator

from ..rules import ClaimParty
from ..wire.review import Because, JudgedClaim, JudgedDecision, Label, Review
from ..words import Words, said_in_words

WIDE = 14
BLOCKS = " ▁▂▃▄▅▆▇█"
Say = Callable[[Because], str]


def in_words(review: Review, words: Words) -> Iterator[str]:
    def say(what: Because) -> str:
        text = said_in_words(words, what.key, what.params, review.names.__getitem__)
        return text[:1].upper() + text[1:]

    yield words.say(f"event.GameEnded.{review.ending}")
    yield ", ".join(words.labelled(name, words.say(f"role.{role}")) for name, role in zip(review.names, review.roles, strict=True))
    parts = {
        "review.curve": _curve(review, words, say),
        "review.tab.decisions": _decisions(review, words, say),
        "review.liars": _claims(review, words, say),
        "review.known": _knowledge(review, words),
        "review.awards": _awards(review, words),
    }
    for heading, lines in parts.items():
        yield from ("", words.say(heading), *lines)


def _curve(review: Review, words: Words, say: Say) -> Iterator[str]:
    for lens in ("open", "public"):
        blocks = [BLOCKS[round(getattr(point, lens) * (len(BLOCKS) - 1))] for point in review.curve]
        yield f"  {''.join(blocks)}  {words.say(f'review.{lens}')}"
    for number, point in enumerate(review.turning_points, start=1):
        place = words.say("table.round", n=point.round)
        yield f"  {number}. {words.labelled(place, say(point.what).rstrip('.'))}, {point.before:.0%} -> {point.after:.0%}"


def _decisions(review: Review, words: Words, say: Say) -> Iterator[str]:
    told = [one for one in review.decisions if one.label not in (Label.BEST, Label.FINE)]
    for one in told:
        label, why = words.say(f"review.label.{one.label}"), say(one.why) if one.why else ""
        yield f"  {one.round:2}  {points(one):+4d}  {label:{WIDE}}  {say(one.did)}. {why}"
        if one.better is not None:
            yield f"      {words.say('review.better', what=say(one.better))}"
    if not told:
        yield f"  {words.say('review.noneBad')}"


def points(one: JudgedDecision) -> int:
    """Return in percent what a bad choice cost by what its seat knew, or what another one gained with all cards open."""
    return round(100 * (one.swing if one.label in (Label.BRILLIANT, Label.BEST, Label.FINE) else -one.cost))


def _claims(review: Review, words: Words, say: Say) -> Iterator[str]:
    for one in review.claims:
        truth = " ".join(one.tiles) if one.tiles is not None else one.party.value if one.party is not None else "?"
        said = f"{review.names[one.seat]} {_said(one, words, review)}; {words.say('review.truth')} {truth}"
        if one.lie:
            before, after = (round(100 * sum(each.values()) / max(len(each), 1)) for each in (one.before, one.after))
            said += f". {words.say('review.believed', p=before, q=after)}. {words.say('review.stood', n=one.rounds)}"
            said += "" if one.exposed is None else f", {say(one.exposed)}"
        yield f"  {one.round:2} {'!' if one.lie else ' '} {said}"
    if not review.claims:
        yield f"  {words.say('review.noClaims')}"


def _said(one: JudgedClaim, words: Words, review: Review) -> str:
    name_of = review.names.__getitem__
    if isinstance(one.claim, ClaimParty):
        return said_in_words(words, f"claim.party.{one.claim.party}", {"target": one.target}, name_of)
    return said_in_words(words, f"claim.{one.claim.about}", {"tiles": one.claim.tiles or ()}, name_of)


def _knowledge(review: Review, words: Words) -> Iterator[str]:
    found = review.findable
    yield f"  {words.say('review.unfindable') if found is None else words.say('review.findable', n=found)}"
    wide = max(map(len, review.names))
    for one in review.knowledge:
        last = one.fascist[-1] if one.fascist else []
        yield f"  {review.names[one.seat]:{wide}}  {' '.join(f'{round(100 * chance):3}' for chance in last)}"


def _awards(review: Review, words: Words) -> Iterator[str]:
    for award in review.awards:
        number = words.say(f"review.award.{award.kind}.number", **award.params)
        yield f"  {words.say(f'review.award.{award.kind}')}: {review.names[award.seat]}, {number}"
