"""Fits how each role plays its tiles and what it says of them, from games in which every hand is known."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # it has no type hints

from secret_hitler.belief.sessions import ROLES, STANDARD_DRAW, context
from secret_hitler.belief.worlds import Floats
from secret_hitler.records import Record, replay
from secret_hitler.rules import ALL, About, Policy, Role, Ruleset, onlooking
from secret_hitler.rules.claims import Round

RIDGE = 1.0
PRIOR = 30.0
"""A claim table takes this many cases from its coarser parent."""

RAREST = 0.0005
"""Nothing that can be said is impossible to say."""


class PlayedSession(Struct):
    """A session with everything known."""

    rules: Ruleset
    roles: tuple[Role, ...]
    round: Round
    last: bool

    @property
    def president(self) -> Role:
        return self.roles[self.round.president]

    @property
    def chancellor(self) -> Role:
        assert self.round.chancellor is not None
        return self.roles[self.round.chancellor]

    @property
    def drawn(self) -> int:
        assert self.round.president_hand is not None
        return self.round.president_hand.count(Policy.LIBERAL)

    @property
    def passed(self) -> int:
        assert self.round.chancellor_hand is not None
        return self.round.chancellor_hand.count(Policy.LIBERAL)

    @property
    def enacted(self) -> Policy | None:
        return None if self.round.by_populace else self.round.enacted

    def said(self, about: About) -> int | None:
        tiles = self.round.tiles_told(about)
        return None if tiles is None else tiles.count(Policy.LIBERAL)


def sessions_played(record: Record) -> list[PlayedSession]:
    view = onlooking(record.rules, record.seats, ALL)
    for _, _, told in replay(record):
        view.see(told)
    rounds = [round for round in view.rounds if round.president_hand is not None and round.chancellor_hand is not None]
    return [PlayedSession(record.rules, record.roles, round, round is view.rounds[-1]) for round in rounds]


def fit_choices(played: Sequence[PlayedSession]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Coefficients for throwing away a liberal tile, and for enacting a fascist one."""
    discards, enacts = defaultdict(list), defaultdict(list)
    for session in played:
        if 0 < session.drawn < session.rules.draw:
            key = f"{session.president} {min(session.drawn, 2)}"
            discards[key].append((_context(session, session.president, session.chancellor), session.passed < session.drawn))
        if session.enacted is not None and 0 < session.passed < session.rules.draw - 1:
            fascist = session.enacted is Policy.FASCIST
            enacts[str(session.chancellor)].append((_context(session, session.chancellor, session.president), fascist))
    return ({key: _fit(cases) for key, cases in sorted(discards.items())}, {key: _fit(cases) for key, cases in sorted(enacts.items())})


def _context(session: PlayedSession, chooser: Role, partner: Role) -> list[float]:
    round = session.round
    return context(session.rules, round.liberal_before, round.fascist_before, partner if chooser is Role.FASCIST else None)


def _fit(cases: list[tuple[list[float], bool]]) -> list[float]:
    features = np.array([case[0] for case in cases], dtype=float)
    ridge = np.full(features.shape[1], RIDGE)
    ridge[0] = 0.05
    return [round(float(weight), 3) for weight in logistic(features, np.array([case[1] for case in cases], dtype=float), ridge)]


def logistic(features: Floats, outcome: Floats, ridge: Floats) -> Floats:
    """Fit with a ridge of its own for each feature, which keeps rare cases near the mean; an outcome may be a share."""
    scale = np.sqrt(ridge)  # to the library, which has one ridge for all
    cases, truth = np.vstack([features, features]) / scale, np.repeat([1, 0], len(outcome))
    model = LogisticRegression(fit_intercept=False, solver="newton-cholesky", tol=1e-9, max_iter=500)
    fitted: Floats = model.fit(cases, truth, np.concatenate([outcome, 1 - outcome])).coef_[0] / scale
    return fitted


def fit_claims(played: Sequence[PlayedSession]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Tables of what presidents and chancellors say; fine cells lean on coarse ones."""
    presidents: Counter[tuple[object, ...]] = Counter()
    chancellors: Counter[tuple[object, ...]] = Counter()
    for session in played:
        if session.last or session.enacted is None or session.rules.draw != STANDARD_DRAW:
            continue
        first, second = session.said(About.PRESIDENT_HAND), session.said(About.CHANCELLOR_HAND)
        presidents[session.president, session.drawn, session.passed, session.enacted, first] += 1
        heard = "-" if first is None else str(first)
        chancellors[session.chancellor, session.passed, session.enacted, heard, second] += 1
    says_president = _Backing(presidents, ((1,), (1, 3), (0, 1, 3), (0, 1, 2, 3)), STANDARD_DRAW)
    says_chancellor = _Backing(chancellors, ((1, 2), (1, 2, 3), (0, 1, 2, 3)), STANDARD_DRAW - 1)
    president, chancellor = {}, {}
    for role in ROLES:
        for drawn in range(STANDARD_DRAW + 1):
            for passed in {max(drawn - 1, 0), min(drawn, STANDARD_DRAW - 1)}:
                for enacted in Policy:
                    president[f"{role} {drawn} {passed} {enacted}"] = says_president.chances((role, drawn, passed, enacted))
        for passed in range(STANDARD_DRAW):
            for enacted in Policy:
                for heard in (*map(str, range(STANDARD_DRAW + 1)), "-"):
                    chancellor[f"{role} {passed} {enacted} {heard}"] = says_chancellor.chances((role, passed, enacted, heard))
    return president, chancellor


class _Backing:
    """Counts at several grains, from coarse to fine."""

    def __init__(self, counts: Counter[tuple[object, ...]], grains: Sequence[tuple[int, ...]], tiles: int) -> None:
        self.grains = grains
        self.outcomes = tiles + 2
        self.tables: list[dict[tuple[object, ...], Floats]] = []
        for grain in grains:
            table: dict[tuple[object, ...], Floats] = defaultdict(lambda: np.zeros(self.outcomes))
            for case, count in counts.items():
                said = case[-1]
                table[tuple(case[place] for place in grain)][said if isinstance(said, int) else -1] += count
            self.tables.append(table)

    def chances(self, case: tuple[object, ...]) -> list[float]:
        chances = np.full(self.outcomes, 1 / self.outcomes)
        prior = 1.0
        for grain, table in zip(self.grains, self.tables, strict=True):
            seen = table.get(tuple(case[place] for place in grain))
            if seen is not None:
                chances = (seen + prior * chances) / (seen.sum() + prior)
            prior = PRIOR
        return [max(round(float(chance), 4), RAREST) for chance in chances]


def fit_vetoes(played: Iterable[PlayedSession]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    asked: Counter[tuple[Role, int, bool]] = Counter()
    agreed: Counter[tuple[Role, int, bool]] = Counter()
    for session in played:
        if session.round.fascist_before >= session.rules.veto_threshold:
            held = min(session.passed, 2)
            asked[session.chancellor, held, session.round.veto_asked] += 1
            if session.round.veto_asked:
                agreed[session.president, held, session.round.vetoed] += 1
    return _rates(asked, 0.5), _rates(agreed, 1.0)


def _rates(counts: Counter[tuple[Role, int, bool]], prior: float) -> dict[str, list[float]]:
    return {
        str(role): [
            round((counts[role, held, True] + prior) / (counts[role, held, True] + counts[role, held, False] + 2 * prior), 3)
            for held in range(STANDARD_DRAW)
        ]
        for role in ROLES
    }


def fit_truth(played: Iterable[PlayedSession]) -> dict[str, float]:
    told: Counter[tuple[Role, bool]] = Counter()
    for session in played:
        for role, about, seen in (
            (session.president, About.PRESIDENT_HAND, session.drawn),
            (session.chancellor, About.CHANCELLOR_HAND, session.passed),
        ):
            said = session.said(about)
            if said is not None:
                told[role, said == seen] += 1
    return {str(role): round((told[role, True] + 1) / (told[role, True] + told[role, False] + 2), 3) for role in ROLES}
