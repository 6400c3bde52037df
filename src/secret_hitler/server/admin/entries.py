"""What is written in the moderation log, in the order it happened, and by whom."""

from msgspec import Struct

from ...wire.operators import AnyOperatorCommand, PlayerReport


class ModerationEntry(Struct, frozen=True, tag=True, kw_only=True):
    time: float


class Reported(ModerationEntry, frozen=True):
    report: PlayerReport


class IgnoringSet(ModerationEntry, frozen=True):
    """How one identity stands to another from now on."""

    identity: str
    other: str
    muted: bool
    blocked: bool


class OperatorActed(ModerationEntry, frozen=True):
    by: str
    command: AnyOperatorCommand


AnyModerationEntry = Reported | IgnoringSet | OperatorActed
