"""The command play: play in a terminal."""

import argparse
import os
import sys
from pathlib import Path

from msgspec.structs import replace

from ..rules import RULESETS, Seat
from ..terminal.game_setup import GameSetup
from ..terminal.words import say as said
from ..terminal.words import speak
from ..words import WORDINGS
from . import BadUsage
from .options import add_language, check_bot, check_writable, language, reported, ruleset_for
from .output import say

USUAL = GameSetup()


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, metavar="N", help=f"5 to 10 (default {USUAL.players})")
    command.add_argument("--rules", metavar="NAME", help="a rule set, or a TOML file of house rules")
    command.add_argument("--level", metavar="BOT", help="how the bots play: a level, an installed bot, or module:Class")
    command.add_argument("--seat", type=int, metavar="K", help="your chair, from 1; any by default")
    command.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same game")
    command.add_argument("--name", default="", help="your name")
    command.add_argument("--speed", type=float, default=1.0, metavar="X", help="how fast bots move; 2 is twice as fast")
    command.add_argument("--join", metavar="URL", help="join a live table by its link")
    command.add_argument("--password", default="", help="the live table's password; it asks if it needs one")
    command.add_argument("--anew", action="store_true", help="join as a new player, even if this computer has a seat at the table")
    command.add_argument("--watch", action="store_true", help="watch bots play")
    command.add_argument("--save", type=Path, metavar="FILE", help="keep each game when it ends: JSON lines in .jsonl, else notation")
    command.add_argument("--plain", action="store_true", help="use plain lines of text, as without a terminal")
    add_language(command)
    command.add_argument("--wording", choices=WORDINGS, default="game", help="names of the parties; neutral: owls and ravens")
    command.add_argument("--ascii", action="store_true", help="show only ASCII")


def run(options: argparse.Namespace) -> int:
    if options.speed <= 0:
        raise BadUsage("choose a speed above 0")
    speak(language(options), options.wording)
    if options.join is not None and options.save is not None:
        raise BadUsage("the server keeps a live table's games; download the record from its page")
    if options.join is not None:
        return _join(options)
    check_writable(options.save)
    setup = game_setup(options)
    if options.plain or not _on_a_terminal():
        from ..terminal.plain import play_in_lines

        try:
            play_in_lines(setup, options.watch)
        except EOFError:
            say("\n" + said("terminal.left"))
        return 0
    from ..terminal.app import LocalApp  # the screen is not loaded for --help, nor for plain lines

    app = LocalApp(setup, options.watch, options.ascii, ask=leaves_open(options))
    app.run()
    return app.return_code or 0


def _join(options: argparse.Namespace) -> int:
    from ..terminal.app import LiveApp
    from ..terminal.remote_table import BadLink, RemoteTable, table_address

    if options.plain or not _on_a_terminal():
        raise BadUsage("to join a live table, use a terminal without --plain")
    with reported(BadLink):
        server, code = table_address(options.join)
    app = LiveApp(RemoteTable(server, code, options.name or said("home.you"), options.password, anew=options.anew), options.ascii)
    app.run()
    return app.return_code or 0


def leaves_open(options: argparse.Namespace) -> bool:
    """Tell whether the set-up screen has to ask, which any of these options makes needless."""
    return all(asked is None for asked in (options.rules, options.players, options.level, options.seat))


def game_setup(options: argparse.Namespace) -> GameSetup:
    asked = {name: getattr(options, name) for name in ("players", "level", "seed", "name", "speed", "save")}
    setup = replace(USUAL, **{name: value for name, value in asked.items() if value is not None})
    if options.level is not None:
        check_bot(options.level)
    rules = ruleset_for(options.rules or "official", setup.players)
    own = options.rules is not None and options.rules not in RULESETS
    if options.seat is not None and not 1 <= options.seat <= setup.players:
        raise BadUsage(f"choose a chair from 1 to {setup.players}, not {options.seat}")
    return replace(
        setup,
        rules=rules,
        house_rules=Path(options.rules).read_text(encoding="utf-8") if own else "",
        seat=None if options.seat is None else Seat(options.seat - 1),
    )


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
