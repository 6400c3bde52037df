"""The command backup: save everything a server keeps to one file, while it runs."""

import argparse
from pathlib import Path

from .options import check_writable, folder, reported
from .output import say


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("data", type=folder, help="a server's data folder; the server can be running")
    command.add_argument("file", type=Path, help="the backup to write; keep it safe, it opens every seat")


def run(options: argparse.Namespace) -> int:
    from ..storage import StorageFailure
    from ..storage.data_folder import back_up

    check_writable(options.file)
    with reported(StorageFailure, OSError):
        tables = back_up(options.data, options.file)
    say(f"{tables} open tables and all records are in {options.file}")
    return 0
