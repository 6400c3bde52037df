"""The lab without an extra: what needs it says which to install, and the rest works."""

import subprocess
import sys

import pytest

EXTRAS = {
    "environments": ("pettingzoo", "gymnasium", "pyspiel", "PIL"),
    "learn": ("jax",),
    "cluster": ("ray",),
}
WITHOUT = f"""
import sys
for name in {[name for names in EXTRAS.values() for name in names]}:
    sys.modules[name] = None
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)


def test_what_needs_no_extra_works_without() -> None:
    modules = ("statistics.simulate", "environments.text", "training.exploit", "cli.tournament")
    code = "; ".join(f"import secret_hitler_lab.{module}" for module in modules)
    assert run(code).returncode == 0


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("environments.pettingzoo_env", "environments"),
        ("environments.vector", "environments"),
        ("environments.openspiel", "environments"),
        ("training.self_play", "learn"),
        ("tournament.cluster", "cluster"),
    ],
)
def test_a_missing_library_is_named_with_the_extra_to_install(module: str, extra: str) -> None:
    result = run(f"import secret_hitler_lab.{module}")
    assert f"pip install 'secret-hitler-lab[{extra}]'" in result.stderr


def test_a_command_names_the_extra_that_an_option_needs() -> None:
    played = "from secret_hitler.cli import main; sys.exit(main('tournament --bots random --games 1 --ray local'.split()))"
    result = run(played)
    assert result.returncode == 2
    assert result.stderr.endswith("pip install 'secret-hitler-lab[cluster]'\n")
    assert "Traceback" not in result.stderr
