"""The command doctor: check a data folder and repair it."""

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from . import BadUsage
from .options import check_writable, folder, reported
from .output import problem, say

if TYPE_CHECKING:
    from ..server.admin.checkup import Checkup


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("data", type=folder, help="a server's data folder")
    command.add_argument("--repair", action="store_true", help="repair what's possible; keep the damaged file beside the new one")
    command.add_argument("--export", type=Path, metavar="FILE", help="write every readable finished game, one JSON line each")


def run(options: argparse.Namespace) -> int:
    from ..paper.files import game_to_line
    from ..server.admin.checkup import Checkup
    from ..storage import StorageFailure
    from ..storage.data_folder import DataFolder, write_private

    check_writable(options.export)
    if not options.data.is_dir():
        raise BadUsage(f"there's no folder {options.data}")
    with reported(StorageFailure):
        checkup = Checkup(options.data)
        _explain(checkup)
        if options.export is not None:
            games = [game_to_line(game) for game in checkup.readable_games()]
            write_private(options.export, "".join(f"{game}\n" for game in games).encode())
            say(f"wrote {len(games)} finished games to {options.export}")
        if not checkup.sound and options.repair:
            with closing(DataFolder(options.data)):
                kept = checkup.repair()
            if kept is not None:
                say(f"repaired; the database as it was is kept in {kept}")
            checkup = Checkup(options.data)
            _explain(checkup)
    return 0 if checkup.sound else 1


def _explain(checkup: "Checkup") -> None:
    for sentence in checkup.others:
        problem(sentence)
    if checkup.damaged_file:
        problem(f"the database is damaged ({checkup.damaged_file}): --repair copies what can be read into a new one")
    for damage in checkup.damaged_tables:
        lines = f"the first {damage.good_lines} lines ({damage.reason})"
        problem(f"table {damage.code} can't be read after {lines}: --repair lets it go on from there")
    for code in checkup.quarantined:
        if code not in {damage.code for damage in checkup.damaged_tables}:
            problem(f"table {code} was set aside, and is readable now: --repair brings it back")
    for id in checkup.damaged_records:
        problem(f"record {id} can't be read: --repair removes it, and makes it again if the table still has the game")
    say(f"{checkup.tables} tables, {checkup.records} records: {'all sound' if checkup.sound else 'not all sound'}")
