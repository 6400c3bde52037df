"""ChatEndpoint: ask a language model over HTTP in OpenAI's protocol, again where that helps, and count what it takes."""

import os
import time
import urllib.error
import urllib.request
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from ..bots import Usage

MAX_ANSWER: Final = 1_000_000
"""Bytes of one answer of the server."""
LONGEST_WAIT: Final = 30.0
LONGEST_PROBLEM: Final = 300
LATER: Final = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS)


class ModelFailed(Exception):
    """The model did not answer, or not with anything that can be read."""


class Answers(StrEnum):
    """How an answer gets its form; a server that refuses one (400) is asked in the next."""

    SCHEMA = "schema"
    TOOL = "tool"
    TEXT = "text"


class ModelSpec(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model as a TOML file names it."""

    model: str
    endpoint: str
    key_in: str = "OPENAI_API_KEY"
    """The environment variable with the key."""
    temperature: float | None = None
    reasoning_effort: str = ""
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    """Not sent unless it is set, since newer models refuse it."""
    token_parameter: str = "max_completion_tokens"  # noqa: S105  because it is the name of a parameter
    answers: Answers = Answers.SCHEMA
    prompt: str = ""
    """A file like client/prompts/plain-1.toml, from the folder of this one."""
    price: tuple[float, float] = (0.0, 0.0)
    """Of a million tokens, of prompts and of answers."""
    seconds: Annotated[float, Meta(gt=0)] = 60.0
    """For a question, with all its tries."""
    memory: int = 12_000
    """Characters of what happened and was said that the model is reminded of."""
    tries: Annotated[int, Meta(ge=1)] = 5
    backoff: Annotated[float, Meta(ge=0)] = 0.5
    """Seconds before the second try, twice as many before the third, and so on; the server may ask for more."""


class Call(Struct, kw_only=True):
    """One question to a model, for the record of a game."""

    seat: int
    round: int
    asked: str
    version: str
    """Of the prompt's file."""
    prompt: list[dict[str, str]]
    answer: str = ""
    reasoning: str = ""
    problem: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class _Function(Struct):
    arguments: str = ""


class _ToolCall(Struct):
    function: _Function


class _Message(Struct):
    content: str | None = None
    refusal: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(Struct):
    message: _Message
    finish_reason: str | None = None


class _Tokens(Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(Struct):
    choices: list[_Choice]
    usage: _Tokens | None = None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for the server that was named, and for no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


class ChatEndpoint:
    def __init__(self, spec: ModelSpec) -> None:
        if not spec.endpoint.startswith(("http://", "https://")):
            raise ModelFailed(f"{spec.endpoint} is not the address of a server")
        self.spec, self._answers = spec, spec.answers
        self._url, self._key = spec.endpoint.rstrip("/") + "/chat/completions", os.environ.get(spec.key_in, "")
        self._opener = urllib.request.build_opener(_NoRedirect)

    def answer(self, call: Call, schema: dict[str, Any], deadline: float, usage: Usage) -> str:
        """Ask the model, and again where that may help, until the deadline of `time.monotonic`; tell the call what came of it."""
        problem, started, before = "there was no time", time.monotonic(), msgspec.structs.replace(usage)
        tried = 0
        try:
            while tried < self.spec.tries and time.monotonic() < deadline:
                usage.retries += tried > 0
                tried += 1
                wait = min(LONGEST_WAIT, self.spec.backoff * 2 ** (tried - 1))
                try:
                    return self._ask(call, schema, deadline, usage)
                except urllib.error.HTTPError as error:
                    problem = f"the server answered {error.code}: {self._body(error)}".rstrip(": ")
                    if error.code == HTTPStatus.BAD_REQUEST and self._answers is not Answers.TEXT:
                        self._answers = Answers.TOOL if self._answers is Answers.SCHEMA else Answers.TEXT
                        tried -= 1
                        continue
                    if error.code not in LATER and error.code < HTTPStatus.INTERNAL_SERVER_ERROR:
                        break
                    wait = max(wait, _retry_after(error))
                except (OSError, ValueError) as error:
                    problem = f"{type(error).__name__}: {error}"
                if tried < self.spec.tries:
                    time.sleep(max(0.0, min(wait, deadline - time.monotonic())))
            call.problem = problem
            raise ModelFailed(f"{self._url}: {problem}")
        finally:
            call.seconds = time.monotonic() - started
            usage.seconds += call.seconds
            for name in ("prompt_tokens", "completion_tokens", "cost"):
                setattr(call, name, getattr(usage, name) - getattr(before, name))

    def _ask(self, call: Call, schema: dict[str, Any], deadline: float, usage: Usage) -> str:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {self._key}"} if self._key else {})
        body = msgspec.json.encode(self._request(call, schema))
        request = urllib.request.Request(self._url, data=body, headers=headers)  # noqa: S310  because the scheme is checked
        usage.calls += 1
        with self._opener.open(request, timeout=max(0.01, deadline - time.monotonic())) as response:
            completion = msgspec.json.decode(_read(response, deadline), type=_Completion)
        if completion.usage is not None:
            tokens = (completion.usage.prompt_tokens, completion.usage.completion_tokens)
            usage.prompt_tokens += tokens[0]
            usage.completion_tokens += tokens[1]
            usage.cost += sum(price * count for price, count in zip(self.spec.price, tokens, strict=True)) / 1e6
        if not completion.choices:
            raise ValueError("an answer without choices")
        message = completion.choices[0].message
        call.reasoning = message.reasoning or message.reasoning_content or ""
        if message.refusal or completion.choices[0].finish_reason == "content_filter":
            usage.refusals += 1
            return message.refusal or ""
        text = message.tool_calls[0].function.arguments if message.tool_calls else message.content
        if text is None:
            raise ValueError("an answer without content")
        return text

    def _request(self, call: Call, schema: dict[str, Any]) -> dict[str, Any]:
        spec = self.spec
        body: dict[str, Any] = {"model": spec.model, "messages": call.prompt}
        if spec.temperature is not None:
            body["temperature"] = spec.temperature
        if spec.reasoning_effort:
            body["reasoning_effort"] = spec.reasoning_effort
        if spec.max_tokens is not None:
            body[spec.token_parameter] = spec.max_tokens
        if self._answers is Answers.SCHEMA:
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}
        elif self._answers is Answers.TOOL:
            body["tools"] = [{"type": "function", "function": {"name": "answer", "parameters": schema}}]
            body["tool_choice"] = {"type": "function", "function": {"name": "answer"}}
        return body

    def _body(self, error: urllib.error.HTTPError) -> str:
        """Return what the server says of its refusal, on one line, without the key."""
        with error:
            text = printable(error.read(4 * LONGEST_PROBLEM).decode(errors="replace"), LONGEST_PROBLEM)
        return text.replace(self._key, "...") if self._key else text


def printable(text: str, longest: int) -> str:
    """Put a stranger's text on one line, without what could steer a terminal."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:longest]


def _read(response: Any, deadline: float) -> bytes:
    """Read a body, without waiting for a server that drips."""
    body = bytearray()
    while chunk := response.read1(65_536):
        body += chunk
        if len(body) > MAX_ANSWER:
            raise ValueError(f"an answer of more than {MAX_ANSWER} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError("the answer took too long")
    return bytes(body)


def _retry_after(error: urllib.error.HTTPError) -> float:
    try:
        return max(0.0, float(error.headers.get("retry-after", "0")))
    except ValueError:
        return 0.0
