"""A new power, phase, refusal or ending cannot be forgotten anywhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.completeness import missing

ROOT = Path(__file__).resolve().parents[1]

NEW_POWER = {
    "vocabulary.py": [
        ('    EXECUTE = "execute"\n', '    EXECUTE = "execute"\n    BANISH = "banish"\n'),
        ('    EXECUTION = "execution"\n', '    EXECUTION = "execution"\n    BANISHMENT = "banishment"\n'),
    ],
    "powers.py": [
        ("class PowerUsed(Event", "class Banish(PowerAction, frozen=True):\n    seat: Seat\n\n\nclass PowerUsed(Event"),
        ("class DeckPeeked(Event", "class PlayerBanished(PowerUsed, frozen=True):\n    pass\n\n\nclass DeckPeeked(Event"),
        ("| Execute | ShowParty\n", "| Execute | ShowParty | Banish\n"),
        ("| PartyShown | DeckPeeked |", "| PartyShown | PlayerBanished | DeckPeeked |"),
        (
            "_ROWS: Final = (\n",
            "_ROWS: Final = (\n    Ability(power=Power.BANISH, event=PlayerBanished, action=Banish, phase=Phase.BANISHMENT, "
            'verb="banishes", wish="banish", refused="be banished"),\n',
        ),
    ],
}
"""Changes to the rules alone, as somebody begins with them."""

NOTICED = (
    "power banish: no sentence power.short.banish (en, de, ",
    "power banish: no sentence event.PlayerBanished (en, de, ",
    "power banish: no sentence review.did.Banish",
    "power banish: no sentence tray.banishment.button",
    "power banish: no sign in signs.svg",
    "power banish: docs/engine.md does not name `banish`",
    "power banish: no scene of the page for PlayerBanished",
    "power banish: no choice by regular as HITLER: Unconsidered",
    "power banish: no choice by expert as LIBERAL: Unconsidered",
    "power banish: no choice by deducer as LIBERAL: Unconsidered",
    "power banish: no choice by strategist as FASCIST: Unconsidered",
    "power banish: no review: Unconsidered",
    "power banish: no rulebook",
    "power banish: no print",
    "phase banishment: no sentence tray.wait.banishment",
    "phase banishment: no sentence paper.due.banishment",
    "phase banishment: docs/engine.md does not name `banishment`",
)


def test_nothing_is_missing() -> None:
    assert missing() == []


def test_whatever_a_new_power_needs_is_named_and_nothing_crashes(tmp_path: Path) -> None:
    package = tmp_path / "secret_hitler"
    shutil.copytree(ROOT / "src" / "secret_hitler", package, ignore=shutil.ignore_patterns("lab", "__pycache__", "static"))
    for name, changes in NEW_POWER.items():
        source = (package / "rules" / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert source.count(before) == 1, before
            source = source.replace(before, after)
        (package / "rules" / name).write_text(source, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "tests.completeness"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert [line for line in NOTICED if line not in run.stdout] == [], run.stdout
    assert all(line.startswith(("power banish", "phase banishment")) for line in run.stdout.splitlines()), run.stdout
