"""Settings of a server: each is a flag of `secret-hitler serve` and a variable of the environment."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

PREFIX = "SECRET_HITLER_"
NotNegative = Annotated[float, Meta(ge=0)]
Positive = Annotated[float, Meta(gt=0)]


class Settings(msgspec.Struct, kw_only=True, frozen=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0)] = 8000
    data: Path = Path("data")
    database: str = ""
    public_url: Annotated[str, Meta(pattern="^(https?://.+)?$")] = ""
    origins: str = ""
    trust_proxy: bool = False
    quick_wait: NotNegative = 20.0
    reveal_seconds: NotNegative = 5.0
    bot_pace: NotNegative = 1.0
    max_tables: Annotated[int, Meta(ge=1)] = 5000
    forget_after: Positive = 60.0
    close_alone_after: Positive = 1.0
    close_after: Positive = 2.0
    close_games_after: Positive = 60.0
    keep_talk: Positive = 30.0
    keep_tables: Positive = 30.0
    keep_records: Positive = 365.0
    message_rate: Positive = 20.0
    address_rate: Positive = 2.0
    voice_frames: NotNegative = 20_000.0
    forbid_house_rules: bool = False
    forbid_webhooks: bool = False
    private_addresses: bool = False
    word_list: str = ""
    keep_reports: Positive = 90.0
    log_format: Literal["text", "json"] = "text"


HELP = {
    "host": "address to listen on; 0.0.0.0 for everyone in the network",
    "port": "port to listen on",
    "data": "folder for the database and the signing key",
    "database": "postgresql://... that several nodes share, instead of the folder",
    "public_url": "the address people use, if the server is behind a proxy",
    "origins": "other origins whose pages may use this server, separated by commas",
    "trust_proxy": "believe X-Forwarded-For and X-Forwarded-Proto (only behind a proxy that sets them)",
    "quick_wait": "seconds before bots fill up a table of strangers",
    "reveal_seconds": "seconds a client has to reveal what it committed to for a deal",
    "bot_pace": "how slowly bots move: 1 like people, 0 without a pause",
    "max_tables": "how many tables may be in use at once",
    "forget_after": "seconds until an idle table leaves memory",
    "close_alone_after": "days until the server closes a table that one person, or strangers, left to the bots",
    "close_after": "days until it closes any other table that people left",
    "close_games_after": "the same while several people are in a game",
    "keep_talk": "days until the server deletes a table's chat",
    "keep_tables": "days until it deletes a closed table",
    "keep_records": "days until it deletes the record of a finished game",
    "message_rate": "messages a second that a connection may send",
    "address_rate": "tables a second that one address may join; it may open a quarter of that",
    "voice_frames": "frames of voice a second that this server sends at most; 0 switches voice chat off",
    "forbid_house_rules": "allow the written rule sets only",
    "forbid_webhooks": "send no table's events anywhere",
    "private_addresses": "let notifications and webhooks go to this machine and private networks, and without TLS",
    "word_list": "a file of words that names and chat may not contain, one a line",
    "keep_reports": "days to keep players' reports and the operators' log",
    "log_format": "text or json",
}


class BadSetting(ValueError):
    """A flag or environment variable with a value the server can't use."""


def from_environment(**flags: Any) -> Settings:
    """Take the given flags, then the environment, then the defaults."""
    written = {field: os.environ[PREFIX + field.upper()] for field in HELP if PREFIX + field.upper() in os.environ}
    given = {field: value for field, value in flags.items() if value is not None}
    asked = written | given
    try:
        return msgspec.convert(asked, Settings, strict=False, dec_hook=lambda kind, value: kind(value))
    except msgspec.ValidationError as error:
        wrong, _, field = str(error).rstrip("`").partition(" - at `$.")
        raise BadSetting(f"--{field.replace('_', '-')} can't be {str(asked[field])!r} ({wrong}). {field}: {HELP[field]}") from error
