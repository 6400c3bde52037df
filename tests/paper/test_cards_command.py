"""The command that prints, run as a person would run it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import secret_hitler
from secret_hitler.cli import main
from secret_hitler.paper.printing.booklet import booklet
from secret_hitler.paper.printing.pen import A4
from secret_hitler.rules import OFFICIAL

SOURCES = str(Path(secret_hitler.__file__).parents[1])


def test_cards_writes_the_same_file_every_time_and_says_what_is_in_it(tmp_path: Path) -> None:
    here = {**os.environ, "LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_ES.UTF-8", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": SOURCES}
    command = [sys.executable, "-m", "secret_hitler", "cards"]
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "secret-hitler-cards-official-a4-es.pdf: 30 pages" in done.stdout
    assert all(title in done.stdout for title in ("Leyes", "Sobres", "Las reglas en una página", "borde largo", "100 %"))
    assert (tmp_path / "secret-hitler-cards-official-a4-es.pdf").read_bytes() == booklet(OFFICIAL, A4, "es").pdf


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--paper", "napkin"], "there's no paper 'napkin'. Choose a4 or letter."),
        (["--language", "tlh"], "there's no language 'tlh'. Choose one of en, de, es, fr, tr, ru."),
        (["--rules", "chess"], "there's no rule set or file 'chess'"),
        (["--rules", "long.toml"], "a track of 20 policies does not fit on a4"),
        (["--out", "no/such/folder.pdf"], "there's no folder no/such"),
    ],
)
def test_a_mistake_gets_a_clear_message(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C")
    track = ", ".join(['"none"'] * 19)
    Path("long.toml").write_text(f'fascist_tiles = 30\nfascist_goal = 20\npowers = {{ "5-10" = [{track}] }}')
    assert main(["cards", *arguments]) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.glob("*.pdf"))
