"""The same rules, compiled: thousands of games side by side, each a row of numbers."""

from ..extra import lab_extra

with lab_extra():
    import numba as numba
    import numpy as numpy
