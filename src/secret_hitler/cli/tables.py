"""Commands to play: serve, play."""

import argparse
import os
import sys

import msgspec

from ..bots import LEVELS
from ..rules import Seat
from ..server.settings import HELP, from_environment
from ..server.storage.sqlite import LogFailure
from ..terminal.launch_options import USUAL_PLAYERS, Setting, Wishes
from .screen import BadUsage, Commands, rules_for_players, ruleset, say


def add_commands(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="tables for a browser near you")
    for field, text in HELP.items():
        flag = f"--{field.replace('_', '-')}"
        if field == "trust_proxy":
            serve.add_argument(flag, action="store_const", const=True, help=text)
        else:
            serve.add_argument(flag, metavar=field.rpartition("_")[2].upper(), help=text)
    serve.set_defaults(run=_serve)

    play = commands.add_parser("play", help="the game in a terminal: against bots, at a live table, or bots among themselves")
    play.add_argument("--players", type=int, metavar="N", help=f"5 to 10; {USUAL_PLAYERS} unless asked")
    play.add_argument("--rules", metavar="NAME", help="a rule set, or a TOML file of house rules")
    play.add_argument("--level", choices=tuple(LEVELS), help="how the bots play")
    play.add_argument("--seat", type=int, metavar="K", help="your chair, from 1; otherwise any")
    play.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same game")
    play.add_argument("--name", default="", help="how the others call you")
    play.add_argument("--speed", type=float, default=1.0, metavar="X", help="how fast bots move; 2 is twice as fast")
    play.add_argument("--join", metavar="URL", help="sit down at a live table, by its link")
    play.add_argument("--password", default="", help="of the live table; asked for if it needs one")
    play.add_argument("--anew", action="store_true", help="at a live table where this computer had a seat, sit down as somebody new")
    play.add_argument("--watch", action="store_true", help="bots play, you watch")
    play.add_argument("--plain", action="store_true", help="plain lines of text; also wherever there is no terminal")
    play.add_argument("--ascii", action="store_true", help="no sign beyond ASCII on the screen")
    play.set_defaults(run=_play)


def _serve(options: argparse.Namespace) -> int:
    from ..server.running import run  # the web framework is not loaded for other commands

    try:
        run(from_environment(**{field: getattr(options, field) for field in HELP}))
    except (msgspec.ValidationError, LogFailure, OSError) as error:
        raise BadUsage(str(error)) from error
    return 0


def _play(options: argparse.Namespace) -> int:
    if options.speed <= 0:
        raise BadUsage("bots cannot move at that speed; it must be above 0")
    if options.join is not None:
        return _join(options)
    wishes = _wishes(options)
    if options.plain or not _on_a_terminal():
        return _in_lines(wishes.settled() or wishes.usual(), options.watch)
    from ..terminal.app import LocalApp  # the screen is not loaded for other commands

    app = LocalApp(wishes, options.watch, options.ascii)
    app.run()
    return app.return_code or 0


def _join(options: argparse.Namespace) -> int:
    from ..terminal.app import LiveApp
    from ..terminal.sources.remote_table import BadLink, RemoteTable, table_address

    if options.plain or not _on_a_terminal():
        raise BadUsage("a live table needs a terminal; here there is none, or --plain was asked for")
    try:
        server, code = table_address(options.join)
    except BadLink as error:
        raise BadUsage(str(error)) from error
    app = LiveApp(RemoteTable(server, code, options.name or "Guest", options.password, anew=options.anew), options.ascii)
    app.run()
    return app.return_code or 0


def _in_lines(setting: Setting, watch: bool) -> int:
    from ..terminal.plain import play_in_lines

    try:
        play_in_lines(setting, watch)
    except EOFError:
        say("\nThe game was left.")
    return 0


def _wishes(options: argparse.Namespace) -> Wishes:
    rules = None if options.rules is None else ruleset(options.rules)
    wishes = Wishes(rules=rules, players=options.players, level=options.level, seed=options.seed, name=options.name, speed=options.speed)
    checked = argparse.Namespace(rules=options.rules or "official", players=options.players or USUAL_PLAYERS)
    rules_for_players(checked)
    if options.seat is not None:
        if not 1 <= options.seat <= checked.players:
            raise BadUsage(f"there are chairs 1 to {checked.players}, not {options.seat}")
        wishes.seat = Seat(options.seat - 1)
    return wishes


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
