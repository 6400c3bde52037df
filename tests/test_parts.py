"""The list of what the product is made of names every part of both locks, and the audit says so where nobody can be asked."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = ROOT / ".ci" / "parts.py"


def test_every_part_of_the_locks_is_listed_with_its_hashes(tmp_path: Path) -> None:
    file = tmp_path / "parts.cdx.json"
    subprocess.run([sys.executable, PARTS, "list", file], check=True)
    told = json.loads(file.read_text())
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    listed = {part["purl"] for part in told["components"]}
    assert len(listed) == len(told["components"])
    assert all(part["hashes"] for part in told["components"])
    locked = re.findall(r"^([\w.-]+)==([^\s;\\]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert {f"pkg:pypi/{name}@{version}" for name, version in locked} <= listed
    assert {part.partition("@")[0] for part in listed} >= {"pkg:npm/svelte", "pkg:npm/pyodide", "pkg:pypi/litestar"}


def test_an_audit_tells_a_hole_from_nobody_to_ask(capsys: pytest.CaptureFixture[str]) -> None:
    asked = runpy.run_path(str(PARTS))
    hole = {"dependencies": [{"name": "x", "version": "1", "vulns": [{"id": "CVE-1"}]}, {"name": "y", "version": "2"}]}
    skipped = {"name": "x", "skip_reason": "not found"}
    mirror, gap = {"dependencies": [skipped]}, {"dependencies": [skipped, {"name": "y", "version": "2"}]}
    answers = [(json.dumps(each), code) for each, code in ((hole, 1), (mirror, 0), (gap, 1))]
    for printed, code in (*answers, ('{"dependencies": []}', 0), ("", 0), ('{"error": "no network"}', 0)):
        command = [sys.executable, "-c", f"print({printed!r})"]
        assert asked["_asked"]("pip-audit", command, asked["_python_holes"]) == code
    assert asked["_page_holes"]({"vulnerabilities": {"svelte": {"severity": "high"}}}) == ["svelte: high"]
    told = capsys.readouterr().out
    assert told.count("no known holes") == 1
    assert told.count("not asked") == 3
