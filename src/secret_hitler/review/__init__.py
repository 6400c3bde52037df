"""A finished game explained: how the chances moved, what each decision was worth, who lied, what could be known."""

from .game_review import NoReview, check_reviewable, judge_moves, review

__all__ = ["NoReview", "check_reviewable", "judge_moves", "review"]
