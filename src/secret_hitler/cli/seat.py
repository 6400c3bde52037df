"""The command seat: give an engine or a language model a seat at a live table."""

import argparse
import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from ..bots import Bot, UnknownBot, Usage
from ..bots.bot import BALANCED
from ..client import CommandRefused, ServerError, TableClient, open_account
from ..client.engine import SECONDS, EngineBot, check_engine
from ..client.engine_process import EngineFailed
from ..client.fair_deal import DealCheck
from ..client.http import Arrival, arrive
from ..client.live_seat import GameResult, LiveSeat
from ..client.model import ModelBot, model_bots
from ..client.model_endpoint import ChatEndpoint, ModelFailed, ModelSpec
from ..rules import View
from ..rules.ruleset import MAX_SEATS, MIN_SEATS
from ..wire.table import Level
from . import BadUsage
from .options import at_least_one, check_writable, reported
from .output import problem, say, say_json

LONGEST_NAME, MODEL_SECONDS = 24, 60.0

Player = tuple[str, Callable[[View], EngineBot | ModelBot]]
"""Its name, and what makes it for each game."""


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("url", metavar="URL", help="a table's link, or a server's address to open a table with bots")
    who = command.add_mutually_exclusive_group(required=True)
    who.add_argument("--engine", metavar="COMMAND", help="a program that plays by the protocol of docs/engine.md")
    who.add_argument("--llm", metavar="BASE_URL", help="a language model's address, such as http://127.0.0.1:11434/v1, or its TOML file")
    command.add_argument("--model", default="", metavar="NAME", help="the model's name")
    command.add_argument("--key-in", default="OPENAI_API_KEY", metavar="VARIABLE", help="the environment variable with its key")
    command.add_argument("--price", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"), help="of a million tokens")
    command.add_argument("--memory", type=int, default=12_000, metavar="C", help="how many characters of the game log the model sees")
    command.add_argument("--name", help="its name at the table (default: its own)")
    command.add_argument("--account", type=Path, metavar="FILE", help="the file with its account's token; without it, open an account")
    command.add_argument("--author", default="", help="the author, for a new account")
    command.add_argument("--about", default="", help="a few words about it, for a new account")
    command.add_argument("--password", default="", help="the table's password")
    command.add_argument("--games", type=int, default=1, metavar="G", help="play this many games in a row")
    command.add_argument("--seconds", type=float, metavar="S", help="time for each question (default: 10 for an engine, 60 for a model)")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    command.add_argument("--players", type=int, default=7, metavar="N", help="the players at its own table")
    command.add_argument("--level", type=Level, choices=list(Level), default=Level.REGULAR, help="the bots' level at its own table")
    command.add_argument("--json", action="store_true", help="print a line of JSON for each game")


def run(options: argparse.Namespace) -> int:
    at_least_one("game", options.games)
    if not MIN_SEATS <= options.players <= MAX_SEATS:
        raise BadUsage(f"a table has {MIN_SEATS} to {MAX_SEATS} players, not {options.players}")
    if options.seconds is not None and options.seconds <= 0:
        raise BadUsage(f"choose more than {options.seconds} seconds")
    if options.account is not None and not options.account.exists() and not options.author:
        raise BadUsage(f"there's no {options.account}. To open an account, name the program's --author.")
    name, make = _model(options) if options.llm else _engine(options)
    usage = Usage()
    bots: list[EngineBot | ModelBot] = []

    def seated(view: View) -> Bot:
        bots.append(make(view))
        return bots[-1]

    wanted = Arrival(
        url=options.url, name=(options.name or name)[:LONGEST_NAME], password=options.password, players=options.players, level=options.level
    )
    with reported(ServerError, ConnectionError, CommandRefused):
        if options.account is not None:
            wanted = replace(wanted, token=_account(options, wanted))
        results = asyncio.run(_play(wanted, seated, options.games, say_json if options.json else _tell))
    for bot in bots:
        usage.add(bot.usage)
    problem(str(usage))
    return int(all(result.failures for result in results))


def _account(options: argparse.Namespace, wanted: Arrival) -> str:
    """Read the token in the file, or open an account and keep its token there."""
    path: Path = options.account
    if path.exists():
        return path.read_text(encoding="utf-8").strip()
    check_writable(path)
    token = asyncio.run(open_account(wanted.server, wanted.name, options.author, options.about)).token
    path.touch(mode=0o600)
    path.write_text(token + "\n", encoding="utf-8")
    return token


async def _play(wanted: Arrival, make: Callable[[View], Bot], games: int, tell: Callable[[GameResult], None]) -> list[GameResult]:
    admission = await arrive(wanted)
    problem(f"at {admission.link}")
    results = list[GameResult]()
    async with TableClient(wanted.server, admission.code, admission.token) as table:
        seat = LiveSeat(table, make, problem)
        for number in range(games):
            if number:
                await seat.next_game()
            results.append(await seat.play())
            tell(results[-1])
    return results


def _model(options: argparse.Namespace) -> Player:
    if options.llm.endswith(".toml"):
        with reported(UnknownBot):
            maker = model_bots(options.llm)
        return Path(options.llm).stem, lambda view: maker(view, random.Random(), BALANCED)
    if not options.model:
        raise BadUsage("name the --model")
    spec = ModelSpec(
        model=options.model,
        endpoint=options.llm,
        key_in=options.key_in,
        price=tuple(options.price),
        seconds=options.seconds or MODEL_SECONDS,
        memory=options.memory,
    )
    with reported(ModelFailed):
        endpoint = ChatEndpoint(spec)
    return options.model, lambda view: ModelBot(endpoint, view)


def _engine(options: argparse.Namespace) -> Player:
    chosen = dict[str, str]()
    for written in options.option:
        name, equals, value = written.partition("=")
        if not equals:
            raise BadUsage(f"write options as NAME=VALUE, not {written!r}")
        chosen[name] = value
    try:
        engine = check_engine(options.engine)
        engine.choose(chosen)
    except EngineFailed as error:
        raise BadUsage(f"the engine {options.engine!r} {error}") from error
    return engine.name, lambda view: EngineBot(options.engine, view, random.Random(), options.seconds or SECONDS, chosen)


def _tell(result: GameResult) -> None:
    ended = "was broken off" if result.ending is None else f"{'won' if result.won else 'lost'} ({result.ending.replace('_', ' ')})"
    say(f"game {result.game}: seat {result.seat}, {result.role.name.lower()}: {ended}")
    if result.deal is DealCheck.BROKEN:
        problem(f"the cards of game {result.game} don't match what the server promised before the deal: {result.deal_problem}")
