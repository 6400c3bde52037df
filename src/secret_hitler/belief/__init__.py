"""Exact posterior over role assignments from public and private evidence."""

from .belief import Belief, Supposed
from .explain import Reason, all_reasons, reasons
from .figures import Figures, shipped
from .outlook import liberal_win, liberal_win_knowing_all
from .passing import after_rounds
from .report import Line, belief_lines, lines_of
from .worlds import Worlds, worlds

__all__ = [
    "Belief",
    "Figures",
    "Line",
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
