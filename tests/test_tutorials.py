"""Each tutorial does what it says: its commands and programs are run as written, in a folder of their own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sizes import size

TUTORIALS = sorted((Path(__file__).resolve().parents[1] / "docs" / "tutorials").glob("*.md"))
WITH_A_PERSON = re.compile(r"secret-hitler (serve|companion|play(?!.*--plain))")
"""What waits for somebody: other tests start servers, sit down in terminals and keep the books of a table."""


GAMES = re.compile(r"(?<=--games )\d+")


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_runs_as_written(tutorial: Path, tmp_path: Path) -> None:
    page = GAMES.sub(lambda games: str(min(int(games[0]), size("games of a tutorial's command"))), tutorial.read_text(encoding="utf-8"))
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE)
    assert blocks
    for language, text in blocks:
        if language == "python":
            if named := re.match(r"# (\w+\.py)\n", text):
                (tmp_path / named[1]).write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
            assert done.returncode == 0, done.stderr
            continue
        for line in text.splitlines():
            if line and not WITH_A_PERSON.match(line):
                script = f'secret-hitler() {{ "{sys.executable}" -m secret_hitler.cli "$@"; }}\n{line}'
                done = subprocess.run(["bash", "-ec", script], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
                assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_there_is_one_for_each_kind_of_reader() -> None:
    assert {path.stem for path in TUTORIALS} == {"host", "player", "bot-author", "researcher", "operator", "contributor"}
