"""The command seat: an engine or a language model takes a seat at a live table."""

import argparse
import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from ..bots import Bot
from ..client import CommandRefused, ServerError, TableClient, open_account
from ..client.engine import SECONDS, EngineBot, check_engine
from ..client.engine_process import EngineFailed
from ..client.http import Arrival, arrive
from ..client.live_seat import GameResult, LiveSeat
from ..client.model import MEMORY, ChatEndpoint, ModelBot, ModelFailed, Usage
from ..rules import View
from ..rules.ruleset import MAX_SEATS, MIN_SEATS
from ..wire.table import Level
from . import BadUsage
from .options import at_least_one, check_writable, reported
from .output import problem, say, say_json

LONGEST_NAME = 24
MODEL_SECONDS = 60.0

Player = tuple[str, Callable[[View], Bot], Usage | None]
"""What it is called, what makes it for each game, and what it costs."""


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("url", metavar="URL", help="the link of a table; or the address of a server, which opens one with bots")
    who = command.add_mutually_exclusive_group(required=True)
    who.add_argument("--engine", metavar="COMMAND", help="a program that plays by the protocol of docs/engine.md")
    who.add_argument(
        "--llm",
        metavar="BASE_URL",
        help="a language model behind an address that speaks OpenAI's protocol, such as http://127.0.0.1:11434/v1",
    )
    command.add_argument("--model", default="", metavar="NAME", help="which model")
    command.add_argument("--key-in", default="OPENAI_API_KEY", metavar="VARIABLE", help="the environment variable that holds its key")
    command.add_argument("--price", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"), help="of a million tokens")
    command.add_argument("--memory", type=int, default=MEMORY, metavar="C", help="characters of the story that the model is reminded of")
    command.add_argument("--name", help="what it is called at the table; default: what it says itself")
    command.add_argument("--account", type=Path, metavar="FILE", help="the token of its account; one is opened if there is no such file")
    command.add_argument("--author", default="", help="whose it is, for a new account")
    command.add_argument("--about", default="", help="the author's words about it, for a new account")
    command.add_argument("--password", default="", help="of the table")
    command.add_argument("--games", type=int, default=1, metavar="G", help="how many to play, one after the other")
    command.add_argument("--seconds", type=float, metavar="S", help="for each question; an engine has 10, a model 60")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    command.add_argument("--players", type=int, default=7, metavar="N", help="at a table of its own")
    command.add_argument("--level", type=Level, choices=list(Level), default=Level.REGULAR, help="of the bots at a table of its own")
    command.add_argument("--json", action="store_true", help="a line of JSON for each game")


def run(options: argparse.Namespace) -> int:
    at_least_one("game", options.games)
    if not MIN_SEATS <= options.players <= MAX_SEATS:
        raise BadUsage(f"a table has {MIN_SEATS} to {MAX_SEATS} players, not {options.players}")
    if options.seconds is not None and options.seconds <= 0:
        raise BadUsage(f"whoever thinks needs more than {options.seconds} seconds")
    if options.account is not None and not options.account.exists() and not options.author:
        raise BadUsage(f"there is no {options.account}; to open an account, say with --author whose the program is")
    name, make, usage = _model(options) if options.llm else _engine(options)
    wanted = Arrival(
        url=options.url, name=(options.name or name)[:LONGEST_NAME], password=options.password, players=options.players, level=options.level
    )
    with reported(ServerError, ConnectionError, CommandRefused):
        if options.account is not None:
            wanted = replace(wanted, token=_account(options, wanted))
        asyncio.run(_play(wanted, make, options.games, say_json if options.json else _tell))
    if usage is not None:
        problem(
            f"{usage.calls} questions to the model, {usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens, cost {usage.cost:.4f}; "
            f"{usage.bad_answers} answers not understood, {usage.decided_by_party_line} decisions by the party line"
        )
    return 0


def _account(options: argparse.Namespace, wanted: Arrival) -> str:
    """Read the token in the file, or open an account and keep its token there for the owner alone."""
    path: Path = options.account
    if path.exists():
        return path.read_text(encoding="utf-8").strip()
    check_writable(path)
    token = asyncio.run(open_account(wanted.server, wanted.name, options.author, options.about)).token
    path.touch(mode=0o600)
    path.write_text(token + "\n", encoding="utf-8")
    return token


async def _play(wanted: Arrival, make: Callable[[View], Bot], games: int, tell: Callable[[GameResult], None]) -> None:
    admission = await arrive(wanted)
    problem(f"at {admission.link}")
    async with TableClient(wanted.server, admission.code, admission.token) as table:
        seat = LiveSeat(table, make)
        for number in range(games):
            if number:
                await seat.next_game()
            tell(await seat.play())


def _model(options: argparse.Namespace) -> Player:
    if not options.model:
        raise BadUsage("say with --model which model is meant")
    with reported(ModelFailed):
        endpoint = ChatEndpoint(options.llm, options.model, os.environ.get(options.key_in, ""), tuple(options.price))
    seconds = options.seconds or MODEL_SECONDS
    return options.model, lambda view: ModelBot(endpoint, view, random.Random(), seconds, options.memory), endpoint.usage


def _engine(options: argparse.Namespace) -> Player:
    chosen = dict[str, str]()
    for written in options.option:
        name, equals, value = written.partition("=")
        if not equals:
            raise BadUsage(f"options are written NAME=VALUE, not {written!r}")
        chosen[name] = value
    try:
        engine = check_engine(options.engine)
        engine.choose(chosen)
    except EngineFailed as error:
        raise BadUsage(f"the engine {options.engine!r} {error}") from error
    return engine.name, lambda view: EngineBot(options.engine, view, random.Random(), options.seconds or SECONDS, chosen), None


def _tell(result: GameResult) -> None:
    ended = "was broken off" if result.ending is None else f"{'won' if result.won else 'lost'} ({result.ending.replace('_', ' ')})"
    say(f"game {result.game}: seat {result.seat}, {result.role.name.lower()}: {ended}")
