"""A seat at a live table, for programs and for the terminal."""

from .http import ServerError, join_table, open_account, open_table, play_now
from .table import CommandRefused, TableClient

__all__ = ["CommandRefused", "ServerError", "TableClient", "join_table", "open_account", "open_table", "play_now"]
