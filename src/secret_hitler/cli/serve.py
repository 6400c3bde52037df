"""The command serve: tables over HTTP and WebSocket."""

import argparse

import msgspec

from ..server.settings import HELP, Settings, from_environment
from .options import reported


def add_options(command: argparse.ArgumentParser) -> None:
    for field, text in HELP.items():
        flag = f"--{field.replace('_', '-')}"
        if Settings.__annotations__[field] is bool:
            command.add_argument(flag, action="store_const", const=True, help=text)
        else:
            command.add_argument(flag, metavar=field.rpartition("_")[2].upper(), help=text)


def run(options: argparse.Namespace) -> int:
    from ..server.running import run  # the web framework is not loaded for --help
    from ..storage import StorageFailure

    with reported(msgspec.ValidationError, StorageFailure, OSError):
        run(from_environment(**{field: getattr(options, field) for field in HELP}))
    return 0
