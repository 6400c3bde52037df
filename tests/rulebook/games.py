"""The games whose traces are judged: uniform play, play with a leaning, bots, people's games, scenes written by hand, and pages."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from secret_hitler.bots import sit
from secret_hitler.chance import natures_move, opener_by_lot
from secret_hitler.records import Record, read_records
from secret_hitler.rules import (
    NATURE,
    OFFICIAL,
    RULESETS,
    Decision,
    Discard,
    Enact,
    Game,
    Phase,
    Policy,
    Ruleset,
    Seat,
    Veto,
    Vote,
    begin,
)
from secret_hitler.rules.view import seen_by
from tests.sizes import size

from .moments import Moment, Tracer, traced
from .pages import Told, pages
from .scenes import scene_traces
from .sentences import Judge

HUMAN_GAMES: Final = Path(__file__).resolve().parents[3] / "shared" / "data" / "human_games.jsonl"
LIBERAL: Final = (Vote(True), Discard(Policy.FASCIST), Enact(Policy.LIBERAL), Veto(False))
FASCIST: Final = (Vote(True), Discard(Policy.LIBERAL), Enact(Policy.FASCIST), Veto(False))
VETOING: Final = (Vote(True), Discard(Policy.LIBERAL), Enact(Policy.FASCIST), Veto(True))
STALLING: Final = (Vote(False), *VETOING[1:])
DRAINING: Final = (Vote(True), Vote(False))
LEANINGS: Final[tuple[tuple[Decision, ...], ...]] = ((), LIBERAL, FASCIST, VETOING, STALLING, DRAINING)
BOTS: Final = ("party-line", "regular", "expert")
LEAN: Final = 0.85
CLAIM: Final = 0.02

Choose = Callable[[Game, Seat], Decision]


Case = tuple[str, Iterable[Any], str]
"""The rule set, moments, and where they are from."""


def judged() -> Judge:
    """Judge everything there is to judge, at the size that the tests have."""
    judge = Judge()
    for case in cases(size("random games of a rule set and number of players")):
        judge.look(*case)
    for number, record in enumerate(islice(human_records(), size("human games held to the rulebook"))):
        judge.look("official", traced(record), f"human game {number}")
    return judge


def cases(games: int, bots: bool = True) -> Iterator[Case]:
    """Yield pages, games of bots and so many random ones of each rule set and number of players; the first of each before the second."""
    for rules in RULESETS.values():
        yield rules.name, map(Told, pages(rules)), "what is read or laid out"
    for rules in RULESETS.values() if bots else ():
        yield rules.name, bot_trace(rules, 7), f"{rules.name}, a game of bots"
    for name, tracer, rng, about in scene_traces():
        yield name, _played(tracer, rng, lambda game, seat, rng=rng: rng.choice(game.legal_actions(seat))), f"{name}: {about}"  # type: ignore[misc]  # because mypy infers no type for a default
    for number, rules in product(range(games), RULESETS.values()):
        for seats in sorted(rules.fascists):
            yield rules.name, random_trace(rules, seats, number), f"{rules.name}, {seats} players, random game {number}"


def human_records() -> Iterator[Record]:
    """People's games, where they are beside the checkout."""
    if HUMAN_GAMES.is_file():
        yield from (record for record in read_records(HUMAN_GAMES) if isinstance(record, Record))


def random_trace(rules: Ruleset, seats: int, number: int) -> list[Moment]:
    """Play without a thought: some games are uniform, others lean to a side, to vetoes, or to a pile that chaos leaves short."""
    rng = random.Random(f"{rules.name} {seats} {number}")
    leaning = LEANINGS[number % len(LEANINGS)]

    def choose(game: Game, seat: Seat) -> Decision:
        legal, board = game.legal_actions(seat), game.board
        if leaning is DRAINING:
            ja = not OFFICIAL.draw <= board.draw_pile < 2 * OFFICIAL.draw
            return Vote(ja) if Vote(ja) in legal else rng.choice(legal)
        full = board.fascist < OFFICIAL.veto_threshold or board.tracker == OFFICIAL.tracker_length - 1
        wanted = VETOING if leaning is STALLING and full else leaning
        leant = [action for action in wanted if action in legal] if rng.random() < LEAN else []
        return rng.choice(leant or legal)

    return _trace(rules, seats, rng, choose)


def bot_trace(rules: Ruleset, seats: int) -> list[Moment]:
    rng = random.Random(rules.name)
    tracer = _begun(rules, seats, rng)
    bots = [sit(BOTS[seat % len(BOTS)], tracer.views[Seat(seat)], random.Random(seat)) for seat in range(seats)]
    heard = 0

    def choose(game: Game, seat: Seat) -> Decision:
        nonlocal heard
        tracer.learn()
        fresh, heard = tracer.events[heard:], len(tracer.events)
        for each, bot in enumerate(bots):
            bot.see(seen_by(Seat(each), fresh))
        return bots[seat].decide()

    return _played(tracer, rng, choose)


def _trace(rules: Ruleset, seats: int, rng: random.Random, choose: Choose) -> list[Moment]:
    return _played(_begun(rules, seats, rng), rng, choose)


def _begun(rules: Ruleset, seats: int, rng: random.Random) -> Tracer:
    return Tracer(begin(rules, seats, opener_by_lot(rules, seats, rng.randrange)))


def _played(tracer: Tracer, rng: random.Random, choose: Choose) -> list[Moment]:
    game = tracer.game
    while game.awaited:
        if rng.random() < CLAIM and (claims := game.legal_claims(seat := Seat(rng.randrange(game.board.seats)))):
            tracer.play(seat, rng.choice(claims))
        seat = game.awaited[0] if game.board.phase is not Phase.ELECTION else rng.choice(game.awaited)
        tracer.play(seat, natures_move(game, rng.randrange) if seat == NATURE else choose(game, seat))
    return tracer.trace
