"""Building a wheel builds the page too, and puts it inside the package."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPage(BuildHookInterface):  # type: ignore[type-arg]  # because the configuration is not used
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        web = Path(self.root) / "web"
        subprocess.run([sys.executable, web / "build.py"], check=True)  # noqa: S603  because the command is fixed
        build_data["force_include"][str(web / "dist")] = "secret_hitler/web"
