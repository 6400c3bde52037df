"""Who may sit where: signed tokens, each good for one player at one table."""

import hashlib
import hmac
import time
from collections.abc import Callable

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
        self._players = URLSafeSerializer(secret, salt="player", signer_kwargs={"digest_method": hashlib.sha256})
        self._browsers = URLSafeSerializer(secret, salt="browser", signer_kwargs={"digest_method": hashlib.sha256})
        self._identities = URLSafeSerializer(secret, salt="identity", signer_kwargs={"digest_method": hashlib.sha256})
        self._programs = URLSafeSerializer(secret, salt="program", signer_kwargs={"digest_method": hashlib.sha256})
        self._tickets = URLSafeTimedSerializer(secret, salt="ticket", signer=Signer, signer_kwargs={"digest_method": hashlib.sha256})

        self._challenges = URLSafeTimedSerializer(secret, salt="challenge", signer=Signer, signer_kwargs={"digest_method": hashlib.sha256})

    def token(self, code: str, player: str) -> str:
        return str(self._players.dumps([code, player]))

    def player(self, code: str, token: str | None) -> str:
        """The player this token belongs to at this table; nobody for any other token."""
        return self.seat(token or "").get(code, "")

    def mark(self, text: str) -> str:
        """The same text has the same mark, from which it cannot be told."""
        return hmac.new(self._secret, f"mark {text}".encode(), hashlib.sha256).hexdigest()[:MARK_LENGTH]

    def seat(self, token: str) -> dict[str, str]:
        """The table this token is good for, and the player there; nothing for a token that is none."""
        try:
            code, player = self._players.loads(token)
        except (BadSignature, ValueError):
            return {}
        return {code: player}

    def seats(self, cookie: str | None) -> dict[str, str]:
        """The seats that a browser holds: players by table, the latest last."""
        try:
            return dict(self._browsers.loads(cookie or ""))
        except (BadSignature, ValueError):
            return {}

    def with_seat(self, cookie: str | None, code: str, player: str) -> str:
        """The cookie of a browser that was given one more seat; those longest ago are forgotten."""
        seats = [(table, owner) for table, owner in self.seats(cookie).items() if table != code]
        return str(self._browsers.dumps([*seats[1 - SEATS_OF_A_BROWSER :], (code, player)]))

    def identity_token(self, identity: str) -> str:
        return str(self._identities.dumps(identity))

    def identity(self, token: str | None) -> str:
        """Who shows this token, at whatever table; nobody for any other token."""
        try:
            return str(self._identities.loads(token)) if token else ""
        except BadSignature:
            return ""

    def program_token(self, program: str) -> str:
        return str(self._programs.dumps(program))

    def program(self, token: str | None) -> str:
        """The account this token belongs to; none for any other token."""
        try:
            return str(self._programs.loads(token)) if token else ""
        except BadSignature:
            return ""

    def challenge_token(self, challenge: bytes) -> str:
        """To be brought back with what was signed; good for some minutes."""
        return str(self._challenges.dumps(challenge.hex()))

    def challenge(self, token: str) -> bytes | None:
        try:
            return bytes.fromhex(self._challenges.loads(token, max_age=CHALLENGE_SECONDS))
        except (BadSignature, ValueError):
            return None

    def ticket(self, code: str, player: str) -> str:
        return str(self._tickets.dumps([code, player]))

    def ticket_holder(self, code: str, ticket: str) -> str:
        try:
            table, player = self._tickets.loads(ticket, max_age=TICKET_SECONDS)
        except (BadSignature, ValueError):
            return ""
        return player if table == code else ""
