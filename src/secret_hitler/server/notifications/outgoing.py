"""Outgoing: requests to addresses that strangers chose, on their own, so that a slow or hostile one holds nobody up.

They go to public addresses only, resolved once and then used as resolved; we follow no redirect and read no answer."""

import asyncio
import socket
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

import structlog

from ..metrics import OUTGOING

if TYPE_CHECKING:
    import httpx

SECONDS = 10.0
"""For one attempt, from finding the address to its answer."""
WAITS = (0.0, 2.0, 20.0)
"""Before each attempt."""
MOST_WAITING, MOST_OF_LANE = 2000, 200
AT_ONCE, AT_ONCE_OF_SITE = 64, 8
_TUNNELS = ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"), ip_network("2002::/16"), ip_network("2001::/32")
"""They lead to IPv4 addresses, private ones too."""
_journal = structlog.get_logger()


class Forbidden(OSError):
    """This address may not be asked."""


class Outgoing:
    def __init__(self, private: bool = False) -> None:
        """Allow `private` addresses, and those without TLS, only if the operator wants it."""
        self._private = private
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: Counter[str] = Counter()
        self._lanes: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._client: httpx.AsyncClient | None = None
        self._room = asyncio.Semaphore(AT_ONCE)
        self._names = ThreadPoolExecutor(4, "names")

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def allows(self, url: str) -> bool:
        """Tell whether an address looks as if it may be asked; where its name leads is checked each time."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return False
        plain = parts.scheme == "http" and self._private
        return (parts.scheme == "https" or plain) and bool(parts.hostname) and parts.username is None and port != 0

    def begin(self, lane: str, work: Coroutine[Any, Any, None]) -> bool:
        """Do something besides; False, with nothing done, if too much waits already."""
        if len(self._tasks) >= MOST_WAITING or self._waiting[lane] >= MOST_OF_LANE:
            OUTGOING.labels("dropped").inc()
            work.close()
            return False
        self._waiting[lane] += 1
        task = asyncio.create_task(work, name=f"to {lane}")
        self._tasks.add(task)

        def done(task: "asyncio.Task[None]") -> None:
            self._tasks.discard(task)
            self._waiting[lane] -= 1
            if not self._waiting[lane]:
                del self._waiting[lane]
            if not task.cancelled() and (error := task.exception()) is not None:
                _journal.error("notification failed", error=repr(error)[:200])

        task.add_done_callback(done)
        return True

    async def post(self, lane: str, width: int, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Return the status of the answer, after some tries; 0 if there was none. `width` is how many go on in this lane at once."""
        status = 0
        turn = self._lanes.setdefault(lane, asyncio.Semaphore(width))
        async with turn:
            for wait in WAITS:
                await asyncio.sleep(wait)
                if self._client is None:
                    self._client = await asyncio.to_thread(_new_client)
                try:
                    async with self._room, asyncio.timeout(SECONDS):
                        status = await self._post(self._client, url, body, headers)
                except Forbidden:
                    return HTTPStatus.GONE
                except Exception:  # because a stranger's server can fail in every way
                    status = 0
                OUTGOING.labels(str(status)).inc()
                if status and status < HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.TOO_MANY_REQUESTS:
                    break
        return status

    async def _post(self, client: "httpx.AsyncClient", url: str, body: bytes, headers: dict[str, str]) -> int:
        if not self.allows(url):
            raise Forbidden(url)
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        address = await self._address(host, port)
        there = f"[{address}]" if address.version == 6 else str(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        request = client.build_request(
            "POST",
            f"{parts.scheme}://{there}:{port}{path}",
            content=body,
            headers={**headers, "host": parts.netloc},
            extensions={"sni_hostname": host},
        )
        answer = await client.send(request, stream=True)
        await answer.aclose()
        return answer.status_code

    async def _address(self, host: str, port: int) -> IPv4Address | IPv6Address:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._names, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        addresses = [ip_address(str(each[4][0]).partition("%")[0]) for each in found]
        if not self._private and not all(map(is_public, addresses)):
            raise Forbidden(host)
        return addresses[0]

    async def close(self) -> None:
        """Give up what's under way; another start of the server sends it again."""
        for task in self._tasks:
            task.cancel()
        self._names.shutdown(wait=False, cancel_futures=True)
        if self._client is not None:
            await self._client.aclose()


def _new_client() -> "httpx.AsyncClient":
    import httpx  # because importing it takes a tenth of a second, and reading certificates as long

    return httpx.AsyncClient(trust_env=False, timeout=SECONDS, limits=httpx.Limits(max_keepalive_connections=0))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Tell whether an address belongs to the internet at large, also by what it stands for."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in tunnel for tunnel in _TUNNELS):
            return False
    return address.is_global and not address.is_multicast
