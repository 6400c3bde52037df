"""What the tests need besides Python packages: a browser, and a look at printed pages. On Debian it is installed, elsewhere it is named."""

import os
import shutil
import subprocess
import sys

NEEDED = {
    "/usr/bin/chromium": ("chromium fonts-dejavu-core", "Chromium at /usr/bin/chromium, which the browser tests drive"),
    "pdftoppm": ("poppler-utils", "pdftoppm (poppler), which looks at the printed cards (macOS: brew install poppler)"),
}


def main() -> None:
    missing = {package: why for program, (package, why) in NEEDED.items() if shutil.which(program) is None}
    if missing and shutil.which("apt-get") and os.access("/usr", os.W_OK):
        packages = " ".join(missing).split()
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=True, stdout=subprocess.DEVNULL)
    elif missing:
        sys.exit("The tests need:\n" + "\n".join(f"  {why}" for why in missing.values()))


if __name__ == "__main__":
    main()
