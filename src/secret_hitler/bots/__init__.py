"""Bots: each sees a View, never a Game, and answers with an action."""

from .bot import NAMED, PERSONALITIES, Bot, BotFailed, Personality, Talk, Usage
from .levels import LEVELS, UnknownBot, find_bot, sit

__all__ = ["LEVELS", "NAMED", "PERSONALITIES", "Bot", "BotFailed", "Personality", "Talk", "UnknownBot", "Usage", "find_bot", "sit"]
