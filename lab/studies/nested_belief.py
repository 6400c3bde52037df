"""python -m lab.studies.nested_belief FILE: what belief is worth on games that neither fitted it nor chose its form.

For each outer fold the others, inside, choose the kinds of behaviour, the ridge and how much behaviour counts; only then is it looked at.
"""

import argparse
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from sklearn.metrics import log_loss  # type: ignore[import-untyped]  # it has no type hints

from secret_hitler.belief.traces import KINDS
from secret_hitler.belief.worlds import Floats, worlds
from secret_hitler_lab.printed import say
from secret_hitler_lab.training.fit_belief import (
    FOLDS,
    Passage,
    crossed_rows,
    read_passages,
    report_line,
    session_parameters,
    with_sessions,
)
from secret_hitler_lab.training.fit_sessions import logistic
from secret_hitler_lab.training.fit_traces import Field, Rows, stack

VOTES = ("ja-", "nein-", "president-", "chancellor-")
NAMES = ("nominated", "rejected")
LEFT_OUT = {"all behaviour": (), "no votes": VOTES, "no votes or names": (*VOTES, *NAMES)}
"""Kinds that are left out, by how they begin."""
THINNED = 4
"""Inside, one round in so many is fitted on: neighbours in a game say almost the same."""


class Form(Struct, frozen=True):
    """What is chosen before the figures are fitted."""

    kinds: str
    ridge: float
    share: float
    """How much of the fitted behaviour is believed."""

    def __str__(self) -> str:
        return f"{self.kinds}, ridge {self.ridge}, {self.share} of it"


FORMS = [Form(*form) for form in product(LEFT_OUT, (0.005, 0.02, 0.06), (1.0, 0.8, 0.6, 0.4))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="human games, one JSON object a line")
    asked = parser.parse_args()
    started = time.process_time()
    passages = read_passages(asked.file)
    field = Field(worlds(passages[0].record.rules, passages[0].record.seats))
    judged = [judge(field, passages, fold, FORMS) for fold in range(FOLDS)]
    rows, said = stack([rows for rows, _ in judged]), np.concatenate([said for _, said in judged])
    say(f"nested, {len(passages)} games: {report_line(rows, said)}, slope {slope(said[rows.alive], rows.fascist[rows.alive]):.2f}")
    say(f"{time.process_time() - started:.0f} s of one core")


def judge(field: Field, passages: list[Passage], fold: int, forms: Sequence[Form]) -> tuple[Rows, Floats]:
    """Return what is said of one fold by the form and the figures that the others chose."""
    inside = [passage for passage in passages if passage.fold != fold]
    outside = [passage for passage in passages if passage.fold == fold]
    rows = crossed_rows(inside)
    folds = np.concatenate([[passage.fold] * len(passage.rows.alive) for passage in inside])
    losses = inner_losses(field, rows, folds, forms)
    form = min(losses, key=losses.__getitem__)
    figures = session_parameters(inside)
    test = without(stack([with_sessions(passage, figures) for passage in outside]), form.kinds)
    said = fascist(field, shrunk(field.fit(without(rows, form.kinds), form.ridge), form.share), test)
    say(f"fold {fold}: {form}: inside {losses[form]:.4f}, outside {report_line(test, said)}")
    return test, said


def inner_losses(field: Field, rows: Rows, folds: NDArray[np.intp], forms: Sequence[Form]) -> dict[Form, float]:
    """Of each form, over the folds inside, each judged by the others."""
    found: dict[Form, list[float]] = {form: [] for form in forms}
    for fold in np.unique(folds):
        fitted, held = rows[np.flatnonzero(folds != fold)[::THINNED]], rows[np.flatnonzero(folds == fold)]
        weights: dict[tuple[str, float], Floats] = {}
        for form in forms:
            fit = (form.kinds, form.ridge)
            if fit not in weights:
                weights[fit] = field.fit(without(fitted, form.kinds), form.ridge)
            said = fascist(field, shrunk(weights[fit], form.share), without(held, form.kinds))
            found[form].append(log_loss(held.fascist[held.alive], said[held.alive]))
    return {form: float(np.mean(losses)) for form, losses in found.items()}


def without(rows: Rows, kinds: str) -> Rows:
    told = np.array([not kind.startswith(LEFT_OUT[kinds]) for kind in KINDS], dtype=np.float32)
    return replace(rows, traces=rows.traces * told)


def shrunk(weights: Floats, share: float) -> Floats:
    return np.concatenate([share * weights[:-2], weights[-2:]])


def fascist(field: Field, weights: Floats, rows: Rows) -> Floats:
    chances: Floats = field.joint(weights, rows) @ field.worlds.fascist
    return chances


def slope(said: Floats, truth: Floats) -> float:
    """Of calibration: 1 if what is said is meant as strongly as it should be, less if too strongly."""
    said = np.clip(said, 1e-4, 1 - 1e-4)
    odds = np.column_stack([np.ones_like(said), np.log(said / (1 - said))])
    return float(logistic(odds, truth, np.full(2, 1e-6))[1])


if __name__ == "__main__":
    main()
