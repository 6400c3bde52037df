"""The command serve: host tables that people join in a browser."""

import argparse

from ..server.settings import HELP, BadSetting, Settings, from_environment
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

    with reported(BadSetting, StorageFailure, OSError):
        run(from_environment(**{field: getattr(options, field) for field in HELP}))
    return 0
