"""What Python says, for the page to be compared with: `python -m tests.words.spoken` writes tests/words/spoken.json anew."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from secret_hitler.rules import AnyEvent, Bar, Claim
from secret_hitler.rules.events import ClaimMade
from secret_hitler.wire.refusals import Denial
from secret_hitler.words import (
    LANGUAGES,
    WORDINGS,
    Voice,
    Words,
    event_sentence,
    refusal_in_words,
    remark_in_words,
    said_in_words,
    sentences,
)
from tests.words.test_catalogues import CATALOGUES, blanks, is_term

PATH = Path(__file__).with_name("spoken.json")
HAPPENED = json.loads(Path(__file__).with_name("happened.json").read_text(encoding="utf-8"))
"""One of every kind of event that sounds different, and as much of a view as sentences are made from."""
NAMES = ("Ada", "Bruno", "Clara", "Doro", "Emil", "Frieda", "Gustav", "Hedda", "Ivo", "Jette")
ELSEWHERE = ("terminal.", "companion.", "print.", "program.", "rulebook.")
"""What the page does not carry."""
COUNTS = (0, 1, 2, 5, 11, 21, 22)


def spoken() -> dict[str, Any]:
    """Collect what is to be said, and how each language says it."""
    events = msgspec.convert(HAPPENED["events"], list[AnyEvent])
    claims, view = [event.claim for event in events if isinstance(event, ClaimMade)], _view()
    asked = {
        "sentences": list(_sentences()),
        "lists": [NAMES[:1], NAMES[:2], NAMES[:3], NAMES[5:9]],
        "events": [event_sentence(event, view, voice) for event in events for voice in (Voice.TABLE, Voice.PAPER)],
        "claims": claims,
        "remarks": _remarks(),
        "refusals": _refusals(),
    }
    languages = {language: _in(language, asked) for language in LANGUAGES}
    return {"names": NAMES, "view": HAPPENED["view"], "asked": msgspec.to_builtins(asked), "languages": languages}


def _in(language: str, asked: dict[str, Any]) -> dict[str, list[str | None]]:
    words, name, view = Words(language), NAMES.__getitem__, _view()
    return {
        "sentences": [Words(language, each["wording"]).say(each["key"], **each["params"]) for each in asked["sentences"]],
        "lists": [words.listed(names) for names in asked["lists"]],
        "events": [said and said_in_words(words, said.key, said.params, name) for said in asked["events"]],
        "claims": [_claim_in_words(words, claim, view) for claim in asked["claims"]],
        "remarks": [remark_in_words(words, each["code"], each["params"], name) for each in asked["remarks"]],
        "refusals": [refusal_in_words(words, **each) for each in asked["refusals"]],
    }


def _claim_in_words(words: Words, claim: Claim, view: Any) -> str:
    """Say what is claimed, without who says it, as the page does beside a round."""
    facts = sentences._claimed(claim, view)
    key = sentences._key("claim", sentences._TABLE.varies[ClaimMade.__name__], facts)
    assert key is not None
    return words.say(key, **sentences._params(words, facts, NAMES.__getitem__))


def _view() -> Any:
    return json.loads(json.dumps(HAPPENED["view"]), object_hook=lambda found: SimpleNamespace(**found))


def _sentences() -> Iterator[dict[str, Any]]:
    """Every sentence of the page that has something to fill in, in one wording or another; what has plurals, with every count."""
    english = CATALOGUES["en"]
    for number, key in enumerate(key for key in english if not is_term(key) and not key.startswith(ELSEWHERE)):
        text = english[key]
        for count in COUNTS if isinstance(text, dict) else COUNTS[number % 7 : number % 7 + 1] if "{" in text else ():
            params = {name: name.upper() for name in sorted(blanks(english, key))} | {"n": count}
            yield {"key": key, "params": params, "wording": WORDINGS[number % 3]}


def _remarks() -> list[dict[str, Any]]:
    filled = {"actor": 0, "other": 8, "round": 3, "policy": "fascist", "first": "FFL", "second": "nothing"}
    reasons = [key.removeprefix("bot.because.") for key in CATALOGUES["en"] if key.startswith("bot.because.")]
    return [{"code": "suspect", "params": {"suspect": 2, "reason": reason, **filled}} for reason in reasons]


def _refusals() -> list[dict[str, Any]]:
    params = {"n": 5, "code": "ABCDE", "name": "Ada", "names": "Ada, Bruno", "rules": "moon", "least": 5, "most": 10, "detail": "No."}
    return [{"code": code, "reason": "the moon is full", "params": params} for code in (*Denial, *Bar, "moon")]


def written() -> bytes:
    """One line for each language, so that a change is seen where it is."""
    told = spoken()
    encode = msgspec.json.Encoder(order="sorted").encode
    languages = b",\n".join(encode(language) + b": " + encode(said) for language, said in told.pop("languages").items())
    return encode(told).removesuffix(b"}") + b',\n"languages": {\n' + languages + b"\n}}\n"


if __name__ == "__main__":
    PATH.write_bytes(written())
