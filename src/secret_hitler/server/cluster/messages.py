"""What nodes tell each other besides the lines of tables: short messages that may be lost, since each is said again or can be asked for."""

from collections.abc import Iterator

import msgspec

from ...wire.commands import AnyCommand

AT_ONCE = 100
"""A message of PostgreSQL has at most 8,000 bytes: so many codes or addresses fit in any case."""


class PassedOn(msgspec.Struct, frozen=True):
    """What somebody did that is told but not kept."""

    code: str
    player: str
    command: AnyCommand


class NodeNews(msgspec.Struct, frozen=True, omit_defaults=True):
    node: str = ""
    attended: list[str] = []
    """Tables at which people came or went."""
    released: list[str] = []
    """Tables that this node sees to no longer."""
    closed: str = ""
    passed_on: PassedOn | None = None
    program: str = ""
    """There is a table or a challenge for this one."""
    moderated: bool = False
    """There is something to read in the moderation log."""
    spent: dict[str, dict[str, int]] = {}
    """How much of which limit was used up, by whom."""
    sockets: dict[str, int] = {}
    """How many sockets each of these addresses has."""
    gone: bool = False
    """The node stops."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(NodeNews)


def encoded(news: NodeNews) -> str:
    return _encoder.encode(news).decode()


def heard(payload: str) -> NodeNews:
    """A newer version may say what this one does not know; then there is no news."""
    try:
        return _decoder.decode(payload)
    except msgspec.ValidationError:
        return NodeNews()


def in_parts(codes: list[str]) -> Iterator[list[str]]:
    return (codes[first : first + AT_ONCE] for first in range(0, len(codes), AT_ONCE))
