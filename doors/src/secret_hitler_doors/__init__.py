"""The doors: tables of Secret Hitler in the chat rooms of Matrix, Telegram and Discord."""

__version__ = "2.0.0"
