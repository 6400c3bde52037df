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
    """A PostgreSQL that several nodes share; the folder is not used then."""
    public_url: str = ""
    """Where people reach the server, if that differs from what their browsers say (behind a proxy)."""
    origins: str = ""
    """Further origins, separated by commas, whose pages may use this server."""
    trust_proxy: bool = False
    """Believe X-Forwarded-For and X-Forwarded-Proto; only behind a proxy that sets them."""
    quick_wait: float = 20.0
    """Seconds before a table of strangers fills up with bots."""
    reveal_seconds: float = 5.0
    """Seconds in which a client reveals, for a deal, what it had committed to."""
    bot_pace: float = 1.0
    """How slowly bots move: 1 is human-like, 0 at once."""
    max_tables: int = 5000
    forget_after: float = 60.0
    """Seconds after which a table that nobody needs leaves memory; it comes back from its log."""
    close_alone_after: float = 1.0
    """Days after which a table is closed that one person, or strangers, left to the bots."""
    close_after: float = 2.0
    """Days after which any other table is closed that nobody came back to."""
    close_games_after: float = 60.0
    """The same while several people are in a game, which may be played by mail."""
    keep_talk: float = 30.0
    """Days after which what was said at a table is deleted."""
    keep_tables: float = 30.0
    """Days after which a closed table is deleted."""
    keep_records: float = 365.0
    """Days after which the record of a finished game is deleted."""
    message_rate: float = 20.0
    """Messages a second that a connection may send, with bursts of five times as many."""
    address_rate: float = 2.0
    """Tables a second that one address may join, with bursts of sixty times as many; it may open a quarter of that."""
    forbid_house_rules: bool = False
    """Play the written rule sets alone."""
    word_list: str = ""
    """A file with words that names and talk may not contain, one a line."""
    keep_reports: float = 90.0
    """Days that reports of players and the audit log of operators are kept."""
    log_format: str = "text"
    """text or json"""


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
    """Flags that were given, then the environment, then the defaults."""
    chosen: dict[str, Any] = {}
    for field in Settings.__struct_fields__:
        written = os.environ.get(PREFIX + field.upper())
        if flags.get(field) is not None:
            chosen[field] = flags[field]
        elif written is not None:
            chosen[field] = written
    if "data" in chosen:
        chosen["data"] = Path(chosen["data"])
    plain = {key: value for key, value in chosen.items() if key != "data"}
    settings = msgspec.convert(plain, Settings, strict=False)
    return msgspec.structs.replace(settings, data=chosen["data"]) if "data" in chosen else settings
