"""Programs at live tables: engines, language models, and tools for assistants."""

from .arriving import Arrival, arrive
from .live_seat import GameResult, LiveSeat

__all__ = ["Arrival", "GameResult", "LiveSeat", "arrive"]
