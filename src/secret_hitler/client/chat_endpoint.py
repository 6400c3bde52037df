"""ChatEndpoint: a language model behind any server that speaks the protocol of OpenAI's chat completions."""

import time
import urllib.error
import urllib.request
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec import Struct

MAX_ANSWER: Final = 1_000_000
"""Bytes of one answer of the server."""
ANSWER_TOKENS: Final = 1_000
TRIES: Final = 3
LATER: Final = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)


class ModelFailed(Exception):
    """The model did not answer, or not with anything that can be read."""


class Usage(Struct):
    """What a model has cost so far."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    bad_answers: int = 0
    decided_by_party_line: int = 0


class _Message(Struct):
    content: str | None = None


class _Choice(Struct):
    message: _Message


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
    def __init__(self, base_url: str, model: str, key: str = "", prices: tuple[float, float] = (0.0, 0.0)) -> None:
        """Prices are for a million tokens, of prompts and of answers."""
        if not base_url.startswith(("http://", "https://")):
            raise ModelFailed(f"{base_url} is not the address of a server")
        self._url, self._model, self._key, self._prices = base_url.rstrip("/") + "/chat/completions", model, key, prices
        self._opener = urllib.request.build_opener(_NoRedirect)
        self._schemas = True
        """Until the server says that it does not know how to keep to a schema."""
        self.usage = Usage()

    def answer(self, messages: list[dict[str, str]], schema: dict[str, Any], deadline: float) -> str:
        """What the model says; asked again where the server is busy, until the deadline of `time.monotonic`."""
        problem = "there was no time"
        for _ in range(TRIES):
            if time.monotonic() >= deadline:
                break
            try:
                return self._ask(messages, schema, deadline)
            except urllib.error.HTTPError as error:
                problem, wait = f"the server answered {error.code}", _retry_after(error)
                error.close()
                if error.code == HTTPStatus.BAD_REQUEST and self._schemas:
                    self._schemas = False
                    continue
                if error.code not in LATER and error.code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    break
                time.sleep(max(0.0, min(wait, deadline - time.monotonic())))
            except (OSError, ValueError) as error:
                problem = f"{type(error).__name__}: {error}"
        raise ModelFailed(f"{self._url}: {problem}")

    def _ask(self, messages: list[dict[str, str]], schema: dict[str, Any], deadline: float) -> str:
        body: dict[str, Any] = {"model": self._model, "messages": messages, "max_tokens": ANSWER_TOKENS}
        if self._schemas:
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {self._key}"} if self._key else {})
        request = urllib.request.Request(self._url, data=msgspec.json.encode(body), headers=headers)  # noqa: S310  because the scheme is checked
        self.usage.calls += 1
        with self._opener.open(request, timeout=max(0.01, deadline - time.monotonic())) as response:
            completion = msgspec.json.decode(_read(response, deadline), type=_Completion)
        if completion.usage is not None:
            self.usage.prompt_tokens += completion.usage.prompt_tokens
            self.usage.completion_tokens += completion.usage.completion_tokens
            asked, answered = self._prices
            self.usage.cost += (asked * completion.usage.prompt_tokens + answered * completion.usage.completion_tokens) / 1e6
        if not completion.choices or completion.choices[0].message.content is None:
            raise ValueError("an answer without content")
        return completion.choices[0].message.content


def _read(response: Any, deadline: float) -> bytes:
    """A server that drips is not waited for."""
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
        return max(0.0, float(error.headers.get("retry-after", "1")))
    except ValueError:
        return 1.0
