"""Commands to play: serve, play."""

import argparse

import msgspec

from ..server.log import LogFailure
from ..server.settings import HELP, from_environment
from ..terminal.plain import play_in_lines
from .screen import BadUsage, Commands, add_game_options, rules_for_players, say


def add_commands(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="tables for a browser near you")
    for field, text in HELP.items():
        flag = f"--{field.replace('_', '-')}"
        if field == "trust_proxy":
            serve.add_argument(flag, action="store_const", const=True, help=text)
        else:
            serve.add_argument(flag, metavar=field.rpartition("_")[2].upper(), help=text)
    serve.set_defaults(run=_serve)

    play = commands.add_parser("play", help="a game in plain lines of text, against seats that play at random")
    add_game_options(play, games=None)
    play.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same game")
    play.set_defaults(run=_play)


def _serve(options: argparse.Namespace) -> int:
    from ..server.running import run  # the web framework is not loaded for other commands

    try:
        run(from_environment(**{field: getattr(options, field) for field in HELP}))
    except (msgspec.ValidationError, LogFailure, OSError) as error:
        raise BadUsage(str(error)) from error
    return 0


def _play(options: argparse.Namespace) -> int:
    try:
        play_in_lines(rules_for_players(options), options.players, options.seed)
    except EOFError:
        say("\nThe game was left.")
    return 0
