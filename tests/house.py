"""How large the house is, as one table: python -m tests.house [--at REVISION ...] [--installs]

Lines and files by room, storage methods, D401, import time and chain, hosts of a table; with --installs what each way to install brings.
"""

import argparse
import ast
import io
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = "here"
DOORS = ("tables", "server", "offline", "terminal")
GENERATED = ("docs/protocol.schema.json", "docs/protocol.asyncapi.json", "docs/messages.md", "docs/held.md", "web/src/wire/messages.ts")
IMPORTS = 7
IMPORT = "import time; s = time.perf_counter(); import secret_hitler.rules; print(time.perf_counter() - s)"
Figures = dict[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", action="append", default=[], metavar="REVISION", help="compare with this one too")
    parser.add_argument("--installs", action="store_true", help="install everything, each way in an environment of its own: takes minutes")
    asked = parser.parse_args()
    columns: dict[str, Figures] = {}
    for revision in [*asked.at, HERE]:
        with tempfile.TemporaryDirectory() as folder:
            tree = ROOT if revision == HERE else extracted(revision, Path(folder))
            columns[revision] = figures(tree, tracked(revision)) | (installs(tree) if asked.installs else {})
    rows = list(dict.fromkeys(name for column in columns.values() for name in column))
    sys.stdout.write(table([["", *columns], *([row, *(column.get(row, "-") for column in columns.values())] for row in rows)]))


def extracted(revision: str, folder: Path) -> Path:
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def tracked(revision: str) -> list[str]:
    command = ["git", "ls-files"] if revision == HERE else ["git", "ls-tree", "-r", "--name-only", revision]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def figures(tree: Path, names: list[str]) -> Figures:
    product = tree / "src" / "secret_hitler"
    lab = tree / "lab" / "src" if (tree / "lab").is_dir() else product / "lab"
    rooms = {f"src: {path.name.removesuffix('.py')}": path for path in sorted(product.iterdir()) if path.suffix == ".py" or is_room(path)}
    rooms.pop("src: lab", None)
    found = {name: size(path.rglob("*.py") if path.is_dir() else [path]) for name, path in rooms.items()}
    found["src together"] = size(path for room in rooms.values() for path in (room.rglob("*.py") if room.is_dir() else [room]))
    found["lab"] = size(lab.rglob("*.py"))
    found["doors"] = size((tree / "doors" / "src").rglob("*.py"))
    found["lab: studies"] = size((tree / "lab" / "studies").glob("*.py"))
    web = [path for suffix in ("ts", "svelte", "css") for path in (tree / "web" / "src").rglob(f"*.{suffix}") if path.name != "messages.ts"]
    found["web/src"] = size(web)
    found["tests"] = size(
        path for folder in (tree / "tests", tree / "lab" / "tests", tree / "doors" / "tests") for path in folder.rglob("*.py")
    )
    found["tracked generated lines"] = f"{sum(lines(tree / name) for name in GENERATED if name in names):,}"
    found["storage methods"] = str(storage_methods(product))
    found["D401"] = str(not_imperative(product, lab))
    found["import of secret_hitler.rules"] = f"{import_seconds(tree) * 1000:.0f} ms"
    found["longest import chain"] = str(longest_chain(product))
    found["hosts of a table"] = ", ".join(hosts(product))
    return found


def is_room(path: Path) -> bool:
    return path.is_dir() and any(path.rglob("*.py"))


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def size(paths: Iterable[Path]) -> str:
    counted = [lines(path) for path in paths]
    return f"{sum(counted):,} in {len(counted)}" if counted else "-"


def storage_methods(product: Path) -> int:
    """Of the protocol that every storage implements."""
    for place in ("storage/__init__.py", "server/storage/__init__.py", "server/storage.py"):
        if (product / place).is_file():
            for kind in classes(product / place):
                if kind.name == "Storage":
                    return sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name[0] != "_" for each in kind.body)
    raise LookupError("there is no protocol Storage")


def classes(path: Path) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ClassDef))


OPENERS = {"LiveTable": "live_table", "Session": "play", "SeatedBots": "bot"}
"""What a host of a table creates, and the module it comes from: a signed-in Session is another thing."""


def hosts(product: Path) -> list[str]:
    """List the classes behind the doors that hold a table in play: they open it, or run its game themselves."""
    found = []
    for path in (path for door in DOORS for path in sorted((product / door).rglob("*.py"))):
        imported = {
            each.name
            for node in ast.parse(path.read_bytes()).body
            if isinstance(node, ast.ImportFrom)
            for each in node.names
            if OPENERS.get(each.name) == (node.module or "").rpartition(".")[2]
        }
        opens = imported & {"LiveTable"} if path.is_relative_to(product / "tables") else imported
        for kind in classes(path):
            called = {node.func.id for node in ast.walk(kind) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
            if called & opens:
                found.append(kind.name)
    return found


def not_imperative(*folders: Path) -> int:
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "D401", "--output-format", "concise", *map(str, folders)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return int(told.count(" D401 "))


def import_seconds(tree: Path) -> float:
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tree / 'src')!r}); {IMPORT}"]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(IMPORTS)]
    return statistics.median(map(float, runs))


def longest_chain(product: Path) -> int:
    """How many modules of ours wait for each other, at most, when one is imported."""
    modules = {module_of(path, product): path for path in product.rglob("*.py")}

    @cache
    def depth(module: str) -> int:
        walking.add(module)
        below = [depth(other) for other in imported(module, modules) if other not in walking]
        walking.discard(module)
        return 1 + max(below, default=0)

    walking: set[str] = set()
    return max(map(depth, modules))


def module_of(path: Path, product: Path) -> str:
    parts = path.relative_to(product.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(module: str, modules: dict[str, Path]) -> set[str]:
    path, found = modules[module], set[str]()
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for statement in ast.parse(path.read_bytes()).body:
        if isinstance(statement, ast.ImportFrom) and statement.level:
            base = ".".join([*package[: len(package) - statement.level + 1], *([statement.module] if statement.module else [])])
            named = {f"{base}.{each.name}" for each in statement.names}
            found |= (named & modules.keys()) | ({base} if named - modules.keys() and base in modules else set())
    return found - {module}


def installs(tree: Path) -> Figures:
    """Return the packages that each way to install brings, and how large they are; ours themselves are not counted."""
    found = {}
    for name in ("", "lab", "doors"):
        project = tree / name / "pyproject.toml"
        if not project.is_file():
            continue
        described = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        extras = {"": [], **described.get("optional-dependencies", {})}
        for extra in extras:
            if extra not in ("dev", "docs", "build"):
                label = f"install {name or 'secret-hitler'}{f'[{extra}]' if extra else ''}"
                found[label] = installed(sorted(wanted(described, extras, extra)))
    return found


def wanted(described: dict[str, list[str]], extras: dict[str, list[str]], extra: str) -> set[str]:
    """Return the requirements with those of our own extras in their place; the lab counts without the product."""
    found, waiting = set(described["dependencies"]), [*extras[extra]]
    while waiting:
        requirement = waiting.pop()
        if requirement.startswith("secret-hitler["):
            waiting += [each for more in requirement.split("[")[1].rstrip("]").split(",") for each in extras.get(more, [])]
        else:
            found.add(requirement)
    return {requirement for requirement in found if not requirement.startswith("secret-hitler")}


def installed(requirements: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder)
        venv.create(environment, with_pip=True)
        (place,) = environment.glob("[Ll]ib/**/site-packages")
        before, already = packages(place), megabytes(place)
        python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-compile", *requirements], capture_output=True, check=True)
        return f"{packages(place) - before} packages, {megabytes(place) - already:.0f} MB"


def packages(place: Path) -> int:
    return len(list(place.glob("*.dist-info")))


def megabytes(place: Path) -> float:
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) / 1e6


def table(rows: list[list[str]]) -> str:
    widths = Counter({place: max(len(row[place]) for row in rows) for place in range(len(rows[0]))})
    return "".join("  ".join(f"{cell:{widths[place]}}" for place, cell in enumerate(row)).rstrip() + "\n" for row in rows)


if __name__ == "__main__":
    main()
