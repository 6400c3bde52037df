"""Why the server says no: every code it can send besides those of the rules, each with its English sentence and its HTTP status."""

from enum import StrEnum

Params = dict[str, int | str]
"""What a sentence needs: a count is always called `n`, so that languages can choose their plural by it."""


class Denial(StrEnum):
    """Why something was not done; the value is stable for clients, which have a sentence of their own for each."""

    text: str
    status: int

    def __new__(cls, code: str, text: str, status: int = 409) -> "Denial":
        denial = str.__new__(cls, code)
        denial._value_ = code
        denial.text = text
        denial.status = status
        return denial

    # At the door
    NO_TABLE = "no-table", "there is no table '{code}'", 404
    PASSWORD = "password", "that is not the password of this table", 403
    BANNED = "banned", "the host has banned you from this table", 403
    SENT_AWAY = "sent-away", "the host sent you away", 403
    LOCKED = "locked", "the host has locked the table", 403
    FULL = "full", "every chair is taken"
    WATCHED = "watched", "too many people watch this table", 429
    TICKET = "ticket", "this link is no longer good; ask for a new one", 403
    NOT_YOURS = "not-yours", "only the owner of a seat can take it along", 403
    SPECTATOR = "spectator", "only those who joined the table may do that"

    # Chairs
    TAKEN = "taken", "chair {chair} is not free"
    NOT_SEATED = "not-seated", "you have no seat at this table"
    SEATED = "seated", "you already have a seat"
    NOT_FREE = "not-free", "that seat is not free to be taken over"
    OWNER_HERE = "owner-here", "the owner of that seat is here"
    NOT_AWAY = "not-away", "that seat is not one whose owner is away"
    HERE = "here", "{name} is here"
    NOT_WAITING = "not-waiting", "the table does not wait for seat {seat}"

    # The host
    NOT_HOST = "not-host", "only the host may do that"
    NO_BOT = "no-bot", "no bot sits in chair {chair}"
    NO_SUCH_PLAYER = "no-such-player", "there is no such player at the table"
    NO_RULES = "no-rules", "there is no rule set '{rules}'; there are {known}", 400
    RULES = "rules", "{detail}", 400
    WRONG_NUMBER = "wrong-number", "the rule set {rules} is not for {n} players"
    OUT_OF_RANGE = "out-of-range", "a game has {least} to {most} players, not {n}"
    TOO_FEW = "too-few", "{least} players are needed, and {n} sit at the table; the host can add bots"
    NOT_READY = "not-ready", "not everyone is ready: waiting for {names}"

    # The moment
    PLAYING = "playing", "a game is being played"
    NO_GAME = "no-game", "no game is being played"
    TALK = "talk", "the table still talks for {n} seconds"
    READY = "ready", "not everyone is ready to vote: waiting for {names}"

    # The server
    STORAGE = "storage", "the server cannot store anything now; nothing is lost, try again later", 507
    RESTARTS = "restarts", "the server restarts", 503
    SERVER_FULL = "server-full", "the server has as many tables as it may", 503
    TOO_MANY = "too-many", "too many requests from this address; wait a little", 429
    TOO_FAST = "too-fast", "too many messages", 429
    MESSAGE = "message", "{detail}", 400
    NO_RECORD = "no-record", "there is no such record", 404
    NOT_FOUND = "not-found", "there is nothing at this address", 404
    ORIGIN = "origin", "pages of other origins may not use this server", 403
    FAILED = "failed", "something went wrong on the server", 500

    def said(self, params: Params) -> str:
        return self.text.format(**params)
