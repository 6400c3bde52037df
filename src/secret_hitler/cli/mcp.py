"""The command mcp: let an assistant play at live tables, over the Model Context Protocol."""

import argparse

from .. import __version__
from .options import port, reported


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("server", nargs="?", default="http://127.0.0.1:8000", help="the only server it talks to (%(default)s)")
    command.add_argument("--http", action="store_true", help="serve streamable HTTP at http://HOST:PORT/mcp instead of stdio")
    command.add_argument("--host", default="127.0.0.1")
    command.add_argument("--port", type=port, default=8001)


def run(options: argparse.Namespace) -> int:
    from ..client.assistant import assistant_server  # it needs an extra, and --help does not
    from ..client.http import ServerError

    with reported(ServerError):
        server = assistant_server(__version__, options.server)
    if options.http:
        server.run("streamable-http", host=options.host, port=options.port)
    else:
        server.run("stdio")
    return 0
