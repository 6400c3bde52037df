"""A whole game through a real pseudo-terminal, driven only by what an emulated screen of 80 by 24 shows."""

import errno
import fcntl
import os
import pty
import random
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import pyte

from tests.terminal.reader import next_key, over

COLUMNS, LINES = 80, 24
SILENCE = 30.0
"""Seconds without a byte after which the program is given up."""
KEYS = {"enter": "\r"}


class Emulated:
    """The program at the other end of a pseudo-terminal, and the screen it has drawn."""

    def __init__(self, master: int) -> None:
        self._master = master
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def lines(self) -> list[str]:
        return list(self.screen.display)

    def press(self, key: str) -> None:
        os.write(self._master, KEYS.get(key, key).encode())

    def read(self, quiet: float = 0.05) -> bool:
        """Wait for output and take it until it pauses; False once the program is gone."""
        ready, _, _ = select.select([self._master], [], [], SILENCE)
        assert ready, "the program has fallen silent:\n" + "\n".join(self.lines)
        while ready:
            try:
                data = os.read(self._master, 65536)
            except OSError as error:
                assert error.errno == errno.EIO
                return False
            if not data:
                return False
            self._stream.feed(data)
            ready, _, _ = select.select([self._master], [], [], quiet)
        return True

    def colours(self) -> set[str]:
        return {cell for row in self.screen.buffer.values() for char in row.values() for cell in (char.fg, char.bg)}


@contextmanager
def playing(*options: str, term: str = "xterm-256color", **environment: str) -> Iterator[tuple[Emulated, "subprocess.Popen[bytes]"]]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM", "FORCE_COLOR")}
    command = [sys.executable, "-m", "secret_hitler", "play", *options]
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env={**kept, "TERM": term, **environment}
    )
    os.close(slave)
    try:
        yield Emulated(master), process
    finally:
        process.kill()
        process.wait()
        os.close(master)


def play_to_the_end(terminal: Emulated, rng: random.Random) -> None:
    while not over(terminal.lines):
        key = next_key(terminal.lines, rng)
        if key is not None:
            terminal.press(key)
        terminal.read()


def leave(terminal: Emulated, process: "subprocess.Popen[bytes]") -> None:
    terminal.press("q")
    while "Leave the game?" not in "\n".join(terminal.lines):
        terminal.read()
    terminal.press("y")
    while terminal.read():
        pass
    assert process.wait(SILENCE) == 0


def test_a_whole_game_through_a_pseudo_terminal() -> None:
    with playing("--players", "5", "--seed", "1", "--level", "party-line", "--speed", "1e9") as (terminal, process):
        play_to_the_end(terminal, random.Random(1))
        assert any("WIN" in line for line in terminal.lines)
        assert len(terminal.colours()) > 4
        leave(terminal, process)


def test_a_whole_game_without_colour_and_in_ascii() -> None:
    options = ("--players", "6", "--seed", "2", "--level", "random", "--speed", "1e9", "--ascii")
    with playing(*options, NO_COLOR="1") as (terminal, process):
        play_to_the_end(terminal, random.Random(2))
        text = "\n".join(terminal.lines)
        assert text.isascii()
        assert all(shape in text for shape in ("(L)", "<F>", "<H>"))
        assert all(_grey(colour) for colour in terminal.colours())
        leave(terminal, process)


def _grey(colour: str) -> bool:
    """Named ANSI greys, or red, green and blue alike."""
    return colour in ("default", "black", "white", "brightblack", "brightwhite") or colour[:2] == colour[2:4] == colour[4:]


def test_an_old_terminal_gets_no_colour_at_all() -> None:
    with playing("--players", "5", "--seed", "1", "--level", "random", term="vt100") as (terminal, process):
        while not any("q Leave" in line for line in terminal.lines):
            terminal.read()
        assert terminal.colours() == {"default"}
        leave(terminal, process)
