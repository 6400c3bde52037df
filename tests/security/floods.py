"""Strangers who send as much as they can: empty frames, messages, handshakes that never end; from one address of the loopback or from many.

python -m tests.security.floods ATTACK ADDRESSES PORT CODE SECONDS   attacks from a process of its own, for benchmarks and tests
"""

import asyncio
import contextlib
import json
import os
import socket
import sys
import time

from .attacker import PATIENCE, PROTOCOL


def frame(first: int, payload: bytes = b"") -> bytes:
    assert len(payload) < 126
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


_NUDGE = frame(0x81, json.dumps({"type": "Nudge", "id": "x", "seat": 0}).encode())
CHUNK = 200_000
SENT = {
    "pings": frame(0x89),
    "pongs": frame(0x8A),
    "fragments": frame(0x00),
    "messages": _NUDGE,
}
ATTACKS = (*SENT, "half-open handshakes")
HELD_OF_ADDRESS = 400
"""Half-open handshakes that one address tries to hold at a time."""


def request(port: int, code: str) -> bytes:
    return (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


async def opened(port: int, code: str, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a socket to a table by hand, past its hello."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(request(port, code))
    answer = b""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        answer = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in answer:
        writer.transport.abort()
        raise ConnectionRefusedError(answer[:40])
    writer.write(frame(0x81, json.dumps({"protocol": PROTOCOL}).encode()))
    return reader, writer


async def flood(attack: str, port: int, code: str, address: str = "127.0.0.1") -> bytes:
    """Send until the other end is gone, and return all that it said."""
    reader, writer = await opened(port, code, address)
    chunk = SENT[attack] * (CHUNK // len(SENT[attack]))
    if attack == "fragments":
        chunk = frame(0x01) + chunk
    listening = asyncio.create_task(_all_of(reader))
    try:
        with contextlib.suppress(OSError, TimeoutError):
            while not listening.done():
                writer.write(chunk)
                async with asyncio.timeout(PATIENCE):
                    await writer.drain()
        return await listening
    finally:
        listening.cancel()
        writer.transport.abort()


async def _all_of(reader: asyncio.StreamReader) -> bytes:
    heard = b""
    with contextlib.suppress(OSError):
        while part := await reader.read(65_536):
            heard += part
    return heard


def close_code(heard: bytes) -> int | None:
    """Return the code of the close frame at the end of what a server said."""
    at = heard.rfind(b"\x88")
    while at >= 0:
        if at + 4 <= len(heard) and at + 2 + heard[at + 1] == len(heard):
            return int.from_bytes(heard[at + 2 : at + 4], "big")
        at = heard.rfind(b"\x88", 0, at)
    return None


async def _for_ever(attack: str, port: int, code: str, address: str) -> None:
    while True:
        with contextlib.suppress(OSError):
            await flood(attack, port, code, address)
        await asyncio.sleep(0.01)


async def _half_open(port: int, code: str, address: str) -> None:
    held: list[socket.socket] = []
    while True:
        with contextlib.suppress(OSError):
            one = socket.socket()
            one.setblocking(False)
            one.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", port))
            one.send(request(port, code)[:60])
            held.append(one)
        if len(held) > HELD_OF_ADDRESS:
            held.pop(0).close()
        await asyncio.sleep(0)


async def attack(name: str, addresses: int, port: int, code: str, seconds: float) -> None:
    """Attack from so many addresses of the loopback, for so long."""
    ends = time.monotonic() + seconds
    froms = [f"127.0.{1 + number // 200}.{1 + number % 200}" for number in range(addresses)]
    one = _half_open if name not in SENT else None
    tasks = [asyncio.create_task(one(port, code, each) if one else _for_ever(name, port, code, each)) for each in froms]
    await asyncio.wait(tasks, timeout=ends - time.monotonic())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    os.nice(10)  # elsewhere they would have processors of their own
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], float(sys.argv[5])))
