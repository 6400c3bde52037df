"""A program with an account, as a client that knows HTTP and nothing else."""

import http.client
import itertools
import json
import urllib.error
import urllib.request
from collections.abc import Generator
from typing import Any

import pytest

from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess

V1 = "/api/programs/v1"
_numbers = itertools.count()


class Program:
    """A client that knows HTTP and nothing else."""

    def __init__(self, server: LiveServer | ServerProcess, name: str = "Robot", token: str | None = None) -> None:
        self.port, self.url = server.port, server.url
        self.token, self.name = token or "", name
        if token is None:
            account = self.post(f"{V1}/accounts", name=name, author="Ann Example", about="plays the first thing it may")
            self.token, self.id = account["token"], account["program"]["id"]

    def get(self, path: str) -> Any:
        return self._ask(urllib.request.Request(self.url + path))

    def post(self, path: str, **body: object) -> Any:
        request = urllib.request.Request(self.url + path, data=json.dumps(body).encode(), headers={"content-type": "application/json"})
        return self._ask(request)

    def _ask(self, request: urllib.request.Request) -> Any:
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=60) as response:
            text = response.read().decode()
            return text if "ndjson" in response.headers["content-type"] else json.loads(text)

    def command(self, code: str, type: str, **fields: object) -> Any:
        return self.post(f"{V1}/tables/{code}/commands", type=type, id=str(next(_numbers)), **fields)

    def act_once(self, code: str, view: dict[str, Any]) -> None:
        choice = next(choice for choice in view["choices"] if choice["barred"] is None)
        self.command(code, "Act", action=choice["action"])

    def at(self, server: LiveServer | ServerProcess) -> "Program":
        """Reach the same account by way of another node."""
        return Program(server, self.name, self.token)

    def stream(self) -> Generator[dict[str, Any], None, None]:
        for line in self.lines():
            yield json.loads(line)

    def lines(self) -> Generator[bytes, None, None]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", f"{V1}/stream", headers={"authorization": f"Bearer {self.token}"})
            response = connection.getresponse()
            assert response.status == 200
            while line := response.readline():
                if line.strip():
                    yield line
        finally:
            connection.close()


def refused(asking: Any) -> tuple[int, str, Any]:
    with pytest.raises(urllib.error.HTTPError) as caught:
        asking()
    return caught.value.code, json.loads(caught.value.read())["code"], caught.value.headers


def play_by_polling(program: Program, code: str) -> dict[str, Any]:
    """To the end of the game, by asking what the table is like."""
    while True:
        waits = any(turn["code"] == code for turn in program.get("/api/turns"))
        welcome = program.get(f"{V1}/tables/{code}")
        view = welcome["view"]
        if view["board"]["ending"]:
            return dict(welcome)
        if waits:
            program.act_once(code, view)
