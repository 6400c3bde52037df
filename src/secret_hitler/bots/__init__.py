"""Bots: each sees a View and answers with an Action; never a Game."""

from .bot import NAMED, PERSONALITIES, Bot, Personality, Talk
from .levels import LEVELS, UnknownBot, find_bot, sit

__all__ = ["LEVELS", "NAMED", "PERSONALITIES", "Bot", "Personality", "Talk", "UnknownBot", "find_bot", "sit"]
