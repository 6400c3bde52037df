"""The command that the doors add to `secret-hitler`."""

from typing import Final

COMMANDS: Final = {"door": "open tables in the rooms of a chat: Matrix, Telegram or Discord"}
