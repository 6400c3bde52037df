"""A finished game explained: how the chances moved, what each decision was worth, who lied, what could be known."""

from .game_review import NoReview, check_reviewable, review

__all__ = ["NoReview", "check_reviewable", "review"]
