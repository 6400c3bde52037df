"""What the tests need besides Python packages: a browser, a database, printed pages. On Debian it is installed, elsewhere it is named."""

import glob
import os
import shutil
import subprocess
import sys

NEEDED = {
    ("chromium",): "Chromium, which the browser tests drive",
    ("chromium-headless-shell", "chromium"): "the headless shell of Chromium, with which they are quicker",
    ("initdb",): "PostgreSQL, which several nodes share (macOS: brew install postgresql)",
    ("pdftoppm",): "pdftoppm (poppler), which looks at the printed cards (macOS: brew install poppler)",
}
"""By the programs of which one is enough, the best first."""
PACKAGES = {
    "chromium-headless-shell": ("chromium-headless-shell", "fonts-dejavu-core"),
    "chromium": ("chromium", "fonts-dejavu-core"),
    "initdb": ("postgresql",),
    "pdftoppm": ("poppler-utils",),
}


def main() -> None:
    debian = shutil.which("apt-get") is not None and os.access("/usr", os.W_OK)
    wanted = [programs for programs in NEEDED if not any(map(_found, programs[:1] if debian else programs))]
    if wanted and debian:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
    missing = [NEEDED[programs] for programs in wanted if not debian or not any(map(_installed, programs))]
    if missing:
        sys.exit("The tests need:\n" + "\n".join(f"  {why}" for why in missing))


def _installed(program: str) -> bool:
    asked = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[program]]
    subprocess.run(asked, stdout=subprocess.DEVNULL, check=False)
    return _found(program)


def _found(program: str) -> bool:
    """Also where Debian keeps the programs of PostgreSQL."""
    return shutil.which(program) is not None or bool(glob.glob(f"/usr/lib/postgresql/*/bin/{program}"))


if __name__ == "__main__":
    main()
