"""Who may sit where: signed tokens, each good for one player at one table."""

import hashlib
import hmac
import time
from collections.abc import Callable
from contextlib import suppress

from itsdangerous import BadSignature, TimestampSigner, URLSafeSerializer, URLSafeTimedSerializer

TICKET_SECONDS = 600
CHALLENGE_SECONDS = 300
MARK_LENGTH = 20
SEATS_OF_A_BROWSER = 20


class Tokens:
    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        class Signer(TimestampSigner):
            def get_timestamp(self) -> int:
                return int(clock())

        self._secret = secret
        sha256 = {"digest_method": hashlib.sha256}
        self._players, self._browsers, self._identities, self._programs = (
            URLSafeSerializer(secret, salt=salt, signer_kwargs=sha256) for salt in ("player", "browser", "identity", "program")
        )
        self._tickets, self._challenges = (
            URLSafeTimedSerializer(secret, salt=salt, signer=Signer, signer_kwargs=sha256) for salt in ("ticket", "challenge")
        )

    def token(self, code: str, player: str) -> str:
        return str(self._players.dumps([code, player]))

    def player(self, code: str, token: str | None) -> str:
        """Return the player this token belongs to at this table; nobody for any other token."""
        return self.seat(token or "").get(code, "")

    def mark(self, text: str) -> str:
        """Return a mark that is the same for the same text, which cannot be told from it."""
        return hmac.new(self._secret, f"mark {text}".encode(), hashlib.sha256).hexdigest()[:MARK_LENGTH]

    def seat(self, token: str) -> dict[str, str]:
        """Return the table this token is good for, and the player there; nothing for any other token."""
        with suppress(BadSignature, ValueError):
            code, player = self._players.loads(token)
            return {code: player}
        return {}

    def seats(self, cookie: str | None) -> dict[str, str]:
        """Return the seats that a browser holds: players by table, the latest last."""
        with suppress(BadSignature, ValueError):
            return dict(self._browsers.loads(cookie or ""))
        return {}

    def with_seat(self, cookie: str | None, code: str, player: str) -> str:
        """Return the cookie of a browser that was given one more seat; forget those longest ago."""
        seats = [(table, owner) for table, owner in self.seats(cookie).items() if table != code]
        return str(self._browsers.dumps([*seats[1 - SEATS_OF_A_BROWSER :], (code, player)]))

    def identity_token(self, identity: str) -> str:
        return str(self._identities.dumps(identity))

    def identity(self, token: str | None) -> str:
        """Return who shows this token, at whatever table; nobody for any other token."""
        return _signed(self._identities, token)

    def program_token(self, program: str) -> str:
        return str(self._programs.dumps(program))

    def program(self, token: str | None) -> str:
        """Return the account this token belongs to; none for any other token."""
        return _signed(self._programs, token)

    def challenge_token(self, challenge: bytes) -> str:
        """Sign a challenge, to be brought back with what was signed; good for some minutes."""
        return str(self._challenges.dumps(challenge.hex()))

    def challenge(self, token: str) -> bytes | None:
        with suppress(BadSignature, ValueError):
            return bytes.fromhex(self._challenges.loads(token, max_age=CHALLENGE_SECONDS))
        return None

    def ticket(self, code: str, player: str) -> str:
        return str(self._tickets.dumps([code, player]))

    def ticket_holder(self, code: str, ticket: str) -> str:
        with suppress(BadSignature, ValueError):
            table, player = self._tickets.loads(ticket, max_age=TICKET_SECONDS)
            return player if table == code else ""
        return ""


def _signed(by: URLSafeSerializer, token: str | None) -> str:
    try:
        return str(by.loads(token)) if token else ""
    except BadSignature:
        return ""
