"""Which sentence an event, a claim, a remark of a bot or a refusal becomes, by the table in sentences.json.

The choice for an event is made here alone: a page is sent the key and the parameters, and fills them in.

The key of an event is its type, followed by the fields it varies by as far as the catalogue goes: `event.PolicyEnacted.by_populace.L`.
A flag gives its name when it is set, any other field its value. Where no key is found, the event is no news.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from ..rules import AnyEvent, Claim, Seat, View
from ..rules.claims import about
from ..rules.events import ClaimMade, DeckShuffled, ElectionHeld, PresidencyPassed, TrackerMoved, VetoRefused
from ..rules.vocabulary import Role
from .speaker import ENGLISH, Words

NameOf = Callable[[Seat], str]
Facts = dict[str, object]


class Voice(StrEnum):
    """To whom a sentence is said."""

    TABLE = "table"
    PAPER = "paper"
    """A group with real cards, who must do something with their hands."""
    PROGRAM = "program"
    """Somebody who sees no board: told also what only they saw, and how everybody voted."""


class _Speech(Struct, frozen=True):
    prefixes: tuple[str, ...]
    silent: tuple[str, ...]


class _Sentences(Struct, frozen=True):
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
    """Say the news among events that this View has just seen."""
    return [sentence for event in events if (sentence := event_in_words(words, event, view, name_of, voice))]


class EventSentence(Struct, frozen=True):
    """What happened, as a sentence of the catalogue that speaks of people by their seats."""

    key: str
    params: dict[str, int | str]


def event_sentence(event: AnyEvent, view: View, voice: Voice = Voice.TABLE) -> EventSentence | None:
    """Choose the sentence for an event that this View has just seen; nothing when it is no news."""
    kind = type(event).__name__
    if not _is_told(kind, voice):
        return None
    facts = _facts(event, view)
    key = _event_key(kind, voice, tuple([facts.get(field) for field in _TABLE.varies.get(kind, ())]))
    return None if key is None else EventSentence(key, {name: _plain(facts[name]) for name in _blanks(key) if name in facts})


def event_in_words(words: Words, event: AnyEvent, view: View, name_of: NameOf, voice: Voice = Voice.TABLE) -> str | None:
    """Say what happened in one sentence, or nothing when it is no news."""
    sentence = event_sentence(event, view, voice)
    return None if sentence is None else said_in_words(words, sentence.key, sentence.params, name_of)


def claim_in_words(words: Words, claim: Claim, view: View, name_of: NameOf) -> str:
    """Say what is claimed, without who says it."""
    facts = _claimed(claim, view)
    key = _key("claim", _TABLE.varies[ClaimMade.__name__], facts)
    assert key is not None
    return words.say(key, **_params(words, facts, name_of))


def remark_in_words(words: Words, code: str, params: Mapping[str, object], name_of: NameOf) -> str | None:
    """Say what a bot says; None for a code that is newer than the catalogue."""
    reason, blanks = params.get("reason"), _params(words, dict(params), name_of)
    if not words.knows(f"bot.{code}") or (reason is not None and not words.knows(f"bot.because.{reason}")):
        return None
    if reason is not None:
        blanks["reason"] = reason_in_words(words, str(reason), params, name_of)
    return words.say(f"bot.{code}", **blanks)


def reason_in_words(words: Words, code: str, params: Mapping[str, object], name_of: NameOf) -> str:
    """Say what moved a belief."""
    return said_in_words(words, f"bot.because.{code}", params, name_of)


def said_in_words(words: Words, key: str, params: Mapping[str, object], name_of: NameOf) -> str:
    """Say a sentence of the catalogue that speaks of people by their seats."""
    return words.say(key, **_params(words, dict(params), name_of))


def refusal_in_words(words: Words, code: str, reason: str, params: Mapping[str, object]) -> str:
    """Say why the table said no; in its own English words only what the catalogue does not know yet."""
    if words.knows(f"refused.{code}"):
        return words.say(f"refused.{code}", **params)
    return words.say("net.refused", reason=words.say(f"bar.{code}") if words.knows(f"bar.{code}") else reason)


@cache
def _is_told(kind: str, voice: Voice) -> bool:
    """Tell whether there is a sentence at all. Most events of a game are votes, which have none and should cost nothing."""
    return any(ENGLISH.knows_any(f"{prefix}.{kind}") for prefix in _TABLE.voices[voice].prefixes)


@cache
def _event_key(kind: str, voice: Voice, values: tuple[object, ...]) -> str | None:
    """Choose the key; the same few kinds come again and again, so that the catalogue is searched once for each."""
    speech, varies = _TABLE.voices[voice], _TABLE.varies.get(kind, ())
    facts = dict(zip(varies, values, strict=True))
    key = next((key for prefix in speech.prefixes if (key := _key(f"{prefix}.{kind}", varies, facts))), None)
    return None if key in speech.silent else key


_blanks = cache(ENGLISH.blanks)


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
    """Collect the fields of the event, and what has to be counted or looked up for its sentence."""
    facts: Facts = asdict(event) | {"draw": view.rules.draw}
    match event:
        case DeckShuffled(tiles=tiles):
            facts["again"] = tiles < view.rules.liberal_tiles + view.rules.fascist_tiles
        case TrackerMoved(tracker=tracker):
            facts["raised"] = tracker > 0
        case ElectionHeld(ballots=ballots):
            ja, nein = ballots.count(True), ballots.count(False)
            votes = tuple(_LETTERS[ballot] for ballot in ballots)
            facts |= {"ja": ja, "nein": nein, "uncounted": ja + nein == 0, "votes": votes}
        case PresidencyPassed(president=president):
            facts["round"] = next(round.number for round in reversed(view.rounds) if round.president == president)
        case VetoRefused():
            facts["chancellor"] = next(round.chancellor for round in reversed(view.rounds) if round.veto_asked)
        case ClaimMade(claim=claim):
            facts |= _claimed(claim, view)
    count = _TABLE.counts.get(type(event).__name__)
    return facts if count is None else facts | {"n": facts[count]}


def _claimed(claim: Claim, view: View) -> Facts:
    facts: Facts = asdict(claim) | {"about": about(claim), "target": view.rounds[claim.round - 1].target}
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
