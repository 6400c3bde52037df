"""The command admin: see and manage a running server. The token comes from a file or the environment, never from a flag."""

import argparse
import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ..client.http import ServerError, fetch, post
from ..server.admin.tokens import FILE, VARIABLE, BadToken, read_tokens
from ..wire import operators as orders
from . import BadUsage
from .options import reported
from .output import say, say_json


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--server", default="http://127.0.0.1:8000", help="the server's address (default: %(default)s)")
    command.add_argument("--data", type=Path, default=Path("data"), help=f"the server's data folder, with {FILE} (default: %(default)s)")
    command.add_argument("--as", dest="operator", default="", help="an operator in that file (default: the first)")
    command.add_argument("--json", action="store_true", help="print everything as one JSON object")
    asks = command.add_subparsers(dest="asked", metavar="WHAT", required=False)
    asks.add_parser("show", help="show the load, the tables and the reports (the default)")
    asks.add_parser("close", help="close a table and tell its players").add_argument("code")
    announce = asks.add_parser("announce", help="tell everyone something; without a text, take it back")
    announce.add_argument("text", nargs="?", default="")
    announce.add_argument("--restart-in", type=int, default=0, metavar="MINUTES", help="announce a restart in that time")
    ban = asks.add_parser("ban", help="ban an address or an identity for a time")
    ban.add_argument("target", type=orders.Target, choices=[*orders.Target])
    ban.add_argument("value")
    ban.add_argument("--minutes", type=int, required=True)
    ban.add_argument("--reason", default="")
    unban = asks.add_parser("unban", help="let an address or an identity in again")
    unban.add_argument("target", type=orders.Target, choices=[*orders.Target])
    unban.add_argument("value")
    hush = asks.add_parser("mute", help="stop an identity from talking for a time; 0 minutes end it")
    hush.add_argument("identity")
    hush.add_argument("--minutes", type=int, required=True)
    asks.add_parser("forbid", help="refuse names and chat with a word; WORD* for all that begin with it").add_argument("word")
    asks.add_parser("allow", help="take a word off the list").add_argument("word")
    settle = asks.add_parser("settle", help="mark a report as settled")
    settle.add_argument("id")
    settle.add_argument("note", nargs="?", default="")
    moving = asks.add_parser("move", help="copy everything from a folder to a database for nodes, or back; stop the server first")
    moving.add_argument("source", metavar="FROM", help="a folder, or postgresql://... (password in PGPASSWORD)")
    moving.add_argument("target", metavar="TO", help="the other one, without tables")


def run(options: argparse.Namespace) -> int:
    if options.asked == "move":
        return _move(options.source, options.target)
    kind = _COMMANDS.get(options.asked)
    command = kind(**{field: getattr(options, field) for field in kind.__struct_fields__}) if kind else None
    asked = options.server, "/api/operator"
    with reported(ServerError):
        expected = orders.OperatorsView, _token(options)
        view = asyncio.run(fetch(*asked, *expected) if command is None else post(*asked, command, *expected))
    if options.json:
        say_json(view)
    elif command is None:
        sys.stdout.write(_in_words(view))
    else:
        done = view.audit[0]
        sys.stdout.write(f"done: {done.what} {done.detail}\n")
    return 0


def _move(source: str, target: str) -> int:
    try:
        from ..storage import StorageFailure
        from ..storage.move import move
    except ModuleNotFoundError as error:
        raise BadUsage("for a database, run: pip install 'secret-hitler[postgres]'") from error
    with reported(StorageFailure, OSError):
        rows = move(source, target)
    say("copied everything: " + ", ".join(f"{count} {kind}" for kind, count in rows.items()))
    say("You now have two copies: serve one of them, never both.")
    return 0


_COMMANDS: Final[dict[str, type[orders.AnyOperatorCommand]]] = {
    "close": orders.CloseTable,
    "announce": orders.Announce,
    "ban": orders.Ban,
    "unban": orders.LiftBan,
    "mute": orders.Hush,
    "forbid": orders.ForbidWord,
    "allow": orders.AllowWord,
    "settle": orders.SettleReport,
}
"""Their fields are the options of the parsers."""


def _token(options: argparse.Namespace) -> str:
    if not options.operator and VARIABLE in os.environ:
        return os.environ[VARIABLE]
    path = options.data / FILE
    try:
        tokens = read_tokens(path)
    except (OSError, BadToken) as error:
        raise BadUsage(f"can't read the operator's token: {error}") from error
    if options.operator not in ("", *tokens):
        raise BadUsage(f"{path} has no operator {options.operator!r}; it has {', '.join(tokens)}")
    return tokens[options.operator] if options.operator else next(iter(tokens.values()))


def _in_words(view: orders.OperatorsView) -> str:
    load = view.load
    lines = [
        f"{load.tables} tables, {load.playing} playing, {load.connections} connections, {load.moves} moves, "
        f"{load.bots_waiting} bots waiting; "
        f"{load.memory_mb:.0f} MB used, {load.disk_free_mb:.0f} MB of disk free; version {load.version}, since {_when(load.started)}"
    ]
    lines += [f"announced: {view.announced}"] if view.announced else []
    for table in view.tables:
        lines.append(f"{table.code} {table.stage}, {table.rules}, {table.bots} bots, {table.watchers} watching, game {table.games}")
        lines += [f"  {person.name} ({person.identity or '-'}) {' '.join(person.addresses)}" for person in table.people]
    for report in view.reports:
        state = f"settled by {report.settled}" if report.settled else "open"
        lines.append(f"report {report.id} {_when(report.time)} {report.table}, {state}")
        lines.append(f"  {report.by} ({report.by_identity}) about {report.name} ({report.identity})")
        lines.append(f"  {report.complaint}: {report.text}")
        lines += [f"    {_when(said.time)} {said.name}: {said.text}" for said in report.talk]
    for pair in view.pairs:
        (one, other), (wins, others) = [f"{name} ({id})" for name, id in zip(pair.names, pair.identities, strict=True)], pair.wins
        why = [name.replace("_", " ") for name in ("shared_address", "always_together", "beyond_chance") if getattr(pair, name)]
        lines.append(f"look at {one} and {other}: {pair.games} rated games together, {wins} and {others} won; {', '.join(why)}")
    lines += [f"banned: {ban.target} {ban.value} until {_when(ban.until)} by {ban.by}: {ban.reason}" for ban in view.bans]
    lines += [f"muted: {hushed.identity} until {_when(hushed.until)}" for hushed in view.hushed]
    lines += [f"words refused: {', '.join(view.words)}"] if view.words else []
    lines += [f"{_when(line.time)} {line.by}: {line.what} {line.detail}" for line in view.audit]
    return "\n".join(lines) + "\n"


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
