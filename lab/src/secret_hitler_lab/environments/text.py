"""The game in words: each observation is a text, each action is a text, and a bad text is answered, not fatal.

In the manner of TextArena::

    game = TextGame(players=5)
    game.reset(seed=1)
    over = False
    while not over:
        seat, observation = game.get_observation()
        over, info = game.step("nominate 3")
    rewards, info = game.close()
"""

import random
from typing import Any, Final

from secret_hitler.play import Seen, Session
from secret_hitler.rules import OFFICIAL, AnyEvent, IllegalAction, Onlooker, Ruleset, Seat, SeatAction
from secret_hitler.words.view_text import BadText, news, order, read_order, situation

from .seats_session import new_session, rewards

PATIENCE: Final = 3
"""After this many bad texts in a row an action is chosen by lot."""


class TextGame:
    def __init__(self, players: int = 7, rules: Ruleset = OFFICIAL, claims: bool = True) -> None:
        self.players, self.rules, self.claims = players, rules, claims
        self._session: Session | None = None

    def reset(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)
        self._session = new_session(self.rules, self.players, random.Random(self._rng.getrandbits(64)))
        self._news: dict[Onlooker, list[AnyEvent]] = {onlooker: [] for onlooker in self._session.views}
        self._take_in(self._session.let_nature_act())
        self._complaint = ""
        self._bad = 0

    def get_observation(self) -> tuple[int, str]:
        """Return the seat to act, and everything new to it."""
        seat = self._played.game.awaited[0]
        view, fresh = self._played.views[seat], self._news[seat]
        self._news[seat] = []
        parts = [*news(fresh, view), "", situation(view, self.claims)]
        if self._complaint:
            parts.append(self._complaint)
        return seat, "\n".join(parts).strip()

    def step(self, text: str) -> tuple[bool, dict[str, Any]]:
        """Whether the game is over; the infos tell of a bad text. A claim leaves the turn with the same seat."""
        session, game = self._played, self._played.game
        seat = game.awaited[0]
        try:
            self._take_in(session.act(seat, self.read(seat, text)))
        except (BadText, IllegalAction) as problem:
            self._bad += 1
            self._complaint = f"Your last answer was not understood: {problem}"
            if self._bad < PATIENCE:
                return False, {"error": str(problem)}
            chosen = self._rng.choice(session.views[seat].legal_actions)
            self._take_in(session.act(seat, chosen))
            self._bad, self._complaint = 0, ""
            return game.ending is not None, {"error": str(problem), "chosen by lot": order(chosen)}
        self._bad, self._complaint = 0, ""
        return game.ending is not None, {}

    def close(self) -> tuple[dict[int, int], dict[str, Any]]:
        """Return the rewards by seat, and how the game ended."""
        ending = self._played.game.ending
        return dict(enumerate(rewards(self._played))), {"ending": None if ending is None else ending.value}

    def read(self, seat: Seat, text: str) -> SeatAction:
        """Return what a text means for this seat now. Of a longer text the last part in [brackets] counts."""
        return read_order(self._played.views[seat], text, self.claims)

    @property
    def _played(self) -> Session:
        assert self._session is not None, "reset the game first"
        return self._session

    def _take_in(self, seen: Seen) -> None:
        for onlooker, events in seen.items():
            self._news[onlooker] += events
