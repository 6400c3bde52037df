"""Exact posterior over role assignments from public and private evidence."""

from .belief import Belief, Supposed
from .by_round import BeliefLine, after_rounds, belief_lines, lines_of
from .explain import Reason, all_reasons, reasons
from .parameters import Parameters, shipped
from .win_chance import liberal_win, liberal_win_knowing_all
from .worlds import Worlds, worlds

__all__ = [
    "Belief",
    "BeliefLine",
    "Parameters",
    "Reason",
    "Supposed",
    "Worlds",
    "after_rounds",
    "all_reasons",
    "belief_lines",
    "liberal_win",
    "liberal_win_knowing_all",
    "lines_of",
    "reasons",
    "shipped",
    "worlds",
]
