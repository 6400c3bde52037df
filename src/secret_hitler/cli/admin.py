"""For operators: what a running server carries, and what is done about it. The token comes from a file or the environment, never a flag."""

import argparse
import os
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from ..server.admin.tokens import FILE, VARIABLE, BadToken, read_tokens
from ..wire import operators as orders
from ..wire.api import Problem
from . import BadUsage
from .options import reported
from .output import say

SECONDS = 20


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--server", default="http://127.0.0.1:8000", help="where the server is (default: %(default)s)")
    command.add_argument("--data", type=Path, default=Path("data"), help=f"folder of the server, in which {FILE} is (default: %(default)s)")
    command.add_argument("--as", dest="operator", default="", help="which of the operators in that file (default: the first)")
    command.add_argument("--json", action="store_true", help="all there is to see, as one JSON object")
    asks = command.add_subparsers(dest="asked", metavar="WHAT", required=False)
    asks.add_parser("show", help="the load, the tables, the reports (the default)")
    close = asks.add_parser("close", help="close a table; whoever is at it is told")
    close.add_argument("code")
    announce = asks.add_parser("announce", help="say something to everybody; without words, take it back")
    announce.add_argument("text", nargs="?", default="")
    announce.add_argument("--restart-in", type=int, default=0, metavar="MINUTES", help="the server restarts then")
    ban = asks.add_parser("ban", help="shut out an address or an identity for a time")
    ban.add_argument("target", type=orders.Target, choices=[*orders.Target])
    ban.add_argument("value")
    ban.add_argument("--minutes", type=int, required=True)
    ban.add_argument("--reason", default="")
    unban = asks.add_parser("unban", help="let an address or an identity in again")
    unban.add_argument("target", type=orders.Target, choices=[*orders.Target])
    unban.add_argument("value")
    hush = asks.add_parser("mute", help="let an identity play, but not talk, for a time; 0 minutes end it")
    hush.add_argument("identity")
    hush.add_argument("--minutes", type=int, required=True)
    forbid = asks.add_parser("forbid", help="refuse names and talk with a word; WORD* stands for all that begin so")
    forbid.add_argument("word")
    allow = asks.add_parser("allow", help="take a word off the list")
    allow.add_argument("word")
    settle = asks.add_parser("settle", help="note that a report is dealt with")
    settle.add_argument("id")
    settle.add_argument("note", nargs="?", default="")
    moving = asks.add_parser("move", help="copy all that is kept from a folder into a database for nodes, or back; neither in use")
    moving.add_argument("source", metavar="FROM", help="a folder, or postgresql://... (its password: PGPASSWORD)")
    moving.add_argument("target", metavar="TO", help="the other of the two, without tables")


def run(options: argparse.Namespace) -> int:
    if options.asked == "move":
        return _move(options.source, options.target)
    command = _asked(options)
    view = _ask(options, None if command is None else msgspec.json.encode(command))
    if options.json:
        sys.stdout.write(msgspec.json.encode(view).decode() + "\n")
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
        raise BadUsage("a database needs one more package: pip install 'secret-hitler[postgres]'") from error
    with reported(StorageFailure, OSError):
        rows = move(source, target)
    say("all of it is there: " + ", ".join(f"{count} {kind}" for kind, count in rows.items()))
    say("what was left behind is a copy: serve one of the two, never both")
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
"""Each has the options of its parser as fields."""


def _asked(options: argparse.Namespace) -> orders.AnyOperatorCommand | None:
    kind = _COMMANDS.get(options.asked)
    return None if kind is None else kind(**{field: getattr(options, field) for field in kind.__struct_fields__})


def _token(options: argparse.Namespace) -> str:
    if not options.operator and VARIABLE in os.environ:
        return os.environ[VARIABLE]
    path = options.data / FILE
    try:
        tokens = read_tokens(path)
    except (OSError, BadToken) as error:
        raise BadUsage(f"no operator's token: {error}") from error
    if options.operator not in ("", *tokens):
        raise BadUsage(f"{path} has no operator {options.operator!r}; it has {', '.join(tokens)}")
    return tokens[options.operator] if options.operator else next(iter(tokens.values()))


def _ask(options: argparse.Namespace, body: bytes | None) -> orders.OperatorsView:
    url = f"{options.server.rstrip('/')}/api/operator"
    if not url.startswith(("http://", "https://")):
        raise BadUsage(f"{options.server} is not the address of a server")
    headers = {"authorization": f"Bearer {_token(options)}", "content-type": "application/json"}
    request = urllib.request.Request(url, data=body, headers=headers)  # noqa: S310  because the scheme is checked above
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310  as above
            return msgspec.json.decode(answer.read(), type=orders.OperatorsView)
    except urllib.error.HTTPError as error:
        raise BadUsage(_reason(error)) from error
    except OSError as error:
        raise BadUsage(f"{options.server} does not answer: {error}") from error


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return msgspec.json.decode(error.read(), type=Problem).reason
    except msgspec.MsgspecError:
        return f"the server answered {error.code}"


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
    lines += [f"banned: {ban.target} {ban.value} until {_when(ban.until)} by {ban.by}: {ban.reason}" for ban in view.bans]
    lines += [f"muted: {hushed.identity} until {_when(hushed.until)}" for hushed in view.hushed]
    lines += [f"words refused: {', '.join(view.words)}"] if view.words else []
    lines += [f"{_when(line.time)} {line.by}: {line.what} {line.detail}" for line in view.audit]
    return "\n".join(lines) + "\n"


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
