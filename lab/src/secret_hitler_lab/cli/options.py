"""Options and tables that the commands of the lab share."""

import argparse

from rich.console import Console
from rich.table import Table

from secret_hitler.cli import BadUsage


def add_many_games_options(command: argparse.ArgumentParser, games: int) -> None:
    command.add_argument("--games", type=int, default=games, metavar="G")
    command.add_argument("--seed", type=int, default=0, metavar="S")
    command.add_argument("--json", action="store_true", help="one JSON object")


def numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(",")))
    except ValueError as error:
        raise BadUsage(f"players are numbers with commas between them, such as 5,7,10; not {text!r}") from error


def say_table(table: Table) -> None:
    Console().print(table)
