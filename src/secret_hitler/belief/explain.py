"""Explain a belief: for each seat, find the events that moved it most."""

from collections.abc import Collection, Iterator

import numpy as np
from msgspec import Struct

from ..rules import About, Seat
from ..words import ENGLISH, said_in_words
from .belief import Belief, posterior
from .evidence import Step
from .traces import STAGES
from .worlds import Floats

Param = int | str
Piece = tuple[str, dict[str, Param], Floats]
"""An event as a code with parameters, and its evidence for every world."""


class Reason(Struct, frozen=True):
    """One event and how it moved the belief in a seat, as a code and parameters for any language."""

    code: str
    params: dict[str, Param]
    seat: Seat
    effect: float
    """The change of the log odds that the seat is a fascist: above 0 is suspicion."""

    @property
    def text(self) -> str:
        """For English readers, who know seats by number."""
        return said_in_words(ENGLISH, f"bot.because.{self.code}", self.params, lambda seat: f"seat {seat}")


def reasons(belief: Belief, seat: Seat, most: int = 3, codes: Collection[str] | None = None) -> list[Reason]:
    """Find the events that moved the belief in this seat most, strongest first; only acts of these codes, if any are named."""
    pieces = [*_tiles(belief), *_acts(belief)] if codes is None else list(_acts(belief, codes))
    if not pieces:
        return []
    possible, total = belief.possible(), belief.log_evidence()
    of_seat = belief.worlds.fascist[:, seat]
    now = _odds(posterior(total, possible) @ of_seat)
    vectors = np.array([vector for _, _, vector in pieces])
    without = total - np.where(np.isfinite(vectors), vectors, 0.0)
    effects = [now - _odds(posterior(evidence, possible) @ of_seat) for evidence in without]
    found = [Reason(code, params, seat, effect) for (code, params, _), effect in zip(pieces, effects, strict=True)]
    return sorted(found, key=lambda reason: -abs(reason.effect))[:most]


def _tiles(belief: Belief) -> Iterator[Piece]:
    trust_tiles, trust_claims = belief.parameters.session_weights
    for step, tiles, claims in belief.tiles.by_step():
        code, params = _told(belief, step)
        yield code, params, trust_tiles * tiles + trust_claims * claims


def _acts(belief: Belief, codes: Collection[str] | None = None) -> Iterator[Piece]:
    for trace in belief.traces:
        code = trace.kind
        for stage in STAGES:
            code = code.removesuffix(f"-{stage}")
        if codes is None or code in codes:
            yield code, {"round": trace.round, "actor": trace.seat, "other": trace.other}, belief.trace_vector(trace)


def _told(belief: Belief, step: Step) -> tuple[str, dict[str, Param]]:
    round = belief.view.rounds[step.round - 1]
    params: dict[str, Param] = {
        "round": step.round,
        "actor": round.president,
        "other": -1 if round.chancellor is None else round.chancellor,
    }
    if step.policy is not None:
        return "populace", params | {"policy": step.policy.name.lower()}
    if step.what in ("peek", "top-card", "drop"):
        return "peeked", params
    if round.vetoed or round.enacted is None:
        return "vetoed", params
    params["policy"] = round.enacted.name.lower()
    first, second = round.tiles_told(About.PRESIDENT_HAND), round.tiles_told(About.CHANCELLOR_HAND)
    if first is None and second is None:
        return "enacted", params
    said = {"first": "".join(first or ()) or "nothing", "second": "".join(second or ()) or "nothing"}
    return "enacted-claims", params | said


def _odds(chance: float) -> float:
    chance = min(max(float(chance), 1e-9), 1 - 1e-9)
    return float(np.log(chance / (1 - chance)))
