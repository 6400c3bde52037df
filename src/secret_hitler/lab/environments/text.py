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
import re
from typing import Any, Final

from ...play import Seen, Session
from ...rules import (
    OFFICIAL,
    About,
    AnyEvent,
    Claim,
    ClaimParty,
    ClaimTiles,
    Decision,
    IllegalAction,
    Onlooker,
    Party,
    Policy,
    Ruleset,
    Seat,
    View,
)
from .seats_session import new_session, rewards
from .text_words import asked, knowledge, news, order, picture

PATIENCE: Final = 3
"""After this many bad texts in a row an action is chosen by lot."""

_ABOUT: Final = {"president-hand": About.PRESIDENT_HAND, "chancellor-hand": About.CHANCELLOR_HAND, "peek": About.PEEK}
_CLAIM: Final = re.compile(r"claim (president-hand|chancellor-hand|peek) ([lf]+)|claim party (liberal|fascist)")
_CLAIMS_LINE: Final = (
    "Before your action you may claim something, true or not: 'claim president-hand FFL', 'claim chancellor-hand FL', "
    "'claim peek LFF' (top first) or 'claim party fascist', each of the latest such thing you saw."
)


class BadText(ValueError):
    """A text that is no action now; the message says what would be."""


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
        """The seat to act, and everything new to it."""
        seat = self._played.game.awaited[0]
        view, fresh = self._played.views[seat], self._news[seat]
        self._news[seat] = []
        parts = [*news(fresh, view), "", picture(view), knowledge(view), "", asked(view.board.phase)]
        parts.append("Answer with one of: " + ", ".join(self._orders(view)) + ".")
        if self.claims and view.sights:
            parts.append(_CLAIMS_LINE)
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
        """The rewards by seat, and how the game ended."""
        ending = self._played.game.ending
        return dict(enumerate(rewards(self._played))), {"ending": None if ending is None else ending.value}

    def read(self, seat: Seat, text: str) -> Decision | Claim:
        """What a text means for this seat now. Of a longer text the last part in [brackets] counts."""
        bracketed = re.findall(r"\[([^\[\]]+)\]", text)
        said = " ".join((bracketed[-1] if bracketed else text).lower().split()).rstrip(".!")
        view = self._played.views[seat]
        if self.claims and said.startswith("claim"):
            return _claim(view, said)
        orders = self._orders(view)
        if said not in orders:
            raise BadText(f"{said[:60]!r} is not an action now; say one of: {', '.join(orders)}")
        return orders[said]

    @property
    def _played(self) -> Session:
        assert self._session is not None, "reset the game first"
        return self._session

    def _take_in(self, seen: Seen) -> None:
        for onlooker, events in seen.items():
            self._news[onlooker] += events

    @staticmethod
    def _orders(view: View) -> dict[str, Decision]:
        return {order(action): action for action in view.legal_actions}


def _claim(view: View, said: str) -> Claim:
    match = _CLAIM.fullmatch(said)
    if match is None:
        raise BadText(f"{said[:60]!r} is not a claim. {_CLAIMS_LINE}")
    kind, letters, party = match.groups()
    about = _ABOUT[kind] if kind else About.PARTY
    sight = next((sight for sight in reversed(view.sights) if sight.about is about), None)
    if sight is None:
        raise BadText(f"you never saw what you claim: {said!r}")
    if about is About.PARTY:
        return ClaimParty(sight.round, Party.LIBERAL if party == "liberal" else Party.FASCIST)
    tiles = [Policy.LIBERAL if letter == "l" else Policy.FASCIST for letter in letters]
    return ClaimTiles(about, sight.round, tuple(tiles if about is About.PEEK else sorted(tiles)))
