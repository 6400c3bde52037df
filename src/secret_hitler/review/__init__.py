"""A finished game explained: how the chances moved, what each decision was worth, who lied, what could be known."""

from .game_review import NoReview, review

__all__ = ["NoReview", "review"]
