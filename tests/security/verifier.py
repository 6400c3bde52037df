"""Verifies the chance of a record from docs/protocol.md alone: `python verifier.py record.json [ANNOUNCEMENT]`. It imports no game."""

import hashlib
import json
import sys
from typing import Any

NATURE = -1


class Forged(Exception):
    """The cards are not those that follow from what was committed to."""


class Stream:
    def __init__(self, seed: bytes) -> None:
        self.seed, self.blocks, self.bits = seed, 0, ""

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1: as many bits as n - 1 has, again while too large."""
        size = (n - 1).bit_length()
        while True:
            while len(self.bits) < size:
                block = hashlib.sha256(b"secret-hitler lots 1:" + self.seed + self.blocks.to_bytes(8, "big")).digest()
                self.bits += "".join(f"{byte:08b}" for byte in block)
                self.blocks += 1
            number, self.bits = int(self.bits[:size] or "0", 2), self.bits[size:]
            if number < n:
                return number

    def shuffled(self, cards: str) -> str:
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return "".join(order)


def seed_of(record: dict[str, Any]) -> bytes:
    """Derive the seed, once everything that was committed to fits."""
    seed = bytes.fromhex(record["seed"])
    contributions = record.get("contributions") or []
    secret = bytes.fromhex(record["server_secret"]) if contributions else seed
    if hashlib.sha256(b"secret-hitler commitment 1:" + secret).hexdigest() != record["commitment"]:
        raise Forged("the server did not commit itself to this secret")
    mixed = b"secret-hitler seed 2:" + secret
    for each in sorted(contributions, key=lambda each: int(each["seat"])):
        added = bytes.fromhex(each["secret"])
        if hashlib.sha256(b"secret-hitler contribution 1:" + added).hexdigest() != each["commitment"]:
            raise Forged(f"seat {each['seat']} did not commit itself to this secret")
        mixed += bytes([each["seat"]]) + added
    if contributions and hashlib.sha256(mixed).digest() != seed:
        raise Forged("the seed does not follow from the secrets")
    return seed


def announced(record: dict[str, Any]) -> str:
    """Hash the announcement that the commitments of the record make."""
    counted = sorted((int(each["seat"]), str(each["commitment"])) for each in record.get("contributions") or [])
    players = b"".join(bytes([seat]) + bytes.fromhex(commitment) for seat, commitment in counted)
    shown = bytes.fromhex(record["commitment"]) + bytes([record["seats"]]) + players
    return hashlib.sha256(b"secret-hitler announcement 1:" + shown).hexdigest()


def check_announcement(record: dict[str, Any], kept: str) -> None:
    """Compare the commitments with what players were shown before they revealed: by the record, or by what one of them kept."""
    if kept and kept != announced(record):
        raise Forged("something else was announced before the deal")
    for each in record.get("contributions") or []:
        view = each.get("announcement") or kept
        if view != announced(record):
            raise Forged(f"seat {each['seat']} {'saw another announcement' if view else 'does not say what was announced'}")


def verify(record: dict[str, Any], kept: str = "") -> int:
    """How many deals, shuffles and lots were drawn again; `kept` is the announcement of one's own client. Raises Forged."""
    check_announcement(record, kept)
    stream, rules, seats = Stream(seed_of(record)), record["rules"], record["seats"]
    fascists = rules["fascists"][str(seats)]
    roles = "F" * fascists + "H" + "L" * (seats - fascists - 1)
    tiles, drawn = "F" * rules["fascist_tiles"] + "L" * rules["liberal_tiles"], 0
    for number, (seat, action) in enumerate(record["moves"], start=1):
        if seat != NATURE:
            continue
        drawn += 1
        match action["type"]:
            case "Deal":
                expected, found = stream.shuffled(roles), "".join(action["roles"])
            case "Shuffle":
                found = "".join(action["deck"])
                # Enacted tiles never come back: those that are shuffled again are some of those shuffled before.
                if found.count("F") > tiles.count("F") or found.count("L") > tiles.count("L"):
                    raise Forged(f"move {number}: more tiles are shuffled than there are")
                tiles = "".join(sorted(found))
                expected = stream.shuffled(tiles)
            case "Appoint":
                expected, found = str(stream.below(seats)), str(action["president"])
            case other:
                raise Forged(f"move {number}: chance does not {other}")
        if expected != found:
            raise Forged(f"move {number}: {action['type']} is {found} and should be {expected}")
    return drawn


if __name__ == "__main__":
    path, kept = (*sys.argv[1:], "")[:2]
    with open(path, encoding="utf-8") as file:
        for line in filter(str.strip, file):
            sys.stdout.write(f"{path}: {verify(json.loads(line), kept)} draws follow from what was committed to\n")
