"""The command door: let the people of a chat play at the tables of a server."""

import argparse
import asyncio
import contextlib
import logging
import signal
from importlib import import_module
from pathlib import Path

from secret_hitler.cli import BadUsage
from secret_hitler.words import LANGUAGES, language_here

from ..door import Door
from ..memory import Memory
from ..platform import Platform


def add_options(command: argparse.ArgumentParser) -> None:
    platforms = command.add_subparsers(dest="platform", required=True, metavar="PLATFORM")
    matrix = platforms.add_parser("matrix", help="rooms of Matrix, without encryption")
    matrix.add_argument("--homeserver", required=True, metavar="URL", help="where the bot's account is")
    telegram = platforms.add_parser("telegram", help="groups of Telegram")
    telegram.add_argument("--api", default="https://api.telegram.org", metavar="URL", help="the Bot API, if it's a server of your own")
    discord = platforms.add_parser("discord", help="channels of Discord")
    discord.add_argument("--application", required=True, metavar="ID", help="the application's id")
    discord.add_argument("--public-key", required=True, metavar="KEY", help="the application's public key")
    discord.add_argument(
        "--listen", default="127.0.0.1:8080", metavar="HOST:PORT", help="where Discord's interactions arrive, at /interactions"
    )
    discord.add_argument("--api", default="https://discord.com/api/v10", metavar="URL", help="Discord's API")
    for platform in (matrix, telegram, discord):
        platform.add_argument("--token-file", type=Path, required=True, metavar="FILE", help="the bot's access token, alone in a file")
        platform.add_argument("--server", required=True, metavar="URL", help="the game server")
        platform.add_argument(
            "--memory", type=Path, metavar="FILE", help="where the door keeps its rooms and seats (default: PLATFORM.sqlite)"
        )
        platform.add_argument("--language", choices=LANGUAGES, default=language_here(), help="what it speaks until a room chooses")


def run(options: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    for library in ("httpx", "nio"):  # because they log every request, Telegram's with the token in its address
        logging.getLogger(library).setLevel(logging.WARNING)
    try:
        token = options.token_file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise BadUsage(f"can't read the token: {error}") from error
    memory = Memory(options.memory or Path(f"{options.platform}.sqlite"))
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(Door(_platform(options, token, memory), options.server, memory, options.language)))
    return 0


def _platform(options: argparse.Namespace, token: str, memory: Memory) -> Platform:
    """Import only what this platform needs; each has an extra of its own."""
    try:
        module = import_module(f"..{options.platform}", __package__)
    except ModuleNotFoundError as error:
        raise BadUsage(f"{error.name} isn't installed: pip install 'secret-hitler-doors[{options.platform}]'") from error
    platform: Platform = module.from_options(options, token, memory)
    return platform


async def _serve(door: Door) -> None:
    """End in good order when the system says so."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await door.run()
