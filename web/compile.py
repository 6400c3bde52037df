"""Writes the Python of an archive as bytecode that is never compared with a source: it runs in Pyodide, for compile.mjs."""

import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]  # because the public way needs files
from importlib.util import source_hash

WITHOUT_DOCSTRINGS = "library.zip"
"""Nor assertions; our own keep theirs."""


def compiled(name: str) -> None:
    with zipfile.ZipFile(name) as archive:
        content = {info.filename: archive.read(info) for info in archive.infolist()}
    optimize = 2 if name == WITHOUT_DOCSTRINGS else 0
    with zipfile.ZipFile(name, "w") as archive:
        for path, data in content.items():
            if path.endswith(".py"):
                code = compile(data, path, "exec", dont_inherit=True, optimize=optimize)
                archive.writestr(zipfile.ZipInfo(path + "c"), _code_to_hash_pyc(code, source_hash(data), checked=False))
            else:
                archive.writestr(zipfile.ZipInfo(path), data)
