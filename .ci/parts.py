"""What the product is made of: a list of its parts from the locks (CycloneDX), and known holes in them.

python .ci/parts.py list FILE   writes the list
python .ci/parts.py audit       asks pip-audit and npm audit; exit 1 for a known hole, 0 where no advisory service is in reach
"""

import base64
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK, PAGE_LOCK = ROOT / "requirements.lock", ROOT / "web" / "package-lock.json"
PIP_AUDIT = "pip-audit==2.10.1"
HASHES = {"sha256": "SHA-256", "sha512": "SHA-512"}
Part = dict[str, Any]


def main() -> None:
    match sys.argv[1:]:
        case ["list", file]:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).write_text(json.dumps(parts_list(), indent=1) + "\n", encoding="utf-8")
        case ["audit"]:
            sys.exit(audit())
        case _:
            sys.exit(__doc__)


def parts_list() -> Part:
    found = re.search(r'__version__ = "(.+)"', (ROOT / "src" / "secret_hitler" / "__init__.py").read_text(encoding="utf-8"))
    assert found is not None
    product = {"type": "application", "name": "secret-hitler", "version": found[1], "bom-ref": f"pkg:pypi/secret-hitler@{found[1]}"}
    parts = sorted([*_python_parts(), *_page_parts()], key=lambda part: str(part["purl"]))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": product}, "components": parts}


def _python_parts() -> Iterator[Part]:
    for block in re.split(r"\n(?=\S)", LOCK.read_text(encoding="utf-8")):
        named = re.match(r"([\w.-]+)==([^\s;\\]+)", block)
        if named is not None:
            hashes = [(kind, value) for kind, value in re.findall(r"--hash=(\w+):([0-9a-f]+)", block)]
            yield _part("pypi", named[1], named[2], hashes)


def _page_parts() -> Iterator[Part]:
    for path, package in json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"].items():
        if path and not package.get("dev"):
            kind, _, value = package.get("integrity", "").partition("-")
            hashes = [(kind, base64.b64decode(value).hex())] if value else []
            yield _part("npm", path.rpartition("node_modules/")[2], package["version"], hashes)


def _part(kind: str, name: str, version: str, hashes: list[tuple[str, str]]) -> Part:
    purl = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    known = [{"alg": HASHES[kind], "content": value} for kind, value in hashes]
    return {"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl, "hashes": known}


def audit() -> int:
    uv, npm = Path(sys.executable).with_name("uv"), shutil.which("npm")
    python = [uv, "tool", "run", PIP_AUDIT, "--disable-pip", "--require-hashes", "--format", "json", "--requirement", LOCK]
    page = [npm, "audit", "--omit=dev", "--json"]
    return max(_asked("pip-audit", python, _python_holes), 0 if npm is None else _asked("npm audit", page, _page_holes))


def _asked(name: str, command: list[Any], holes: Any) -> int:
    try:
        run = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, timeout=300, check=False)
        found: list[str] = holes(json.loads(run.stdout))
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
        print(f"{name}: not asked, because no advisory service is in reach ({type(error).__name__})")  # noqa: T201  because it is a command
        return 0
    print(f"{name}: {'; '.join(found) or 'no known holes'}")  # noqa: T201  as above
    return 1 if found else 0


def _python_holes(told: Any) -> list[str]:
    parts = told["dependencies"]
    unknown = [f"{part['name']}: {part['skip_reason']}" for part in parts if "skip_reason" in part]
    if unknown and len(unknown) == len(parts):  # a mirror answers, which knows of no holes
        raise ValueError(unknown[0])
    return unknown + [f"{part['name']} {part['version']}: {hole['id']}" for part in parts for hole in part.get("vulns", ())]


def _page_holes(told: Any) -> list[str]:
    return [f"{name}: {hole['severity']}" for name, hole in told["vulnerabilities"].items()]


if __name__ == "__main__":
    main()
