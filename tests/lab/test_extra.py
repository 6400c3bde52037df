"""The lab without its extra: it imports, and what needs the extra says so."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in ("numba", "llvmlite", "pettingzoo", "gymnasium", "pyspiel", "pyarrow", "matplotlib", "PIL", "numpy"):
    sys.modules[name] = None
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)


def test_what_needs_no_library_works_without_the_extra() -> None:
    modules = ("statistics.uniform_play", "environments.text", "statistics.tables", "statistics.plots")
    code = "; ".join(f"import secret_hitler.lab.{module}" for module in modules)
    assert run(code).returncode == 0


@pytest.mark.parametrize(
    "module",
    [
        "statistics.simulate",
        "kernel.batch",
        "environments.pettingzoo_env",
        "environments.vector",
        "environments.openspiel",
        "kernel.lockstep",
    ],
)
def test_a_missing_library_is_named_with_the_extra_to_install(module: str) -> None:
    result = run(f"import secret_hitler.lab.{module}")
    assert "install secret-hitler[lab]" in result.stderr


def test_what_learns_names_the_extra_it_needs() -> None:
    code = "import sys; sys.modules['jax'] = None; import secret_hitler.lab.training.self_play"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "install secret-hitler[learn]" in result.stderr
