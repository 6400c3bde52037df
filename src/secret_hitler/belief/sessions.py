"""How likely a legislative session is as an onlooker saw it, for each pair of roles in government and each hand drawn."""

from functools import lru_cache
from math import exp

import numpy as np
from msgspec import Struct

from ..rules import Policy, Role, Ruleset
from ..rules.choices import veto_fits
from ..rules.ruleset import VetoStyle
from .parameters import Parameters
from .worlds import Floats

ROLES = (Role.LIBERAL, Role.FASCIST, Role.HITLER)
FLOOR = 0.003
"""No slip is impossible: people misclick, and the rules allow it."""
STANDARD_DRAW = 3
UNSAID = -1
SILENT = None


class LegislativeSession(Struct, frozen=True):
    """What an onlooker knows of a session; None for what it can't know."""

    liberal: int
    fascist: int
    drawn: int | None = None
    """Liberal tiles in the president's hand."""
    passed: int | None = None
    """Liberal tiles in the chancellor's hand."""
    enacted: Policy | None = None
    veto_asked: bool = False
    vetoed: bool = False
    president_claim: int | None = UNSAID
    """Liberal tiles claimed; UNSAID while a claim may still come, SILENT if the round passed without one."""
    chancellor_claim: int | None = UNSAID


def context(rules: Ruleset, liberal: int, fascist: int, partner: Role | None) -> list[float]:
    """List what moves a player's choice of tile; the partner's role counts only for players who know it."""
    last = rules.liberal_goal - 1
    return [
        1.0,
        fascist == 0,
        fascist == rules.hitler_threshold - 1,
        fascist >= rules.hitler_threshold,
        fascist == rules.fascist_goal - 1,
        liberal / max(last, 1),
        liberal == last,
        liberal == last - 1,
        partner in (Role.FASCIST, Role.HITLER),
        partner is Role.HITLER,
    ]


class SessionModel:
    def __init__(self, rules: Ruleset, knowing: tuple[Role, ...], parameters: Parameters) -> None:
        self.rules, self.knowing, self.parameters = rules, knowing, parameters
        self.likelihood = lru_cache(maxsize=20_000)(self._likelihood)

    def _likelihood(self, session: LegislativeSession, with_claims: bool) -> Floats:
        """Return the likelihood by liberal tiles drawn (rows) and by pair of roles (president * 3 + chancellor)."""
        draw = self.rules.draw
        table = np.zeros((draw + 1, 9))
        for pair in range(9):
            president, chancellor = ROLES[pair // 3], ROLES[pair % 3]
            for drawn in range(draw + 1):
                if session.drawn in (None, drawn):
                    table[drawn, pair] = self._given_hand(session, with_claims, president, chancellor, drawn)
        return table

    def _given_hand(self, session: LegislativeSession, with_claims: bool, president: Role, chancellor: Role, drawn: int) -> float:
        if session.passed is None and session.enacted is None and not session.vetoed:
            return 1.0
        chance = 0.0
        for passed, way in self._passes(session, president, chancellor, drawn):
            if session.passed not in (None, passed) or not way:
                continue
            way *= self._veto(session, president, chancellor, passed)
            if session.enacted is not None:
                fascist = float(passed == 0)
                if 0 < passed < self.rules.draw - 1:
                    fascist = self._choice(self.parameters.enact[chancellor], session, chancellor, president)
                way *= fascist if session.enacted is Policy.FASCIST else 1 - fascist
            if with_claims and session.enacted is not None and way:
                way *= self._claims(session, president, chancellor, drawn, passed)
            chance += way
        return chance

    def _passes(self, session: LegislativeSession, president: Role, chancellor: Role, drawn: int) -> list[tuple[int, float]]:
        if drawn in (0, self.rules.draw):
            return [(max(drawn - 1, 0), 1.0)]
        fitted = self.parameters.discard[f"{president} {min(drawn, 2)}"]
        away = self._choice(fitted, session, president, chancellor)
        return [(drawn - 1, away), (drawn, 1 - away)]

    def _choice(self, fitted: list[float], session: LegislativeSession, chooser: Role, partner: Role) -> float:
        known = partner if chooser in self.knowing else None
        return chance_of(fitted, context(self.rules, session.liberal, session.fascist, known))

    def _veto(self, session: LegislativeSession, president: Role, chancellor: Role, passed: int) -> float:
        if session.fascist < self.rules.veto_threshold or (session.enacted is None and not session.vetoed and not session.veto_asked):
            return 1.0
        held = min(passed, 2)
        asked = self.parameters.veto_ask[chancellor][held]
        agreed = self.parameters.veto_agree[president][held]
        if self.rules.veto is VetoStyle.SEALED:
            return asked * agreed if session.vetoed else 1 - asked * agreed
        if not veto_fits(self.rules, passed):
            asked = 0.0
        if not session.veto_asked:
            return 1 - asked
        answered = session.vetoed or session.enacted is not None
        return asked * (agreed if session.vetoed else 1 - agreed if answered else 1.0)

    def _claims(self, session: LegislativeSession, president: Role, chancellor: Role, drawn: int, passed: int) -> float:
        chance, most, enacted = 1.0, self.rules.draw, session.enacted
        first, second = session.president_claim, session.chancellor_claim
        if first != UNSAID:
            spoken = self.parameters.president_claim
            chance *= self._claim(spoken, f"{president} {drawn} {passed} {enacted}", first, president, drawn, most)
        if second != UNSAID:
            heard = "-" if first in (UNSAID, SILENT) else str(first)
            spoken = self.parameters.chancellor_claim
            chance *= self._claim(spoken, f"{chancellor} {passed} {enacted} {heard}", second, chancellor, passed, most - 1)
        return chance

    def _claim(self, spoken: dict[str, list[float]], key: str, said: int | None, role: Role, seen: int, tiles: int) -> float:
        if self.rules.draw == STANDARD_DRAW:
            return spoken[key][-1 if said is None else said]
        if said is None:
            return 1.0
        truth = self.parameters.truth[role]
        return truth if said == seen else (1 - truth) / tiles

    def peek_claimed(self, said: tuple[Policy, ...], seen: tuple[Policy, ...]) -> Floats:
        """Return the likelihood of a claim about a peek, by role of the president."""
        truth = np.array([self.parameters.truth[role] for role in ROLES])
        return truth if said == seen else (1 - truth) / (2 ** len(seen) - 1)


def chance_of(fitted: list[float], features: list[float]) -> float:
    odds = sum(weight * feature for weight, feature in zip(fitted, features, strict=True))
    return min(1 - FLOOR, max(FLOOR, 1 / (1 + exp(-odds))))
