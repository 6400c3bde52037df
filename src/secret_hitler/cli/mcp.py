"""The command mcp: lets an assistant sit down at live tables, over the Model Context Protocol."""

import argparse

from .. import __version__


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--http", action="store_true", help="streamable HTTP at http://HOST:PORT/mcp, in place of stdio")
    command.add_argument("--host", default="127.0.0.1")
    command.add_argument("--port", type=int, default=8001)


def run(options: argparse.Namespace) -> int:
    from ..client.assistant import assistant_server  # it needs an extra, and --help does not

    server = assistant_server(__version__)
    if options.http:
        server.run("streamable-http", host=options.host, port=options.port)
    else:
        server.run("stdio")
    return 0
