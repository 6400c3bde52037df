"""The socket a server listens on, bound first of all; if that fails, one sentence says why."""

import errno
import os
import socket

BACKLOG = 2048
EVERY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104  because it is compared, not bound
LAST_PORT = 65_535


class CannotListen(OSError):
    """The address or port isn't available."""


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= LAST_PORT:
        raise CannotListen(f"there's no port {port}: ports go up to {LAST_PORT}")
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as error:
        raise CannotListen(f"{host!r} isn't an address of this machine") from error
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(_reason(error, host, port)) from error
    return listener


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Tell whether this name means the local machine, and so a different one to everyone else."""
    return host in ("localhost", "::1") or host.startswith("127.")


def network_address() -> str | None:
    """Return this machine's address in its network. This sends nothing: the system only tells the route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        host: str = probe.getsockname()[0]
    return None if is_loopback(host) or host == "0.0.0.0" else host  # noqa: S104  because it is compared, not bound


def _reason(error: OSError, host: str, port: int) -> str:
    reasons = {
        errno.EADDRINUSE: f"port {port} is taken by another program: choose another with --port",
        errno.EADDRNOTAVAIL: f"{host!r} isn't an address of this machine",
        errno.EACCES: f"port {port} needs more rights: choose another with --port",
    }
    return reasons.get(error.errno or 0, f"can't listen on {host}, port {port}: {error.strerror}")
