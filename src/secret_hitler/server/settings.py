"""Settings of a server: each is a flag of `secret-hitler serve` and a variable of the environment."""

import os
from pathlib import Path
from typing import Any

import msgspec

PREFIX = "SECRET_HITLER_"


class Settings(msgspec.Struct, kw_only=True, frozen=True):
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    database: str = ""
    public_url: str = ""
    origins: str = ""
    trust_proxy: bool = False
    quick_wait: float = 20.0
    reveal_seconds: float = 5.0
    bot_pace: float = 1.0
    max_tables: int = 5000
    forget_after: float = 60.0
    close_alone_after: float = 1.0
    close_after: float = 2.0
    close_games_after: float = 60.0
    keep_talk: float = 30.0
    keep_tables: float = 30.0
    keep_records: float = 365.0
    message_rate: float = 20.0
    address_rate: float = 2.0
    forbid_house_rules: bool = False
    word_list: str = ""
    keep_reports: float = 90.0
    log_format: str = "text"


HELP = {
    "host": "address to listen on; 0.0.0.0 for everyone in the network",
    "port": "port to listen on",
    "data": "folder of the database and the signing key",
    "database": "postgresql://... that several nodes share, in place of the folder",
    "public_url": "where people reach the server, if a proxy stands before it",
    "origins": "further origins whose pages may use this server, separated by commas",
    "trust_proxy": "believe X-Forwarded-For and X-Forwarded-Proto (only behind a proxy that sets them)",
    "quick_wait": "seconds before a table of strangers fills up with bots",
    "reveal_seconds": "seconds in which a client reveals, for a deal, what it had committed to",
    "bot_pace": "how slowly bots move: 1 is human-like, 0 at once",
    "max_tables": "how many tables may be in use at once",
    "forget_after": "seconds after which a table that nobody needs leaves memory",
    "close_alone_after": "days after which a table is closed that one person, or strangers, left to the bots",
    "close_after": "days after which any other table is closed that nobody came back to",
    "close_games_after": "the same while several people are in a game",
    "keep_talk": "days after which what was said at a table is deleted",
    "keep_tables": "days after which a closed table is deleted",
    "keep_records": "days after which the record of a finished game is deleted",
    "message_rate": "messages a second that a connection may send",
    "address_rate": "tables a second that one address may join; it may open a quarter of that",
    "forbid_house_rules": "play the written rule sets alone",
    "word_list": "a file with words that names and talk may not contain, one a line",
    "keep_reports": "days that reports of players and what operators did are kept",
    "log_format": "text or json",
}


def from_environment(**flags: Any) -> Settings:
    """Take the flags that were given, then the environment, then the defaults."""
    written = {field: os.environ[PREFIX + field.upper()] for field in HELP if PREFIX + field.upper() in os.environ}
    given = {field: value for field, value in flags.items() if value is not None}
    return msgspec.convert(written | given, Settings, strict=False, dec_hook=lambda kind, value: kind(value))
