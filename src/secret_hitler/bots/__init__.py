"""Bots: each sees a View and answers with an Action; never a Game."""

from .bot import NAMED, Bot, Talk
from .levels import LEVELS, UnknownBot, find_bot, sit
from .personality import PERSONALITIES, Personality

__all__ = ["LEVELS", "NAMED", "PERSONALITIES", "Bot", "Personality", "Talk", "UnknownBot", "find_bot", "sit"]
