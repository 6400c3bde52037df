"""Exact posterior over role assignments from public and private evidence."""

from .belief import Belief, Supposed
from .by_round import BeliefLine, after_rounds, lines_of
from .explain import reasons
from .parameters import Parameters, shipped
from .win_chance import liberal_win

__all__ = ["Belief", "BeliefLine", "Parameters", "Supposed", "after_rounds", "liberal_win", "lines_of", "reasons", "shipped"]
