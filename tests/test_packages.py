"""What a package imports it declares, and the rooms that a plain install offers need no extra."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from secret_hitler.cli import EXTRAS

ROOT = Path(__file__).resolve().parents[1]
PRODUCT, LAB = ROOT / "src" / "secret_hitler", ROOT / "lab" / "src" / "secret_hitler_lab"
DOORS = ROOT / "doors" / "src" / "secret_hitler_doors"
PLAIN = ("rules", "words", "records", "client", "wire", "drawings", "chance.py", "play.py")
"""Rooms that work wherever the package is installed, without any extra; of the client all but its assistant."""
PROJECTS = {PRODUCT: ROOT / "pyproject.toml", LAB: ROOT / "lab" / "pyproject.toml", DOORS: ROOT / "doors" / "pyproject.toml"}


def project(package: Path) -> dict[str, Any]:
    described: dict[str, Any] = tomllib.loads(PROJECTS[package].read_text(encoding="utf-8"))["project"]
    return described


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-") for requirement in requirements}


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the top of each module that is imported anywhere in these files, with the file."""
    for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
        for statement in ast.walk(ast.parse(file.read_bytes())):
            match statement:
                case ast.Import(names=modules):
                    found = [module.name for module in modules]
                case ast.ImportFrom(module=str(module), level=0):
                    found = [module]
                case _:
                    continue
            yield from ((name.partition(".")[0], file.name) for name in found)


def foreign(path: Path) -> dict[str, str]:
    """Modules of other packages."""
    known = {*sys.stdlib_module_names, "secret_hitler", "secret_hitler_lab", "secret_hitler_doors"}
    return {name: file for name, file in imports(path) if name not in known}


@pytest.mark.parametrize("package", PROJECTS, ids=lambda package: package.name)
def test_every_import_is_declared_and_every_declared_package_is_imported(package: Path) -> None:
    described, brought_by = project(package), packages_distributions()
    of_use = [
        requirement
        for extra, listed in described["optional-dependencies"].items()
        if extra not in ("docs", "build", "dev")
        for requirement in listed
    ]
    declared = names([*described["dependencies"], *of_use])
    needed = {brought_by[name][0].lower().replace("_", "-"): file for name, file in foreign(package).items()}
    assert {name: file for name, file in needed.items() if name not in declared} == {}
    read_as_data = {"confusable-homoglyphs"}  # importing it would read two tables, of which we need one
    assert declared - set(needed) - {"secret-hitler", "secret-hitler-doors", "uvloop", "scipy", *read_as_data} == set()


@pytest.mark.parametrize("room", PLAIN)
def test_a_plain_install_has_all_that_these_rooms_import(room: str) -> None:
    declared, brought_by = names(project(PRODUCT)["dependencies"]), packages_distributions()
    needed = {name: file for name, file in foreign(PRODUCT / room).items() if file != "assistant.py"}
    assert {name: file for name, file in needed.items() if brought_by[name][0] not in declared} == {}


def test_a_plain_install_brings_msgspec_and_at_most_three_packages() -> None:
    assert "msgspec" in (declared := names(project(PRODUCT)["dependencies"]))
    assert len(declared) <= 4


def test_every_extra_that_a_command_may_lack_is_known_by_its_modules() -> None:
    """Else `secret-hitler` would end in a traceback."""
    brought_by = packages_distributions()
    extras = project(PRODUCT)["optional-dependencies"]
    plain = names(project(PRODUCT)["dependencies"])
    assert {name for name in foreign(PRODUCT) if brought_by[name][0] not in plain} == set(EXTRAS)
    for module, extra in EXTRAS.items():
        assert brought_by[module][0].lower().replace("_", "-") in names(extras[extra]), module
