"""Signed tokens for seats, each valid for one player at one table."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner, URLSafeSerializer, URLSafeTimedSerializer

from ..tables.names import CODE_LETTERS

TICKET_SECONDS = 600
CHALLENGE_SECONDS = 300
MARK_LENGTH = 20
SEATS_OF_A_BROWSER = 20
KEY_LETTERS = 10
SESSION_SECONDS = 60 * 60 * 24 * 365
PROGRAM_SECONDS = 60 * 60 * 24 * 180
_SESSION = ""
"""No table has this code: in the cookie of seats it holds the session they belong to."""


class SignedIn(NamedTuple):
    """A signed-in browser or program; tokens of older versions began at 0."""

    identity: str
    id: str = ""
    issued: float = 0.0
    proved: float = 0.0
    """When they last showed a passkey or recovery code."""


class Tokens:
    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        class Signer(TimestampSigner):
            def get_timestamp(self) -> int:
                return int(clock())

        self._secret, self._clock = secret, clock
        sha256 = {"digest_method": hashlib.sha256}
        self._players, self._browsers, self._identities, self._programs = (
            URLSafeSerializer(secret, salt=salt, signer_kwargs=sha256) for salt in ("player", "browser", "identity", "program")
        )
        self._tickets, self._challenges = (
            URLSafeTimedSerializer(secret, salt=salt, signer=Signer, signer_kwargs=sha256) for salt in ("ticket", "challenge")
        )

    def token(self, code: str, player: str) -> str:
        return str(self._players.dumps([code, player]))

    def key(self, code: str) -> str:
        """Return the letters in a table's link, which are much harder to guess than its code."""
        number = int.from_bytes(hmac.digest(self._secret, f"key {code}".encode(), "sha256"))
        return "".join(CODE_LETTERS[number // len(CODE_LETTERS) ** place % len(CODE_LETTERS)] for place in range(KEY_LETTERS))

    def mark(self, text: str) -> str:
        """Return a mark that identifies the text without revealing it."""
        return hmac.new(self._secret, f"mark {text}".encode(), hashlib.sha256).hexdigest()[:MARK_LENGTH]

    def seat(self, token: str) -> dict[str, str]:
        """Return the table and player this token is valid for; nothing for any other token."""
        with suppress(BadSignature, ValueError):
            code, player = self._players.loads(token)
            return {code: player}
        return {}

    def seats(self, cookie: str | None) -> dict[str, str]:
        """Return a browser's seats: players by table, latest last."""
        return {code: player for code, player in self._held(cookie).items() if code != _SESSION}

    def session_of_seats(self, cookie: str | None) -> SignedIn | None:
        """Return the session those seats were taken in, if the cookie names it."""
        return self.session(self._held(cookie).get(_SESSION))

    def _held(self, cookie: str | None) -> dict[str, str]:
        with suppress(BadSignature, ValueError):
            return dict(self._browsers.loads(cookie or ""))
        return {}

    def with_seat(self, cookie: str | None, code: str, player: str, session: str = "") -> str:
        """Return the browser's cookie with one more seat; drop the oldest ones."""
        seats = [(table, owner) for table, owner in self.seats(cookie).items() if table != code]
        within = [(_SESSION, session)] if session else []
        return str(self._browsers.dumps([*within, *seats[1 - SEATS_OF_A_BROWSER :], (code, player)]))

    def identity_token(self, identity: str, session: str = "", proved: float = 0.0) -> str:
        return str(self._identities.dumps([identity, session or secrets.token_urlsafe(9), self._clock(), proved]))

    def session(self, token: str | None) -> SignedIn | None:
        """Return the session behind this token, for whichever table; None for other tokens and expired ones."""
        return self._read(self._identities, token, SESSION_SECONDS)

    def program_token(self, program: str) -> str:
        return str(self._programs.dumps([program, "", self._clock()]))

    def program(self, token: str | None) -> SignedIn | None:
        """Return the program account behind this token; none for other tokens and expired ones."""
        return self._read(self._programs, token, PROGRAM_SECONDS)

    def _read(self, by: URLSafeSerializer, token: str | None, seconds: float) -> SignedIn | None:
        try:
            signed = by.loads(token) if token else None
        except BadSignature:
            return None
        session = SignedIn(signed) if isinstance(signed, str) else None if signed is None else SignedIn(*signed)
        return None if session is None or (session.issued and session.issued + seconds < self._clock()) else session

    def challenge_token(self, challenge: bytes) -> str:
        """Sign a challenge, to come back with its answer within some minutes."""
        return str(self._challenges.dumps(challenge.hex()))

    def challenge(self, token: str) -> bytes | None:
        with suppress(BadSignature, ValueError):
            return bytes.fromhex(self._challenges.loads(token, max_age=CHALLENGE_SECONDS))
        return None

    def webhook_secret(self, code: str, url: str) -> str:
        return hmac.new(self._secret, f"webhook {code} {url}".encode(), hashlib.sha256).hexdigest()

    def ticket(self, code: str, player: str) -> str:
        return str(self._tickets.dumps([code, player]))

    def ticket_holder(self, code: str, ticket: str) -> str:
        with suppress(BadSignature, ValueError):
            table, player = self._tickets.loads(ticket, max_age=TICKET_SECONDS)
            return player if table == code else ""
        return ""
