"""Curves as TensorBoard reads them: records with checksums, each an event that says what some numbers were at a step."""

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_POLYNOMIAL: Final = 0x82F63B78
_MASK: Final = 0xA282EAD8
_WORD: Final = 0xFFFFFFFF


def start_events(path: Path, second: float) -> None:
    """Begin an event file with nothing in it yet, in the place of one that was there."""
    path.write_bytes(_record(_double(1, second) + _bytes(3, b"brain.Event:2")))


def add_event(path: Path, second: float, step: int, numbers: Mapping[str, float]) -> None:
    summary = b"".join(_bytes(1, _bytes(1, name.encode()) + b"\x15" + struct.pack("<f", number)) for name, number in numbers.items())
    with path.open("ab") as file:
        file.write(_record(_double(1, second) + b"\x10" + _varint(step) + _bytes(5, summary)))


def checksum(data: bytes) -> int:
    """CRC-32C."""
    crc = _WORD
    for byte in data:
        crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc ^ _WORD


def _entry(number: int) -> int:
    for _ in range(8):
        number = number >> 1 ^ (_POLYNOMIAL if number & 1 else 0)
    return number


_TABLE: Final = [_entry(number) for number in range(256)]


def _record(event: bytes) -> bytes:
    length = struct.pack("<Q", len(event))
    return length + _masked(length) + event + _masked(event)


def _masked(data: bytes) -> bytes:
    crc = checksum(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + _MASK) & _WORD)


def _double(field: int, number: float) -> bytes:
    return bytes([field << 3 | 1]) + struct.pack("<d", number)


def _bytes(field: int, data: bytes) -> bytes:
    return bytes([field << 3 | 2]) + _varint(len(data)) + data


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])
