"""Why the server says no: every code besides those of the rules, each with its HTTP status; the catalogues have its sentence."""

from enum import StrEnum

from ..words import ENGLISH
from .table import Params


class Denial(StrEnum):
    """Why the server says no; clients can rely on the values."""

    status: int

    def __new__(cls, code: str, status: int = 409) -> "Denial":
        denial = str.__new__(cls, code)
        denial._value_ = code
        denial.status = status
        return denial

    NO_TABLE = "no-table", 404
    PASSWORD = "password", 403
    BANNED = "banned", 403
    SENT_AWAY = "sent-away", 403
    LOCKED = "locked", 403
    FULL = "full"
    WATCHED = "watched", 429
    DEVICES = "devices", 429
    TICKET = "ticket", 403
    NOT_YOURS = "not-yours", 403
    SPECTATOR = "spectator"
    TAKEN = "taken"
    NAME_TAKEN = "name-taken"
    NOT_SEATED = "not-seated"
    SEATED = "seated"
    SECOND_SEAT = "second-seat", 403
    NOT_FREE = "not-free"
    OWNER_HERE = "owner-here"
    NOT_AWAY = "not-away"
    NOT_AWAY_YET = "not-away-yet"
    HELD_A_SEAT = "held-a-seat", 403
    ANOTHER_ASKS = "another-asks"
    SESSION = "session"
    NOBODY_ASKS = "nobody-asks"
    HERE = "here"
    NOT_WAITING = "not-waiting"
    NOT_ALONE = "not-alone"
    NOT_HOST = "not-host"
    STRANGERS = "strangers", 403
    NO_BOT = "no-bot"
    NO_SUCH_PLAYER = "no-such-player"
    NO_RULES = "no-rules", 400
    RULES = "rules", 400
    NO_HOUSE_RULES = "no-house-rules", 403
    NO_VOICE = "no-voice", 403
    WRONG_NUMBER = "wrong-number"
    OUT_OF_RANGE = "out-of-range"
    TOO_FEW = "too-few"
    NOT_READY = "not-ready"
    PLAYING = "playing"
    NO_GAME = "no-game"
    DEALING = "dealing"
    NOT_DEALING = "not-dealing"
    NOT_COMMITTED = "not-committed"
    TALK = "talk"
    READY = "ready"
    TOO_LATE = "too-late"
    SHUT_OUT = "shut-out", 403
    HUSHED = "hushed", 403
    WORDS = "words", 400
    CLOSED = "closed", 410
    OPERATOR = "operator", 403
    NO_REPORT = "no-report", 404
    STORAGE = "storage", 507
    RESTARTS = "restarts", 503
    SERVER_FULL = "server-full", 503
    TOO_MANY = "too-many", 429
    TOO_FAST = "too-fast", 429
    CODES = "codes", 429
    MESSAGE = "message", 400
    UNREADABLE = "unreadable", 500
    NO_RECORD = "no-record", 404
    NO_PLAYER = "no-player", 404
    PASSKEY = "passkey", 403
    RECOVERY_CODE = "recovery-code", 403
    SIGN_AGAIN = "sign-again", 403
    NO_REVIEW = "no-review", 409
    NOT_FOUND = "not-found", 404
    ORIGIN = "origin", 403
    FAILED = "failed", 500

    def said(self, params: Params) -> str:
        """Say it for English readers; others have the code and the parameters. A program also reads the detail that people are spared."""
        sentence, detail = ENGLISH.say(f"refused.{self}", **params), str(params.get("detail", ""))
        return sentence if detail in sentence else f"{sentence} ({detail})"
