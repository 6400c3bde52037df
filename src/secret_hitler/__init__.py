"""Secret Hitler: one engine for the hidden-role game, and every door into it."""

__version__ = "2.0.0"
