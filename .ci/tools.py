"""What the tests need besides Python packages: browser, database, proxy, printed pages. On Debian it is installed, else it is named."""

import contextlib
import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NEEDED = {
    ("chromium",): "Chromium, which the browser tests drive",
    ("chromium-headless-shell", "chromium"): "the headless shell of Chromium, with which they are quicker",
    ("initdb",): "PostgreSQL, which several nodes share (macOS: brew install postgresql)",
    ("nginx",): "nginx, which stands before several nodes (macOS: brew install nginx)",
    ("pdftoppm",): "pdftoppm (poppler), which looks at the printed cards (macOS: brew install poppler)",
}
"""By the programs of which one is enough, the best first."""
PACKAGES = {
    "chromium-headless-shell": ("chromium-headless-shell", "fonts-dejavu-core"),
    "chromium": ("chromium", "fonts-dejavu-core"),
    "initdb": ("postgresql",),
    "nginx": ("nginx",),
    "pdftoppm": ("poppler-utils",),
}
POLICY = Path("/usr/sbin/policy-rc.d")
"""Debian asks it whether a service may start."""


def main() -> None:
    debian = shutil.which("apt-get") is not None and os.access("/usr", os.W_OK)
    wanted = [programs for programs in NEEDED if not any(map(_found, programs[:1] if debian else programs))]
    if wanted and debian:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
    with _services_asleep() if wanted and debian else contextlib.nullcontext():
        missing = [NEEDED[programs] for programs in wanted if not debian or not any(map(_installed, programs))]
    if missing:
        sys.exit("The tests need:\n" + "\n".join(f"  {why}" for why in missing))


@contextlib.contextmanager
def _services_asleep() -> Iterator[None]:
    """Keep what is installed from starting with the system's own ports and folders: the tests start what they need."""
    if POLICY.exists() or not os.access(POLICY.parent, os.W_OK):
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink()


def _installed(program: str) -> bool:
    asked = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[program]]
    subprocess.run(asked, stdout=subprocess.DEVNULL, check=False)
    return _found(program)


def _found(program: str) -> bool:
    """Also where Debian keeps the programs of PostgreSQL, and those of services."""
    return shutil.which(program) is not None or any(map(glob.glob, (f"/usr/lib/postgresql/*/bin/{program}", f"/usr/sbin/{program}")))


if __name__ == "__main__":
    main()
