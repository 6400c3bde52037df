"""Secret Hitler: one engine for the hidden-role game, and every door into it."""

__version__ = "0.1.0"
