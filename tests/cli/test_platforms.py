"""As far as can be seen from here the package runs where Unix's own modules are missing."""

import subprocess
import sys

IMPORT_ALL = """
import builtins, importlib, pkgutil

MISSING = {"uvloop", "fcntl", "termios", "resource", "pwd", "grp", "tty", "pty"}
really = builtins.__import__

def elsewhere(name, globals=None, locals=None, fromlist=(), level=0):
    if name in MISSING and (globals or {}).get("__name__", "").startswith("secret_hitler"):
        raise ModuleNotFoundError(f"{globals['__name__']} imports {name}", name=name)
    return really(name, globals, locals, fromlist, level)

builtins.__import__ = elsewhere
import secret_hitler, secret_hitler_lab
packages = (secret_hitler, secret_hitler_lab)
found = [each.name for package in packages for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
modules = [name for name in found if not name.endswith("__main__")]
for module in modules:
    importlib.import_module(module)
print(len(modules))
"""


def test_every_module_is_imported_without_what_only_unix_has() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200
