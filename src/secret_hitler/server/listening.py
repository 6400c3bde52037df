"""The socket that a server listens on, bound before anything else is done; what is wrong with it is one sentence."""

import errno
import os
import socket

BACKLOG = 2048
EVERY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104  because it is compared, not bound
LAST_PORT = 65_535


class CannotListen(OSError):
    """An address or port that cannot be had."""


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= LAST_PORT:
        raise CannotListen(f"there is no port {port}: ports go up to {LAST_PORT}")
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as error:
        raise CannotListen(f"{host!r} is no address of this machine") from error
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
    """Tell whether this name means the machine that says it, and so another one for everybody else."""
    return host in ("localhost", "::1") or host.startswith("127.")


def network_address() -> str | None:
    """Return how other machines call this one. Nothing is sent: the system only says which way it would."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        host: str = probe.getsockname()[0]
    return None if is_loopback(host) or host == "0.0.0.0" else host  # noqa: S104  because it is compared, not bound


def _reason(error: OSError, host: str, port: int) -> str:
    reasons = {
        errno.EADDRINUSE: f"port {port} is taken: another program listens there; --port chooses another",
        errno.EADDRNOTAVAIL: f"{host!r} is no address of this machine",
        errno.EACCES: f"port {port} may not be used without further rights; --port chooses another",
    }
    return reasons.get(error.errno or 0, f"nobody can listen on {host}, port {port}: {error.strerror}")
