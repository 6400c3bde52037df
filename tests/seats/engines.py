"""Engines for tests: the two of examples/, and short ones in Python that behave as badly as they are told."""

import functools
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "engines"

_LOOP = """
import sys, time
def tell(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        {hello}
    elif word == "go":
        {go}
    elif word == "error":
        {error}
    elif word == "quit":
        break
    {always}
"""


def written_engine(
    folder: Path, go: str, hello: str = 'tell("ready")', error: str = "pass", always: str = "pass", name: str = "engine.py"
) -> str:
    """Write the command line of an engine that does this when it's asked."""
    script = folder / name
    script.write_text(_LOOP.format(hello=hello, go=go, error=error, always=always))
    return f"{sys.executable} -S {script}"


@functools.cache
def compiled_engine() -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here: the engine in C is NOT tested")
    program = Path(tempfile.mkdtemp()) / "trusting"
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-o", program, EXAMPLES / "trusting.c"], check=True)
    return str(program)


def node_engine() -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here: the engine in JavaScript is NOT tested")
    return f"{node} {EXAMPLES / 'talkative.mjs'}"
