"""The page: built files if they are there and current, otherwise a line that says how to build them."""

from pathlib import Path

from litestar import Response

FALLBACK = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Secret Hitler</title>
<h1>Secret Hitler</h1><p>The server runs. Its page is not built, or is older than its sources: run <code>make page</code> and start
the server again.</p></html>"""

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
}


class Preloads:
    """Which built files an address needs besides the first ones, so that a browser asks for them without being told by a script."""

    SCREENS = {
        "t": ("Table", "game"),
        "tv": ("Tv", "game"),
        "r": ("Replay", "game"),
        "review": ("Review",),
        "me": ("MyPlace",),
        "learn": ("Learn", "game"),
    }
    LANGUAGES = ("de", "es", "fr", "tr", "ru")

    def __init__(self, dist: Path) -> None:
        self._files: dict[str, list[str]] = {}
        for file in sorted((dist / "assets").iterdir()):
            kind = {".js": "modulepreload", ".css": "preload; as=style"}.get(file.suffix)
            if kind is not None:
                chunk = file.name.partition("-")[0]
                self._files.setdefault(chunk, []).append(f"</assets/{file.name}>; rel={kind}; crossorigin")

    def hints(self, path: str, accepted: str) -> str:
        """Return the value of a Link header; the language is the first wish, as the page itself would choose."""
        screen = path.strip("/").partition("/")[0]
        language = accepted[:2].lower()
        chunks = [*self.SCREENS.get(screen, ()), *([language] if language in self.LANGUAGES else [])]
        return ", ".join(link for chunk in chunks for link in self._files.get(chunk, ()))


def page(dist: Path | None, name: str) -> Response[bytes]:
    """Serve a file of the page's root by name; every other address shows the page itself."""
    if dist is None:
        return Response(FALLBACK, media_type="text/html", headers={"cache-control": "no-cache"})
    wanted = dist / name
    if not name or "/" in name or name.startswith(".") or not wanted.is_file():
        wanted = dist / "index.html"
    kind = _TYPES.get(wanted.suffix, "application/octet-stream")
    return Response(wanted.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})
