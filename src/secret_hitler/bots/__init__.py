"""Bots: each sees a View and answers with an Action; never a Game."""

from .bot import Bot, Talk
from .levels import LEVELS, UnknownBot, find_bot, sit
from .personality import PERSONALITIES, Personality

__all__ = ["LEVELS", "PERSONALITIES", "Bot", "Personality", "Talk", "UnknownBot", "find_bot", "sit"]
