"""The command restore: restore a server's data folder from a backup."""

import argparse
from pathlib import Path

from .options import folder, reported
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="a backup")
    command.add_argument("data", type=folder, help="the data folder to fill, without tables")


def run(options: argparse.Namespace) -> int:
    from ..storage import StorageFailure
    from ..storage.data_folder import restore

    with reported(StorageFailure, OSError):
        tables = restore(options.file, options.data)
    say(f"{tables} open tables and all records are in {options.data}: secret-hitler serve --data {options.data}")
    return 0
