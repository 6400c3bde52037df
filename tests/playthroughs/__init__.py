"""Golden playthroughs: one whole game a file, with everything that every onlooker knows after every move.

`python -m tests.playthroughs` writes them anew; read the difference before committing it.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from secret_hitler.records import Record, print_record, replay
from secret_hitler.records.notation import clause
from secret_hitler.rules import ALL, PUBLIC, RULESETS, AnyEvent, Onlooker, Ruleset, Seat, View, onlooking
from secret_hitler.rules.events import (
    AgendaVetoed,
    ElectionHeld,
    GameEnded,
    PolicyEnacted,
    PowerGranted,
    VetoBallotCast,
    VetoForgone,
    VetoRefused,
)
from tests.games import random_record
from tests.other_readings import PEERS

FOLDER = Path(__file__).parent
SEATS = (5, 7, 10)
TABLES = [(rules, seats) for rules in RULESETS.values() for seats in SEATS] + [(PEERS, 7)]


def golden_file(rules: Ruleset, seats: int) -> Path:
    return FOLDER / f"{rules.name}-{seats}.txt"


def playthrough(record: Record) -> str:
    """Print the record, then what changed in each onlooker's view after every move; onlookers with the same change share a line."""
    onlookers: list[Onlooker] = [*map(Seat, range(record.seats)), PUBLIC, ALL]
    views = {onlooker: onlooking(record.rules, record.seats, onlooker) for onlooker in onlookers}
    known = {onlooker: _facts(view) for onlooker, view in views.items()}
    lines = [print_record(record)]
    for number, (game, move, told) in enumerate(replay(record), start=1):
        lines.append(f"\n{number}. {clause(move, told, game.board.round)}")
        changes: dict[str, list[str]] = {}
        for onlooker, view in views.items():
            view.see(told)
            facts = _facts(view)
            for change in _changes(known[onlooker], facts):
                changes.setdefault(change, []).append(str(onlooker))
            known[onlooker] = facts
        everyone = list(map(str, onlookers))
        lines += [f"  {'everyone' if who == everyone else ','.join(who)}: {change}" for change, who in changes.items()]
    return "\n".join(lines) + "\n"


def _facts(view: View) -> dict[str, Any]:
    """Every fact of a view by its path, flat."""
    flat: dict[str, Any] = {}
    tree = msgspec.to_builtins(view, str_keys=True)
    for key in ("rules", "onlooker", "claims"):  # what may be claimed follows from the sights and from what was said
        del tree[key]
    for key, value in tree.items():
        if key == "board":
            flat |= {f"board.{name}": fact for name, fact in value.items()}
        elif key == "rounds":
            flat |= {f"round {each['number']}.{name}": fact for each in value for name, fact in each.items()}
        else:
            flat[key] = value
    return flat


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    empty: tuple[Any, ...] = (None, False, [], {}, "none", 0)
    for path, fact in after.items():
        if before.get(path, None if fact in empty else ...) != fact:
            yield f"{path} = {json.dumps(fact)}"


def features(record: Record) -> set[str]:
    """Name what a playthrough shows."""
    found: set[str] = set()
    vetoes = 0
    for _, _, told in replay(record):
        vetoed = any(isinstance(event, AgendaVetoed) for event in told)
        chaos = any(isinstance(event, PolicyEnacted) and event.by_populace for event in told)
        vetoes += vetoed
        found |= {f"power {event.power}" for event in told if isinstance(event, PowerGranted)}
        found |= {f"ending {event.ending}" for event in told if isinstance(event, GameEnded)}
        found |= set(_vetoes(told, vetoed))
        if chaos:
            found.add("chaos after a veto" if vetoed else "chaos")
    return found


def _vetoes(told: list[AnyEvent], vetoed: bool) -> Iterator[str]:
    for event in told:
        match event:
            case VetoRefused():
                yield "veto refused"
            case VetoForgone():
                yield "veto forgone"
            case VetoBallotCast():
                yield "sealed veto agreed" if vetoed else "sealed veto"
            case AgendaVetoed() if not any(isinstance(other, VetoBallotCast) for other in told):
                yield "veto agreed"
            case ElectionHeld(elected=True):
                yield "elected"


def find_game(rules: Ruleset, seats: int, wanted: set[str]) -> Record:
    """Among many random games the one that shows most of what is still wanted, and is short."""
    rng = random.Random(f"{rules.name} {seats}")
    games = [random_record(rules, seats, rng, claims=0.1) for _ in range(1500)]
    return max(games, key=lambda record: (len(features(record) & wanted), len(features(record)), -len(record.moves)))
