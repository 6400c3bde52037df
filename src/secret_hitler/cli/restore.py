"""The command restore: the folder of a server from a backup."""

import argparse
from pathlib import Path

from .output import say
from .usage import BadUsage


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="a backup")
    command.add_argument("data", type=Path, help="folder for a server, in which there are no tables yet")


def run(options: argparse.Namespace) -> int:
    from ..storage import StorageFailure
    from ..storage.data_folder import restore

    try:
        tables = restore(options.file, options.data)
    except (StorageFailure, OSError) as failure:
        raise BadUsage(str(failure)) from failure
    say(f"{tables} open tables and all records are in {options.data}: secret-hitler serve --data {options.data}")
    return 0
