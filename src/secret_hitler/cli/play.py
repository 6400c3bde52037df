"""The command play: the table in a terminal."""

import argparse
import os
import sys
from pathlib import Path

from ..rules import RULESETS, Seat
from ..terminal.launch_options import USUAL_PLAYERS, GameSetup, LaunchOptions
from ..terminal.words import say as said
from ..terminal.words import speak
from ..words import WORDINGS
from . import BadUsage
from .options import add_language, check_bot, check_writable, language, reported, ruleset_for
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, metavar="N", help=f"5 to 10; {USUAL_PLAYERS} unless asked")
    command.add_argument("--rules", metavar="NAME", help="a rule set, or a TOML file of house rules")
    command.add_argument("--level", metavar="BOT", help="how the bots play: a level, an installed bot, or module:Class")
    command.add_argument("--seat", type=int, metavar="K", help="your chair, from 1; otherwise any")
    command.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same game")
    command.add_argument("--name", default="", help="how the others call you")
    command.add_argument("--speed", type=float, default=1.0, metavar="X", help="how fast bots move; 2 is twice as fast")
    command.add_argument("--join", metavar="URL", help="sit down at a live table, by its link")
    command.add_argument("--password", default="", help="of the live table; asked for if it needs one")
    command.add_argument("--anew", action="store_true", help="at a live table where this computer had a seat, sit down as somebody new")
    command.add_argument("--watch", action="store_true", help="bots play, you watch")
    command.add_argument("--save", type=Path, metavar="FILE", help="keep each game as it ends: JSON lines if named .jsonl, else notation")
    command.add_argument("--plain", action="store_true", help="plain lines of text; also wherever there is no terminal")
    add_language(command)
    command.add_argument("--wording", choices=WORDINGS, default="game", help="what the parties are called; neutral: owls and ravens")
    command.add_argument("--ascii", action="store_true", help="no sign beyond ASCII on the screen")


def run(options: argparse.Namespace) -> int:
    if options.speed <= 0:
        raise BadUsage("bots cannot move at that speed; it must be above 0")
    speak(language(options), options.wording)
    if options.join is not None and options.save is not None:
        raise BadUsage("the server keeps the games of a live table; its page offers the record after the end")
    if options.join is not None:
        return _join(options)
    check_writable(options.save)
    launch = _launch_options(options)
    if options.plain or not _on_a_terminal():
        return _in_lines(launch.chosen_setup() or launch.default_setup(), options.watch)
    from ..terminal.app import LocalApp  # the screen is not loaded for --help, nor for plain lines

    app = LocalApp(launch, options.watch, options.ascii)
    app.run()
    return app.return_code or 0


def _join(options: argparse.Namespace) -> int:
    from ..terminal.app import LiveApp
    from ..terminal.remote_table import BadLink, RemoteTable, table_address

    if options.plain or not _on_a_terminal():
        raise BadUsage("a live table needs a terminal; here there is none, or --plain was asked for")
    with reported(BadLink):
        server, code = table_address(options.join)
    app = LiveApp(RemoteTable(server, code, options.name or said("home.you"), options.password, anew=options.anew), options.ascii)
    app.run()
    return app.return_code or 0


def _in_lines(setup: GameSetup, watch: bool) -> int:
    from ..terminal.plain import play_in_lines

    try:
        play_in_lines(setup, watch)
    except EOFError:
        say("\n" + said("terminal.left"))
    return 0


def _launch_options(options: argparse.Namespace) -> LaunchOptions:
    if options.level is not None:
        check_bot(options.level)
    players = options.players or USUAL_PLAYERS
    rules = ruleset_for(options.rules or "official", players)
    asked = None if options.rules is None else rules
    launch = LaunchOptions(
        rules=asked, players=options.players, level=options.level, seed=options.seed, name=options.name, speed=options.speed
    )
    launch.save = options.save
    if asked is not None and options.rules not in RULESETS:
        launch.house_rules = Path(options.rules).read_text(encoding="utf-8")
    if options.seat is not None:
        if not 1 <= options.seat <= players:
            raise BadUsage(f"there are chairs 1 to {players}, not {options.seat}")
        launch.seat = Seat(options.seat - 1)
    return launch


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
