"""What web/pack.py packs, in the Pyodide that it is for: nothing that is imported is missing, and nothing is compiled at the start."""

import ast
import gzip
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
NAMES = {"pyodide": "pyodide.asm.mjs", "wasm": "pyodide.asm.wasm", "library": "python_stdlib.zip", "game": "game.zip"}
START = """
import { readFileSync } from 'node:fs';
import { loadPyodide } from 'MODULE';
const python = await loadPyodide({ indexURL: '.', lockFileContents: '{"info": INFO, "packages": {}}' });
python.unpackArchive(new Uint8Array(readFileSync('game.zip')).buffer, 'zip', { extractDir: '/game' });
python.runPython(`
import sys
sys.path.insert(0, "/game")
from secret_hitler.offline.engine import Engine
files = {name: module.__spec__.origin for name, module in sys.modules.items() if module.__spec__}
print("from source:", [name for name, file in files.items() if str(file).endswith(".py")])
print("ours:", files["secret_hitler.rules.game"])
`);
process.exit();
"""


def asked_for(source: bytes) -> Iterator[str]:
    """Modules of others, also those that are imported when they are needed."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


@pytest.mark.skipif(not (WEB / "node_modules" / ".wheels").is_dir(), reason="the page is not built: python web/build.py")
def test_no_module_is_left_out_that_the_game_or_msgspec_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(WEB), *sys.path])
    import pack  # type: ignore[import-not-found]  # because it is a script of web/

    with zipfile.ZipFile(next(pack.WHEELS.glob("msgspec-*.whl"))) as wheel:
        sources = [wheel.read(name) for name in wheel.namelist() if name.endswith(".py")]
    sources += [path.read_bytes() for path in pack.modules("offline.engine")]
    names = {name.replace(".", "/") for source in sources for name in asked_for(source)}
    assert "tomllib" in names, "which is imported when a record is read"
    assert [name for name in names if pack.NOT_IN_A_PAGE.match(f"{name}.py") or pack.NOT_IN_A_PAGE.match(f"{name}/")] == []


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
@pytest.mark.skipif(not (WEB / "dist" / "engine.json").is_file(), reason="the page is not built: python web/build.py")
def test_the_packed_engine_starts_from_bytecode_alone(tmp_path: Path) -> None:
    listing = json.loads((WEB / "dist" / "engine.json").read_bytes())
    for kind, name in NAMES.items():
        content = b"".join((WEB / "dist" / "engine" / piece["name"]).read_bytes() for piece in listing["files"][kind])
        (tmp_path / name).write_bytes(gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content)
    module = (WEB / "node_modules" / "pyodide" / "pyodide.mjs").as_uri()
    (tmp_path / "start.mjs").write_text(START.replace("MODULE", module).replace("INFO", json.dumps(listing["info"])))
    told = subprocess.run(["node", "start.mjs"], cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-2000:]
    assert told.stdout.splitlines() == ["from source: []", "ours: /game/secret_hitler/rules/game.pyc"]
