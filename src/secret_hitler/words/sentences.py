"""Choose the sentence for an event, a claim, a bot's remark or a refusal, by the table in sentences.json.

Only this module chooses an event's sentence: the page gets the key and the parameters, and fills them in.

An event's key is its type and the fields it varies by, as far as the catalogue goes: `event.PolicyEnacted.by_populace.L`.
A flag gives its name when it's set, any other field its value. Without a key, the event isn't news.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ..rules import AnyEvent, Claim, Role, Seat, View
from ..rules.claims import about
from ..rules.events import ClaimMade, DeckShuffled, ElectionHeld, PresidencyPassed, TrackerMoved, VetoRefused
from .speaker import ENGLISH, Words
from .summary import by_hand

NameOf = Callable[[Seat], str]
Facts = dict[str, object]
_blanks = cache(ENGLISH.blanks)


class Voice(StrEnum):
    """Whom a sentence is for."""

    TABLE = "table"
    PAPER = "paper"
    """A group with real cards, which must move them."""
    PROGRAM = "program"
    """A player without a board, who also hears what only they saw and how everyone voted."""


class _Speech(msgspec.Struct, frozen=True):
    prefixes: tuple[str, ...]
    silent: tuple[str, ...]


class _Sentences(msgspec.Struct, frozen=True):
    voices: dict[Voice, _Speech]
    varies: dict[str, tuple[str, ...]]
    counts: dict[str, str]
    """What `n` is, by type of event."""
    seats: tuple[str, ...]
    """Parameters that are people."""
    tiles: tuple[str, ...]
    named: tuple[str, ...]
    """Parameters with a word of their own in the catalogue."""


_TABLE: Final = msgspec.json.decode((Path(__file__).parent / "sentences.json").read_bytes(), type=_Sentences)

_LETTERS: Final = {True: "j", False: "n", None: "-"}
_BY_SEAT: Final = {"votes": {"j": "ballot.ja", "n": "ballot.nein"}, "roles": {str(role): f"role.{role}" for role in Role}}
"""Parameters with a letter for each seat."""


def news_in_words(words: Words, events: Iterable[AnyEvent], view: View, name_of: NameOf, voice: Voice = Voice.TABLE) -> list[str]:
    return [sentence for event in events if (sentence := event_in_words(words, event, view, name_of, voice))]


_SHOWN: Final = {"ElectionHeld": ("needed",)}
"""What a page draws beside the sentence."""


class EventSentence(msgspec.Struct, frozen=True):
    """What happened, as a sentence of the catalogue that names people by their seats."""

    key: str
    params: dict[str, int | str]


def event_sentence(event: AnyEvent, view: View, voice: Voice = Voice.TABLE) -> EventSentence | None:
    """Choose the sentence for an event that this View has just seen, or None if it isn't news."""
    kind = type(event).__name__
    if not _is_told(kind, voice):
        return None
    facts = _facts(event, view)
    key = _event_key(kind, voice, tuple([facts.get(field) for field in _TABLE.varies.get(kind, ())]))
    if key is None:
        return None
    return EventSentence(key, {name: _plain(facts[name]) for name in (*_blanks(key), *_SHOWN.get(kind, ())) if name in facts})


def event_in_words(words: Words, event: AnyEvent, view: View, name_of: NameOf, voice: Voice = Voice.TABLE) -> str | None:
    sentence = event_sentence(event, view, voice)
    return None if sentence is None else said_in_words(words, sentence.key, sentence.params, name_of)


def remark_in_words(words: Words, code: str, params: Mapping[str, object], name_of: NameOf) -> str | None:
    """Say what a bot says, or None for a code that's newer than the catalogue."""
    reason, blanks = params.get("reason"), _params(words, dict(params), name_of)
    if not words.knows(f"bot.{code}") or (reason is not None and not words.knows(f"bot.because.{reason}")):
        return None
    if reason is not None:
        blanks["reason"] = said_in_words(words, f"bot.because.{reason}", params, name_of)
    return words.say(f"bot.{code}", **blanks)


def said_in_words(words: Words, key: str, params: Mapping[str, object], name_of: NameOf) -> str:
    """Say a sentence of the catalogue that names people by their seats."""
    return words.say(key, **_params(words, dict(params), name_of))


def refusal_in_words(words: Words, code: str, reason: str, params: Mapping[str, object]) -> str:
    """Say why the table refused; use its English words only if the catalogue doesn't know the code."""
    if words.knows(f"refused.{code}"):
        return words.say(f"refused.{code}", **params)
    return words.say("net.refused", reason=words.say(f"bar.{code}") if words.knows(f"bar.{code}") else reason)


@cache
def _is_told(kind: str, voice: Voice) -> bool:
    """Tell whether there's a sentence at all: most events are votes, which have none and should cost nothing."""
    return any(ENGLISH.knows_any(f"{prefix}.{kind}") for prefix in _TABLE.voices[voice].prefixes)


@cache
def _event_key(kind: str, voice: Voice, values: tuple[object, ...]) -> str | None:
    """Choose the key; cache it, because the same few kinds come again and again."""
    speech, varies = _TABLE.voices[voice], _TABLE.varies.get(kind, ())
    facts = dict(zip(varies, values, strict=True))
    key = next((key for prefix in speech.prefixes if (key := _key(f"{prefix}.{kind}", varies, facts))), None)
    return None if key in speech.silent else key


def _plain(value: object) -> int | str:
    """Write a fact as JSON has it; several letters are one word."""
    if isinstance(value, tuple):
        return "".join(value)
    return value if isinstance(value, int | str) else "?"


def _key(stem: str, varies: tuple[str, ...], facts: Facts) -> str | None:
    """Find the longest key there is; leave out first what a later field says."""
    parts = [stem]
    for field in varies:
        value = facts.get(field)
        if value is not None and value is not False:
            parts.append(field if value is True else str(value))
    while len(parts) > 1 and not ENGLISH.knows(".".join(parts)):
        parts.pop()
    key = ".".join(parts)
    return key if ENGLISH.knows(key) else None


def _facts(event: AnyEvent, view: View) -> Facts:
    """Collect the event's fields, and what its sentence needs besides."""
    rules = view.rules
    facts: Facts = msgspec.structs.asdict(event) | {
        "draw": rules.draw,
        "passed": rules.draw - 1,
        "veto": rules.veto,
        "hands": by_hand(rules),
    }
    match event:
        case DeckShuffled(tiles=tiles):
            facts["again"] = tiles < rules.liberal_tiles + rules.fascist_tiles
        case TrackerMoved(tracker=tracker):
            facts["raised"] = tracker > 0
        case ElectionHeld(ballots=ballots):
            ja, nein = ballots.count(True), ballots.count(False)
            votes = tuple(_LETTERS[ballot] for ballot in ballots)
            facts |= {"ja": ja, "nein": nein, "needed": (ja + nein) // 2 + 1, "uncounted": ja + nein == 0, "votes": votes}
        case PresidencyPassed(president=president):
            facts["round"] = next(round.number for round in reversed(view.rounds) if round.president == president)
        case VetoRefused():
            facts["chancellor"] = next(round.chancellor for round in reversed(view.rounds) if round.veto_asked)
        case ClaimMade(claim=claim):
            facts |= _claimed(claim, view)
    count = _TABLE.counts.get(type(event).__name__)
    return facts if count is None else facts | {"n": facts[count]}


def _claimed(claim: Claim, view: View) -> Facts:
    facts: Facts = msgspec.structs.asdict(claim) | {"about": about(claim), "target": view.rounds[claim.round - 1].party_of}
    return facts | {"refused": facts.get("tiles") is None and facts.get("party") is None}


def _params(words: Words, facts: Facts, name_of: NameOf) -> Facts:
    return {name: _param(words, name, value, name_of) for name, value in facts.items()}


def _param(words: Words, name: str, value: object, name_of: NameOf) -> object:
    if name in _BY_SEAT and isinstance(value, str):
        said = {letter: words.say(key) for letter, key in _BY_SEAT[name].items()}
        return ", ".join(f"{name_of(Seat(seat))} {said[letter]}" for seat, letter in enumerate(value) if letter in said)
    if name in _TABLE.seats:
        return name_of(Seat(value)) if isinstance(value, int) else "?"
    if name in _TABLE.tiles and isinstance(value, str | tuple):
        return words.say("bot.nothing") if value == "nothing" else " ".join(value)
    if name in _TABLE.named and isinstance(value, str):
        return words.say(f"{name}.{value}")
    return words.term(f"{value}Tile") if name == "policy" and value in ("liberal", "fascist") else value
