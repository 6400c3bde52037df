"""The bare Python loop beside the project that speeds are measured against."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

YARDSTICK = Path(__file__).resolve().parents[2] / "shared" / "yardsticks" / "bare_loop.py"


def bare_loop() -> ModuleType:
    if not YARDSTICK.is_file():
        sys.exit("the yardstick bare_loop.py is not beside this checkout: nothing to measure against")
    spec = importlib.util.spec_from_file_location("bare_loop", YARDSTICK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
