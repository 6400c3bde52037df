"""ModelBot: a bot that asks a language model in plain words and gets its answer as a JSON object."""

import random
import re
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from ..bots import BotFailed, Personality, Talk, UnknownBot, Usage
from ..rules import AnyEvent, Decision, Seat, View
from ..rules.actions import Claim
from ..words.rulebook import describe
from ..words.speaker import ENGLISH
from ..words.view_text import BadText, news, order, orders, private_facts, read_order, rounds_so_far, situation
from .model_endpoint import Call, ChatEndpoint, ModelFailed, ModelSpec, printable

T = TypeVar("T")

PATIENCE: Final = 2
"""How often one question is asked: an answer may be repaired once."""
LONGEST_TALK: Final = 400
LEFT_OUT: Final = "(What happened before is left out.)"
PREFIX: Final = "llm:"
PROMPTS: Final = Path(__file__).parent / "prompts"


class Prompts(Struct, frozen=True, forbid_unknown_fields=True):
    version: str
    system: str
    act: str
    claim: str
    repair: str


class _Answer(Struct):
    action: str = ""
    claims: list[str] = []
    say: str = ""


class ModelBot:
    def __init__(self, endpoint: ChatEndpoint, view: View, prompts: Prompts | None = None) -> None:
        self.view, self.endpoint, self.prompts = view, endpoint, prompts or standard_prompts()
        self.usage = Usage()
        self.calls: list[Call] = []
        """Of this game, for the record."""
        self._story: deque[str] = deque()
        self._length = 0
        self._forgot = False
        self._said: list[Talk] = []
        self._claimed: set[tuple[int, str]] = set()

    def see(self, events: list[AnyEvent]) -> None:
        for sentence in news(events, self.view):
            self._remember(sentence)

    def hear(self, seat: Seat, talk: Talk) -> None:
        who = "You say" if seat == self.view.onlooker else f"Seat {seat} says"
        self._remember(f"{who}: {msgspec.json.encode(talk.text[:LONGEST_TALK]).decode()}")

    def decide(self) -> Decision:
        def read(answer: _Answer) -> Decision:
            return orders(self.view)[order(read_order(self.view, answer.action, claims=False))]

        schema = _schema(action={"type": "string", "enum": list(orders(self.view))})
        return self._ask("act", [self.prompts.act], schema, read)

    def claims(self) -> list[Claim]:
        fresh = [each for each in self.view.claims if not each.said and (each.round, each.about) not in self._claimed]
        self._claimed |= {(each.round, each.about) for each in fresh}
        possible = {f"{order(claim)} round {claim.round}".lower(): claim for each in fresh for claim in each.tellings}
        if not possible:
            return []

        def read(answer: _Answer) -> list[Claim]:
            told = [" ".join(text.lower().split()) for text in answer.claims[: len(possible)]]
            if strange := [text for text in told if text not in possible]:
                raise BadText(f"{strange[0][:60]!r} is not one of the claims")
            claims = [possible[text] for text in told]
            if len({(type(claim), claim.round, getattr(claim, "about", "")) for claim in claims}) < len(claims):
                raise BadText("claim each thing once")
            return claims

        schema = _schema(claims={"type": "array", "items": {"type": "string", "enum": list(possible)}})
        return self._ask("claim", [self.prompts.claim.strip(), *possible], schema, read)

    def talk(self) -> list[Talk]:
        said, self._said = self._said, []
        return said

    def prompt(self, to_act: bool, *question: str) -> list[dict[str, str]]:
        """Tell the rules of this table and all that the seat knows, and ask."""
        view = self.view
        rules = [self.prompts.system.strip(), *(f"{point}: {told}" for point, told in describe(view.rules, ENGLISH))]
        story = [*([LEFT_OUT] if self._forgot else []), *self._story, "", *rounds_so_far(view), ""]
        parts = [*story, situation(view, claims=False, answers=to_act), *private_facts(view), "", *question]
        return [{"role": "system", "content": "\n".join(rules)}, {"role": "user", "content": "\n".join(parts).strip()}]

    def _ask(self, asked: str, question: list[str], schema: dict[str, Any], read: Callable[[_Answer], T]) -> T:
        """Return what the answer means; without one that means anything, the bot has failed."""
        view, deadline, complaint = self.view, time.monotonic() + self.endpoint.spec.seconds, ""
        for tried in range(PATIENCE):
            prompt = self.prompt(asked == "act", *question, complaint)
            call = Call(seat=view.me, round=view.board.round, asked=asked, version=self.prompts.version, prompt=prompt)
            self.calls.append(call)
            try:
                call.answer = self.endpoint.answer(call, schema, deadline, self.usage)
                answer = _answer_in(call.answer)
                chosen = read(answer)
            except ModelFailed as failure:
                problem = str(failure)
                break
            except (BadText, msgspec.MsgspecError) as error:
                problem = call.problem = str(error)[:300]
                complaint = self.prompts.repair.replace("{problem}", problem)
                continue
            self.usage.repaired += tried > 0
            if said := printable(answer.say, LONGEST_TALK):
                self._said.append(Talk("said", {}, said))
            return chosen
        self.usage.failures += 1
        raise BotFailed(view.me, view.board.round, f"the model {self.endpoint.spec.model!r}: {problem}")

    def _remember(self, sentence: str) -> None:
        self._story.append(sentence)
        self._length += len(sentence) + 1
        while self._length > self.endpoint.spec.memory:
            self._length -= len(self._story.popleft()) + 1
            self._forgot = True


def model_bots(name: str) -> Callable[[View, random.Random, Personality], ModelBot]:
    """Make bots of `llm:NAME@BASE_URL` or of a TOML file; what is wrong with either is said before the first game."""
    try:
        spec = _spec(name)
        prompts = _prompts(Path(name).parent / spec.prompt) if spec.prompt else standard_prompts()
        endpoint = ChatEndpoint(spec)
    except (OSError, ValueError, ModelFailed) as error:
        raise UnknownBot(f"the model {name!r} can't be used: {error}") from error
    return lambda view, _, __: ModelBot(endpoint, view, prompts)


def standard_prompts() -> Prompts:
    return _prompts(PROMPTS / "plain-1.toml")


def _prompts(path: Path) -> Prompts:
    return msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Prompts)


def _spec(name: str) -> ModelSpec:
    if not name.startswith(PREFIX):
        return msgspec.toml.decode(Path(name).read_text(encoding="utf-8"), type=ModelSpec)
    model, at, url = name.removeprefix(PREFIX).partition("@http")
    if not at or not model:
        raise ValueError("write it as llm:NAME@BASE_URL")
    return ModelSpec(model=model, endpoint="http" + url)


def _answer_in(text: str) -> _Answer:
    """Find the JSON in the answer: models like to write text around it."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    if found is None:
        raise BadText(f"there's no JSON object in {text[:80]!r}")
    return msgspec.json.decode(found[0].encode(), type=_Answer)


def _schema(**properties: Any) -> dict[str, Any]:
    properties["say"] = {"type": "string"}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
