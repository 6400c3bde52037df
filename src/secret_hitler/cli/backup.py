"""The command backup: everything a server keeps, in one file, while it runs."""

import argparse
from pathlib import Path

from .options import check_writable, reported
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("data", type=Path, help="folder of a server, which may be running")
    command.add_argument("file", type=Path, help="where to write the backup; whoever has it can take any seat")


def run(options: argparse.Namespace) -> int:
    from ..storage import StorageFailure
    from ..storage.data_folder import back_up

    check_writable(options.file)
    with reported(StorageFailure, OSError):
        tables = back_up(options.data, options.file)
    say(f"{tables} open tables and all records are in {options.file}")
    return 0
