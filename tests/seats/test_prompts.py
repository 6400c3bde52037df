"""What a language model is told: every field of the View reaches the prompt, so nothing that a seat knows is kept from it."""

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
import pytest

from secret_hitler.client.model import ModelBot
from secret_hitler.client.model_endpoint import ChatEndpoint, ModelSpec
from secret_hitler.rules import FRENCH_DECK, OFFICIAL, ONLINE, Policy, Power, Role, Ruleset, Seat, View, begin, onlooking
from secret_hitler.rules.board import Board
from secret_hitler.rules.claims import Claimed, Round
from secret_hitler.rules.events import RoleSeen, only
from tests.games import random_record

ELSEWHERE: Final = {
    View: {
        "deck": "only the all-seeing know it",
        "sights": "the rounds tell what was seen, and the claims what can be said of it",
        "parties": "an investigation stands in its round too",
    },
    Board: {
        "seats": "the rules and the picture name it, and a View of other seats can't be copied from this one",
        "limited_president": "as term_limited of the View",
        "limited_chancellor": "as term_limited of the View",
        "investigated": "as targets of the rounds",
        "sights": "who saw what follows from the rounds",
    },
    Round: {},
    Claimed: {},
}
"""Fields that aren't told by themselves, and why not."""


def prompt(view: View) -> str:
    bot = ModelBot(ChatEndpoint(ModelSpec(model="x", endpoint="http://127.0.0.1:1")), view)
    return "".join(
        part["content"] for part in bot.prompt(bool(view.legal_actions), *(map(str, view.claims if not view.legal_actions else ())))
    )


def views() -> Iterator[View]:
    rng = random.Random(2)
    for rules, seats in ((OFFICIAL, 7), (FRENCH_DECK, 5), (ONLINE, 9), (OFFICIAL, 7)):
        record = random_record(rules, seats, rng, claims=0.2)
        for seat in range(seats):
            view, game = onlooking(rules, seats, Seat(seat)), begin(rules, seats, record.opener)
            for move in record.moves:
                if view.see(game.apply(move.seat, move.action)) and view.roles:
                    yield msgspec.json.decode(msgspec.json.encode(view), type=View)


def parts(view: View) -> Iterator[tuple[type, Any, Any]]:
    """Each part of a View, and how to put another in its place."""
    yield View, view, lambda other: other
    yield Board, view.board, lambda other: msgspec.structs.replace(view, board=other)
    for number, round in enumerate(view.rounds):

        def with_round(other: Round, number: int = number) -> View:
            return msgspec.structs.replace(view, rounds=[*view.rounds[:number], other, *view.rounds[number + 1 :]])

        yield Round, round, with_round
        for place, claimed in enumerate(round.claims):

            def with_claim(other: Claimed, round: Round = round, place: int = place, put: Any = with_round) -> View:
                changed: View = put(msgspec.structs.replace(round, claims=[*round.claims[:place], other, *round.claims[place + 1 :]]))
                return changed

            yield Claimed, claimed, with_claim


RARE: Final[dict[str, Any]] = {"chosen": Policy.LIBERAL, "veto_ballot": True, "special_president": Seat(2), "anchor": Seat(3)}
"""Values that hardly come about in random games, beside true and false."""


def test_every_field_of_a_view_reaches_the_prompt() -> None:
    seen, rng = list(views())[::5], random.Random(3)
    values: defaultdict[tuple[type, str], list[Any]] = defaultdict(list)
    for view in seen:
        for kind, part, _ in parts(view):
            for field in part.__struct_fields__:
                values[kind, field].append(getattr(part, field))
    missing = {(kind, field) for kind in ELSEWHERE for field in kind.__struct_fields__ if field not in ELSEWHERE[kind]}
    for view in rng.sample(seen, 100):
        before = prompt(view)
        for kind, part, put in parts(view):
            for field in part.__struct_fields__:
                if (kind, field) not in missing:
                    continue
                mine = getattr(part, field)
                others = [not mine] if isinstance(mine, bool) else [*rng.sample(values[kind, field], 3), RARE.get(field, mine)]
                for other in others:
                    with suppress(KeyError, IndexError, AssertionError):  # the other value fits no such game
                        if other != mine and prompt(put(msgspec.structs.replace(part, **{field: other}))) != before:
                            missing.discard((kind, field))
    assert not missing


CHANGED: Final[dict[str, Any]] = {
    "fascists": {7: 3},
    "powers": {7: (Power.NONE, Power.NONE, Power.PEEK, Power.EXECUTE, Power.EXECUTE)},
    "name": "mine",
    "base": "official",
    "fascist_goal": 5,
}


@pytest.mark.parametrize("field", Ruleset.__struct_fields__)
def test_every_rule_of_the_table_reaches_the_prompt(field: str) -> None:
    mine = getattr(OFFICIAL, field)
    match mine:
        case _ if field in CHANGED:
            other: Any = CHANGED[field]
        case bool():
            other = not mine
        case int():
            other = mine - 1
        case _:
            other = next(member for member in type(mine) if member is not mine)
    more = {"powers": {seats: track[:4] for seats, track in OFFICIAL.powers.items()}} if field == "fascist_goal" else {}
    changed = {field: {**mine, **other} if isinstance(other, dict) else other, **more}
    views = [onlooking(rules, 7, Seat(0)) for rules in (OFFICIAL, msgspec.structs.replace(OFFICIAL, **changed))]
    for view in views:
        view.see([RoleSeen(seat=Seat(0), role=Role.LIBERAL, audience=only(Seat(0)))])
    assert prompt(views[0]) != prompt(views[1])
