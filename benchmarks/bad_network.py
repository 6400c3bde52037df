"""A network of this machine's own that loses packets and holds each up: two namespaces, and a tunnel between them that we carry by hand.

The kernel's own netem isn't everywhere. What goes through is TCP of the kernel: a lost packet is sent again, and all behind it waits.
"""

import contextlib
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

OURS, THEIRS = "10.77.0.1", "10.77.0.2"
INNER, OUTER = "voice-here", "voice-there"
"""The names of the namespaces."""
PACKET = 2048
IP = [shutil.which("ip") or "ip"]
_TUNSETIFF, _TUN_WITHOUT_HEADER = 0x400454CA, 0x1001


def possible() -> bool:
    return os.name == "posix" and os.geteuid() == 0 and Path("/dev/net/tun").exists() and _runs(*IP, "netns", "list")


@contextlib.contextmanager
def namespaces() -> Iterator[None]:
    try:
        for name in (INNER, OUTER):
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        yield
    finally:
        for name in (INNER, OUTER):
            _runs(*IP, "netns", "delete", name)


def within(name: str) -> list[str]:
    """Return the beginning of a command that runs in a namespace."""
    return [*IP, "netns", "exec", name]


@contextlib.contextmanager
def tunnel(loss: float, jitter: float) -> Iterator[None]:
    """Connect OURS in this namespace, which is INNER, with THEIRS in OUTER; hold packets up by at most so many seconds, in their order."""
    ends = _interface("voice0"), _interface("voice1")
    _ip("link", "set", "voice1", "netns", OUTER)
    for name, own, other, place in (("voice0", OURS, THEIRS, ()), ("voice1", THEIRS, OURS, ("-n", OUTER))):
        _ip(*place, "address", "add", own, "peer", other, "dev", name)
        _ip(*place, "link", "set", name, "up")
    stopped = threading.Event()
    carrier = threading.Thread(target=_carry, args=(ends, loss, jitter, stopped))
    carrier.start()
    try:
        yield
    finally:
        stopped.set()
        carrier.join()
        for end in ends:
            os.close(end)


def _carry(ends: tuple[int, int], loss: float, jitter: float, stopped: threading.Event) -> None:
    under_way: dict[int, deque[tuple[float, bytes]]] = {end: deque() for end in ends}
    while not stopped.is_set():
        readable, _, _ = select.select(ends, [], [], 0.001)
        for end in readable:
            packet, other = os.read(end, PACKET), ends[end == ends[0]]
            if random.random() >= loss:
                due = time.monotonic() + random.random() * jitter
                queue = under_way[other]
                queue.append((max(due, queue[-1][0]) if queue else due, packet))
        for end, queue in under_way.items():
            while queue and queue[0][0] <= time.monotonic():
                os.write(end, queue.popleft()[1])


def _interface(name: str) -> int:
    import fcntl  # because Windows lacks it

    end = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH", name.encode(), _TUN_WITHOUT_HEADER))
    return end


def _ip(*arguments: str) -> None:
    subprocess.run([*IP, *arguments], check=True)


def _runs(*command: str) -> bool:
    with contextlib.suppress(OSError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False
