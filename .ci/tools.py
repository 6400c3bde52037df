"""What the tests need besides Python packages: a browser, and a look at printed pages. On Debian it is installed, elsewhere it is named."""

import os
import shutil
import subprocess
import sys

NEEDED = {
    ("chromium",): "Chromium, which the browser tests drive",
    ("chromium-headless-shell", "chromium"): "the headless shell of Chromium, with which they are quicker",
    ("pdftoppm",): "pdftoppm (poppler), which looks at the printed cards (macOS: brew install poppler)",
}
"""By the programs of which one is enough, the best first."""
PACKAGES = {
    "chromium-headless-shell": ("chromium-headless-shell", "fonts-dejavu-core"),
    "chromium": ("chromium", "fonts-dejavu-core"),
    "pdftoppm": ("poppler-utils",),
}


def main() -> None:
    debian = shutil.which("apt-get") is not None and os.access("/usr", os.W_OK)
    wanted = [programs for programs in NEEDED if not any(map(shutil.which, programs[:1] if debian else programs))]
    if wanted and debian:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
    missing = [NEEDED[programs] for programs in wanted if not debian or not any(map(_installed, programs))]
    if missing:
        sys.exit("The tests need:\n" + "\n".join(f"  {why}" for why in missing))


def _installed(program: str) -> bool:
    asked = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[program]]
    subprocess.run(asked, stdout=subprocess.DEVNULL, check=False)
    return shutil.which(program) is not None


if __name__ == "__main__":
    main()
