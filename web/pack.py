"""Packs the engine that runs in the page: Pyodide, and our Python with the packages it needs. Every file is named by its hash.

The packages are those of requirements.lock, hashes included: of msgspec its WebAssembly wheel, of the printer's libraries the pure ones.
What every game starts with is compiled here, once; the printer's part is loaded by few, and shorter as it was written.
"""

import ast
import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
CHECKOUT = WEB.parent
SOURCES = CHECKOUT / "src"
PYODIDE = WEB / "node_modules" / "pyodide"
SOURCE = {"pyodide": "pyodide.asm.mjs", "wasm": "pyodide.asm.wasm", "library": "python_stdlib.zip"}
COMPILER = (WEB / "compile.mjs", WEB / "compile.py")
PIECES = WEB / "node_modules" / ".engine"
PIECE_BYTES = 400_000
Piece = dict[str, str | int]
WHEELS = WEB / "node_modules" / ".wheels"
LOCK = CHECKOUT / "requirements.lock"
ENGINE = ("msgspec",)
PRINTING = ("defusedxml", "fonttools", "fpdf2")
GAME_DATA = ["words/*.json", "wire/*.json", "words/catalogues/*.json", "rules/rulebook/*.toml"]
PRINTING_DATA = ["paper/printing/fonts/*.ttf", "drawings/*.svg"]
TAGS = ["--platform", "pyemscripten_2026_0_wasm32", "--platform", "any", "--python-version", "3.14", "--implementation", "cp"]
ABIS = ["--abi", "cp314", "--abi", "none"]
UNUSED = re.compile(
    r"\.(pyi|c|h|pyx|dist-info/(?!METADATA|LICEN).*)$|/tests?/|\.data/|fontTools/(?!.*\.py$)|fontTools/ufoLib|fontTools/mtiLib|fontTools/voltLib"
)
NOT_IN_A_PAGE = re.compile(
    r"(__phello__|_pyrepl|concurrent/interpreters|ctypes|multiprocessing|sqlite3|wsgiref|xmlrpc|zoneinfo)/"
    r"|(_\w+_support|_pydatetime|_pydecimal|_pyio|antigravity|bdb|code|compileall|configparser|cProfile|doctest|filecmp|fileinput|ftplib"
    r"|getopt|getpass|imaplib|mailbox|modulefinder|netrc|nturl2path|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pty|py_compile"
    r"|pyclbr|pydoc|rlcompleter|runpy|shelve|smtplib|socketserver|sre_\w+|statistics|tabnanny|this|trace|tty|webbrowser|zipapp)\.py"
    r"|encodings/(?!__init__|aliases|ascii|charmap|cp1252|cp437|idna|latin_1|mac_roman|punycode|raw_unicode|unicode|utf_)"
)
"""Of the standard library: debuggers, test tools, other machines' processes and mail, encodings of old files."""


def is_packed(dist: Path) -> bool:
    listing, installed = dist / "engine.json", PYODIDE / "package.json"
    return listing.is_file() and installed.is_file() and bool(json.loads(listing.read_bytes())["made_from"] == _fingerprint())


def pack(dist: Path, npm: Callable[..., None]) -> None:
    """Into `dist`/engine."""
    made_from = _fingerprint()
    _fetch_wheels()
    folder = dist / "engine"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    game = set(modules("offline.engine"))
    printing = set(modules("paper.printing.booklet")) - game
    compiled = _compiled({"library": _library(), "game": _archive(game, GAME_DATA, ENGINE)}, npm)
    files = {
        "pyodide": _linked("pyodide", folder),
        "wasm": _linked("wasm", folder),
        "library": _split("library", compiled["library"], folder),
        "game": _split("game", compiled["game"], folder),
        "printing": _split("printing", _archive(printing, PRINTING_DATA, PRINTING), folder),
    }
    info = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())["info"]
    (dist / "engine.json").write_text(json.dumps({"made_from": made_from, "info": info, "files": files}))


def _pieces(kind: str) -> list[Piece]:
    """Of a file of Pyodide, which is kept in pieces and not besides."""
    source = PYODIDE / SOURCE[kind]
    if source.is_file():
        content = source.read_bytes()
        PIECES.mkdir(exist_ok=True)
        made = _split(kind, gzip.compress(content, 9, mtime=0) if source.suffix == ".wasm" else content, PIECES)
        (PIECES / f"{kind}.json").write_text(json.dumps(made))
        source.unlink()
    pieces: list[Piece] = json.loads((PIECES / f"{kind}.json").read_bytes())
    return pieces


def _linked(kind: str, folder: Path) -> list[Piece]:
    """Under another name a file takes no room, where the system has that."""
    for piece in (pieces := _pieces(kind)):
        try:
            (folder / str(piece["name"])).hardlink_to(PIECES / str(piece["name"]))
        except OSError:
            shutil.copyfile(PIECES / str(piece["name"]), folder / str(piece["name"]))
    return pieces


def _compiled(archives: dict[str, bytes], npm: Callable[..., None]) -> dict[str, bytes]:
    """By the Pyodide of the page. What was compiled is kept: a page for a server and one for a host of files hold the same."""
    kept = {name: PIECES / f"{name}-{_digest(content, *map(Path.read_bytes, COMPILER))}.gz" for name, content in archives.items()}
    missing = [name for name, path in kept.items() if not path.is_file()]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if missing:
            for kind, name in SOURCE.items():
                (folder / name).write_bytes(_whole(kind))
            shutil.copy(PYODIDE / "pyodide-lock.json", folder)
            for name in missing:
                (folder / f"{name}.zip").write_bytes(archives[name])
            npm("run", "--silent", "compile", "--", folder, *(f"{name}.zip" for name in missing))
        for name in missing:
            for old in PIECES.glob(f"{name}-*.gz"):
                old.unlink()
            (folder / "made").write_bytes(gzip.compress((folder / f"{name}.zip").read_bytes(), 9, mtime=0))
            shutil.move(folder / "made", kept[name])
    return {name: path.read_bytes() for name, path in kept.items()}


def _whole(kind: str) -> bytes:
    content = b"".join((PIECES / str(piece["name"])).read_bytes() for piece in _pieces(kind))
    return gzip.decompress(content) if kind == "wasm" else content


def _library() -> bytes:
    """Return what of the standard library a page can need."""
    with zipfile.ZipFile(io.BytesIO(_whole("library"))) as library:
        return _zipped({name: library.read(name) for name in library.namelist() if name.endswith(".py") and not NOT_IN_A_PAGE.match(name)})


def _split(kind: str, content: bytes, folder: Path) -> list[Piece]:
    """Small enough to show how loading gets on: a browser compares a piece with its hash before it hands it out. A script is one piece."""
    size, suffix = (len(content), "js") if kind == "pyodide" else (PIECE_BYTES, "bin")
    pieces: list[Piece] = []
    for start in range(0, len(content), size):
        piece = content[start : start + size]
        digest = hashlib.sha256(piece).digest()
        name = f"{kind}-{digest.hex()[:12]}.{suffix}"
        (folder / name).write_bytes(piece)
        pieces.append({"name": name, "bytes": len(piece), "integrity": f"sha256-{base64.b64encode(digest).decode()}"})
    return pieces


def modules(start: str) -> Iterator[Path]:
    """Yield the files of this module and of all that is imported with it; what is imported when it is needed is not."""
    waiting, seen = [f"secret_hitler.{start}"], set()
    while waiting:
        name = waiting.pop()
        parent = name.rpartition(".")[0]
        path = _file(name)
        if name in seen or path is None:
            continue
        seen.add(name)
        yield path
        package = name if path.name == "__init__.py" else parent
        waiting += [parent] if parent else []
        for statement in ast.parse(path.read_bytes()).body:
            if isinstance(statement, ast.ImportFrom) and statement.level:
                base = ".".join(package.split(".")[: len(package.split(".")) - statement.level + 1])
                origin = f"{base}.{statement.module}" if statement.module else base
                waiting += [origin, *(f"{origin}.{each.name}" for each in statement.names)]


def _file(name: str) -> Path | None:
    path = SOURCES.joinpath(*name.split("."))
    return next((found for found in (path / "__init__.py", path.with_suffix(".py")) if found.is_file()), None)


def _archive(sources: Iterable[Path], data: list[str], packages: tuple[str, ...]) -> bytes:
    content = {path.relative_to(SOURCES).as_posix(): path.read_bytes() for path in sources}
    for pattern in data:
        content |= {path.relative_to(SOURCES).as_posix(): path.read_bytes() for path in (SOURCES / "secret_hitler").glob(pattern)}
    for package in packages:
        with zipfile.ZipFile(next(WHEELS.glob(f"{package}-*.whl"))) as wheel:
            content |= {name: wheel.read(name) for name in wheel.namelist() if not UNUSED.search(name)}
    return _zipped(content)


def _zipped(content: dict[str, bytes]) -> bytes:
    """Zip so that the bytes depend on nothing but what is in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted(content):
            archive.writestr(zipfile.ZipInfo(name), content[name], zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def python_with_pip(folder: Path) -> Path:
    """Make an environment there: the one that builds may have no pip, or none that may install."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _fetch_wheels() -> None:
    wanted = [entry for entry in re.split(r"\n(?=\S)", LOCK.read_text()) if entry.partition("==")[0] in ENGINE + PRINTING]
    known, marker = "\n".join(wanted) + "\n", WHEELS / "wanted.txt"
    if marker.is_file() and marker.read_text() == known:
        return
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    marker.with_suffix(".new").write_text(known)
    asked = ["download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--require-hashes", *TAGS, *ABIS]
    with tempfile.TemporaryDirectory() as environment:
        python = python_with_pip(Path(environment)) if find_spec("pip") is None else sys.executable
        subprocess.run([python, "-m", "pip", *asked, "--dest", WHEELS, "-r", marker.with_suffix(".new")], check=True)  # noqa: S603  because the command is fixed
    marker.with_suffix(".new").rename(marker)


def _fingerprint() -> str:
    """Of everything that is packed."""
    files = [Path(__file__), *COMPILER, LOCK, PYODIDE / "package.json", *modules("offline.engine"), *modules("paper.printing.booklet")]
    for pattern in GAME_DATA + PRINTING_DATA:
        files += (SOURCES / "secret_hitler").glob(pattern)
    return _digest(*(path.read_bytes() for path in sorted(set(files))))


def _digest(*contents: bytes) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(content).digest() for content in contents)).hexdigest()
