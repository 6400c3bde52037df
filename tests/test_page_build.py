"""The script that builds the page: which Node it takes for good, and that it leaves a current page alone."""

import runpy
from pathlib import Path

import pytest

BUILD = runpy.run_path(str(Path(__file__).resolve().parents[1] / "web" / "build.py"))


@pytest.mark.parametrize(
    ("version", "good"),
    [("v18.20.4", False), ("v20.18.0", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.12.0", True), ("v24.1.0", True)],
)
def test_only_a_node_that_can_build_is_taken(version: str, good: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert BUILD["node_is_here"]() is good


def test_no_node_at_all_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert BUILD["node_is_here"]() is False
