"""Building a wheel builds the page too, and puts it inside the package."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPage(BuildHookInterface):  # type: ignore[type-arg]  # because the configuration is not used
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web = Path(self.root) / "web"
        if version == "editable" or not (web / "package.json").is_file():
            return
        if not (web / "dist" / "index.html").is_file():
            for command in (["npm", "ci", "--no-audit", "--no-fund"], ["npm", "run", "build"]):
                subprocess.run(command, cwd=web, check=True)  # noqa: S603  because the commands are fixed
        build_data["force_include"][str(web / "dist")] = "secret_hitler/web"
