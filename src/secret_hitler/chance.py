"""Draw deals, shuffles and lots, from any source of numbers or from a seed that people can check afterwards."""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from .rules import Appoint, Chance, Deal, Game, Phase, Ruleset, Seat, Shuffle
from .rules.game import cards_to_shuffle, role_cards
from .rules.ruleset import FirstPresident

T = TypeVar("T")

RandomBelow = Callable[[int], int]
"""A source of chance: below(n) is a whole number from 0 to n - 1, all equally likely."""


def natures_move(game: Game, below: RandomBelow) -> Chance:
    """Draw the awaited chance, all outcomes equally likely."""
    match game.board.phase:
        case Phase.DEAL:
            return Deal(arranged(role_cards(game.rules, game.board.seats), below))
        case Phase.SHUFFLE:
            return Shuffle(arranged(cards_to_shuffle(game), below))
        case Phase.APPOINTMENT:
            return Appoint(game.board.alive[below(len(game.board.alive))])
        case phase:
            raise ValueError(f"there's no chance to draw in the phase {phase}")


def opener_by_lot(rules: Ruleset, seats: int, below: RandomBelow) -> Seat | None:
    """Draw the opener if the rules want the first president named; None if they draw lots themselves."""
    return None if rules.first_president is FirstPresident.RANDOM else Seat(below(seats))


def arranged(cards: Sequence[T], below: RandomBelow) -> tuple[T, ...]:
    """Shuffle the cards. This must never change, because it verifies recorded games."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class SeededRandom:
    """Draw numbers from a secret seed; anyone who learns the seed can draw them again.

    The stream is SHA-256 of the seed and a counter; a number below n takes the bits of n - 1, again if it's too large.
    """

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._blocks = self._bits = self._left = 0

    def copy(self) -> "SeededRandom":
        """Copy the source as it stands, to draw the same numbers again."""
        twin = SeededRandom(self.seed)
        twin._blocks, twin._bits, twin._left = self._blocks, self._bits, self._left
        return twin

    def below(self, n: int) -> int:
        size = (n - 1).bit_length()
        while True:
            number = self._take(size)
            if number < n:
                return number

    def _take(self, size: int) -> int:
        while self._left < size:
            block = hashlib.sha256(b"secret-hitler lots 1:" + self.seed + self._blocks.to_bytes(8, "big")).digest()
            self._bits = self._bits << 256 | int.from_bytes(block, "big")
            self._left += 256
            self._blocks += 1
        self._left -= size
        number = self._bits >> self._left
        self._bits &= (1 << self._left) - 1
        return number


class Contribution(Struct, frozen=True, kw_only=True):
    """What a player adds to the chance of a deal."""

    seat: Seat
    commitment: str
    secret: str
    """Hexadecimal."""
    announcement: str = ""
    """The announcement that this player saw before revealing, as a hash sent by their own client; empty if it sent none."""


def player_commitment(secret: bytes) -> str:
    """Hash what a player adds to the chance, to show before the deal."""
    return hashlib.sha256(b"secret-hitler contribution 1:" + secret).hexdigest()


def seed_from(server_secret: bytes, contributions: Sequence[tuple[int, bytes]]) -> bytes:
    """Derive a game's seed, which nobody knows before everyone reveals; without contributions it's the server's secret."""
    if not contributions:
        return server_secret
    added = b"".join(bytes([seat]) + secret for seat, secret in contributions)
    return hashlib.sha256(b"secret-hitler seed 2:" + server_secret + added).digest()


def announcement_hash(server: str, players: Sequence[str | None]) -> str:
    """Hash what is announced before anybody reveals: the server's commitment, how many sit, and whose commitments count, by seat."""
    counted = b"".join(bytes([seat]) + bytes.fromhex(each) for seat, each in enumerate(players) if each)
    announced = bytes.fromhex(server) + bytes([len(players)]) + counted
    return hashlib.sha256(b"secret-hitler announcement 1:" + announced).hexdigest()


def server_commitment(seed: bytes) -> str:
    """Hash the server's secret, to show before the deal."""
    return hashlib.sha256(b"secret-hitler commitment 1:" + seed).hexdigest()
