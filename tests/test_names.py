"""One word, one thing: a name in the sources is the name of one class, and a file name in a room that of one file."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOORS = ROOT / "doors" / "src" / "secret_hitler_doors"
SOURCES = (ROOT / "src" / "secret_hitler", ROOT / "lab" / "src" / "secret_hitler_lab", DOORS)


def test_no_two_classes_share_a_name() -> None:
    names = Counter(
        node.name
        for source in SOURCES
        for file in source.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert len(names) > 100
    assert [name for name, times in names.items() if times > 1] == []


def test_no_file_name_stands_twice_in_a_room() -> None:
    rooms = [folder for source in SOURCES for folder in source.iterdir() if (folder / "__init__.py").is_file()]
    assert len(rooms) > 8
    for room in rooms:
        stems = Counter(file.stem for file in room.rglob("*.py") if not file.stem.startswith("__"))
        assert [stem for stem, times in stems.items() if times > 1] == [], room.name


def test_nothing_in_the_sources_is_dead() -> None:
    run = subprocess.run([sys.executable, "-m", "vulture"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
