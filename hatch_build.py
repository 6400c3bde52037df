"""Building a package builds the page too. A source distribution carries it built, so that installing one needs no Node."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPage(BuildHookInterface):  # type: ignore[type-arg]  # because the configuration is not used
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        page = root / "web" / "dist"
        if not (root / "PKG-INFO").is_file():  # a source distribution has one, and the page
            subprocess.run([sys.executable, root / "web" / "build.py"], check=True)  # noqa: S603  because the command is fixed
        build_data["force_include"][str(page)] = "web/dist" if self.target_name == "sdist" else "secret_hitler/web"
