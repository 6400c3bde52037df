"""A host that knows nothing but files, with the page of `make static` somewhere below its root; it can go away."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page

from tests.ports import free_port

CHECKOUT = Path(__file__).parents[2]
BELOW = "people/mira/games"
KEPT = """async () => {
  const base = location.pathname.replace(/[^/]*$/, '');
  const [page, { files }] = await Promise.all(['files.json', 'engine.json'].map(async (name) => (await fetch(base + name)).json()));
  const names = ['', 'engine.json', ...page, ...Object.values(files).flat().map(({ name }) => `engine/${name}`)];
  for (const name of names) while (!(await caches.match(base + name))) await new Promise((again) => setTimeout(again, 50));
}"""
"""Until the service worker keeps every file that was built."""


class FileHost:
    def __init__(self, root: Path) -> None:
        self._root, self._port = root, free_port()
        self.bytes = 0
        self.start()

    @property
    def url(self) -> str:
        """Screens are named after the #."""
        return f"http://127.0.0.1:{self._port}/{BELOW}/#"

    def start(self) -> None:
        host = self

        class Files(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def copyfile(self, source, outputfile) -> None:  # type: ignore[no-untyped-def]  # because the library has no types for it
                content = source.read()
                host.bytes += len(content)
                outputfile.write(content)

        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), partial(Files, directory=str(self._root)))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def go_away(self) -> None:
        if not self._thread.is_alive():
            return
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def build_static() -> Path:
    """As `make static`; a current one is left alone."""
    subprocess.run([sys.executable, CHECKOUT / "web" / "build.py", "--static", CHECKOUT / "static"], check=True)
    return CHECKOUT / "static"


@contextmanager
def hosted(folder: Path) -> Iterator[FileHost]:
    place = folder / BELOW
    place.parent.mkdir(parents=True)
    place.symlink_to(build_static())
    host = FileHost(folder)
    yield host
    host.go_away()


def visit_once(page: Page, host: FileHost) -> None:
    """Visit for the first time, until everything is kept; from then on there's no network."""
    page.goto(host.url)
    page.evaluate(KEPT)
    page.context.set_offline(True)
    host.go_away()
    page.goto("about:blank")
