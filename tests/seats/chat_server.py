"""A small local server that speaks the protocol of chat completions, and answers by a script."""

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Reply = tuple[int, dict[str, str], bytes]
Script = Callable[[dict[str, Any]], Reply]


def said(content: str | None, prompt_tokens: int = 100, completion_tokens: int = 10) -> Reply:
    """Write an answer as a model does."""
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens}
    body = {"id": "x", "choices": [{"index": 0, "message": {"role": "assistant", "content": content}}], "usage": usage}
    return 200, {}, json.dumps(body).encode()


class ChatServer:
    def __init__(self, script: Script) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.asked.append(request)
                outer.keys.append(self.headers["authorization"])
                status, headers, body = script(request)
                self.send_response(status)
                for name, value in {"content-length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                with suppress(OSError):  # whoever asked may have stopped waiting
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "ChatServer":
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
