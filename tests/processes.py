"""The processes that a test started, found by descent, so that it ends none but its own."""

from pathlib import Path


def descendants(ancestor: int, named: str = "") -> list[int]:
    """Ids of living children, their children and so on whose command line holds the name."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (parent := _parent(entry)) is not None:
            children.setdefault(parent, []).append(int(entry.name))
    found, ahead = [], [ancestor]
    while ahead:
        ahead += children.get(process := ahead.pop(), [])
        found.append(process)
    return [process for process in found[1:] if named in _command(process)]


def running(process: int) -> bool:
    return _parent(Path(f"/proc/{process}")) is not None


def _parent(entry: Path) -> int | None:
    """None for one that has ended, also if nobody has yet asked how."""
    try:
        state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if state == "Z" else int(parent)


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
