"""The packages build from source where nothing is installed, and what was built runs."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "web" / "dist" / "index.html"
SECONDS = 240


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")} | variables
    done = subprocess.run([*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def empty_environment(folder: Path) -> Path:
    """Return the Python of a new environment that has pip and nothing else."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@pytest.mark.skipif(not BUILT.is_file(), reason="the page is not built: make page")
def test_a_source_distribution_builds_and_installs_where_nothing_is(tmp_path: Path) -> None:
    """Without Node: the source distribution carries the page."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert "web/dist/index.html" in names
    assert not any(name.startswith(("tests/", "lab/", "doors/", "web/node_modules/")) for name in names)
    python = empty_environment(tmp_path / "environment")
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, source, cwd=tmp_path, PATH=str(python.parent))
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert {"secret_hitler/web/index.html", "secret_hitler/py.typed"} <= set(archive.namelist())
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert "serve" in run(python.parent / "secret-hitler", "--help", cwd=tmp_path)
    imported = "import secret_hitler.rules, secret_hitler.records, secret_hitler.words, secret_hitler.client"
    run(python, "-c", imported, cwd=tmp_path)
    installed = run(python, "-m", "pip", "list", "--format=freeze", cwd=tmp_path).split()
    others = {name.partition("==")[0] for name in installed} - {"pip", "setuptools", "wheel", "secret-hitler"}
    assert "msgspec" in others
    assert len(others) <= 4, "msgspec and at most three other packages"


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_bare_checkout_installs(tmp_path: Path) -> None:
    """The page is built for it, in the environment that the installer makes."""
    checkout = tmp_path / "checkout"
    run("git", "clone", "--quiet", ROOT, checkout, cwd=tmp_path)
    python = empty_environment(tmp_path / "environment")
    run(python, "-m", "pip", "install", "--quiet", checkout, cwd=tmp_path)
    found = run(python, "-c", "import secret_hitler; print(secret_hitler.__path__[0])", cwd=tmp_path).strip()
    assert (Path(found) / "web" / "index.html").is_file()
    assert (Path(found) / "web" / "engine.json").is_file()


@pytest.mark.parametrize(
    ("part", "has"), [("lab", "secret_hitler_lab/kernel/people_play.json"), ("doors", "secret_hitler_doors/matrix.py")]
)
def test_the_other_packages_build(part: str, has: str, tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", tmp_path, cwd=ROOT / part)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert has in names
    assert not any(name.startswith("tests/") for name in names)
