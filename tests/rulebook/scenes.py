"""Tricky positions, written by hand as an auditor would: what a scene leads to is forced, and the rest of the game is random.

A scene is a line of steps. `gF` and `gL`: elect the first player who may be chancellor, and enact that policy; `gF3`: elect seat 3.
`h`: elect Hitler, who sits last. `f`: all reject a government. `v`: both want a veto. `w`: the president doesn't, and a fascist policy
follows. `t4`: turn the power that is due on seat 4, and `t` on the first player who isn't Hitler.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from secret_hitler.rules import (
    NATURE,
    RULESETS,
    Appoint,
    Deal,
    Discard,
    Enact,
    IllegalAction,
    Nominate,
    Phase,
    Policy,
    Role,
    Ruleset,
    Seat,
    Shuffle,
    Tiles,
    Veto,
    Vote,
    begin,
)
from secret_hitler.rules.game import cards_to_shuffle, role_cards
from secret_hitler.rules.powers import BY_PHASE, PowerAction, target
from secret_hitler.rules.ruleset import FirstPresident

from .moments import Tracer

ALL: Final = tuple(RULESETS)
BOX: Final = ("official", "print-and-play", "online")
"""The rule sets with the powers of the box and five liberal policies."""
DEALT: Final = (*BOX, "french-deck")
DECK: Final = "FFLFFLFFLFFLFFLLF"
"""Each of the first five hands has a choice."""
FASCIST_FIRST: Final = "FFFFFFFFFFFLLLLLL"


class Scene(NamedTuple):
    about: str
    rulesets: tuple[str, ...]
    players: int
    steps: str
    deck: str = DECK
    later: str = "F"
    """Which kind comes first in later shuffles."""


SCENES: Final = (
    Scene("Chaos enacts the fifth fascist policy: the veto opens, nobody is executed", BOX, 6, "gF gF gF gF t1 f f f w"),
    Scene("Chaos enacts the third fascist policy: Hitler wins the next election", BOX, 5, "gF gF f f f h", FASCIST_FIRST),
    Scene("Chaos enacts the fourth fascist policy, whose power nobody uses", DEALT, 7, "gF gF t4 gF t5 f f f gL"),
    Scene("Chaos enacts the fifth liberal policy", ALL, 8, "gL gL gL gL f f f", "FFLFFLFFLFFLLFLFF"),
    Scene("Chaos enacts the sixth fascist policy", BOX, 6, "gF gF gF gF t1 gF t2 f f f"),
    Scene("Twice chaos in six rounds", ALL, 9, "f f f f f f gL"),
    Scene("Hitler is elected chancellor before three fascist policies, and after", DEALT, 5, "h gF gF f f f h", FASCIST_FIRST),
    Scene("Hitler is limited when the third fascist policy is enacted", BOX, 5, "gF gF h gL gL", FASCIST_FIRST),
    Scene("A special election of the next in order, who is president twice in a row", BOX, 7, "gF gF t4 gF t3 gL gL"),
    Scene("A special election of the previous president, who is limited as chancellor", BOX, 8, "gF gF t4 gF t1 gF t4 gL"),
    Scene("A special election that all reject: the order goes on", ALL, 9, "gF t4 gF t5 gF t6 f f gL"),
    Scene("A special election that ends in chaos", ALL, 10, "gF t4 gF t5 f f gF t7 f f f"),
    Scene("Special elections in a row, the second called by a special president", ("manual",), 7, "gF t4 gF t5 gF t0 gF t0 gL gL"),
    Scene("A president who picks themselves, and again", ("manual",), 6, "gF t4 gF t5 gF t2 gF t2 gL gL"),
    Scene("A president who picks themselves, by cards", ("french-deck",), 7, "gF gF t4 gF t2 f f gL"),
    Scene("The special president executes whoever called the election", BOX, 7, "gF gF t4 gF t5 gF t2 gL gL"),
    Scene("The special president executes the next in order", BOX, 8, "gF gF t4 gF t6 gF t3 gL gL"),
    Scene("The special president executes Hitler", BOX, 7, "gF gF t4 gF t5 gF t6"),
    Scene("The president executes the one who would be next, and the order skips them", BOX, 5, "f gF gF gF gF t0 gL gL"),
    Scene("The last chancellor is executed, and no longer limited", BOX, 6, "gF gF gF gF t1 gL"),
    Scene("An execution leaves five alive: the last president is free", ("official", "online"), 6, "gF gF gF gF t2 gL gL"),
    Scene("An execution leaves five alive of six dealt: the last president stays limited", ("print-and-play",), 6, "gF gF gF gF t2 gL gL"),
    Scene("Two executions in a row, and a government of few", BOX, 5, "gF gF gF gF t1 gF t2 w"),
    Scene("Whoever was investigated is executed", DEALT, 9, "gF t4 gF t5 gF t6 gF t4 gL"),
    Scene("Who investigated is investigated", ALL, 10, "gF t4 gF t0 gL"),
    Scene("Hitler is investigated, and shows as a fascist", ALL, 9, "gF t8 gF t7 gL"),
    Scene("Three vetoes in a row lead to chaos", ("official", "online", "french-deck"), 7, "gF gF t4 gF t5 gF t gF t v v v", DECK, "F"),
    Scene("Three vetoes in a row lead to chaos, with fascist hands", ("manual",), 7, "gF t4 gF t5 gF t0 gF t1 gF v v v", DECK, "F"),
    Scene("Vetoes of elected governments never add up", ("print-and-play",), 7, "gF gF t4 gF t5 gF t gF t v v v v v gL", DECK, "F"),
    Scene("A veto after two rejections leads to chaos", ("official", "online"), 6, "gF gF gF gF t1 gF t2 f f v", DECK, "L"),
    Scene(
        "A veto after two rejections leads nowhere if elections reset the tracker",
        ("print-and-play",),
        6,
        "gF gF gF gF t1 gF t2 f f v f",
    ),
    Scene("A veto, a refused one, and a policy", BOX, 7, "gF gF t4 gF t5 gF t gF t v w"),
    Scene("A veto draws the last full hand of the pile", BOX, 5, "gF gF gF gF t1 gF t2 f v gL v f v", DECK, "L"),
    Scene("Chaos takes a tile from a pile of three", ALL, 7, "gL gL gL gL f f f gF", "FFLFFLFFLFFLFLFLF"),
    Scene("The vetoed chancellor may be named again", ("print-and-play",), 6, "gF gF gF gF t1 gF t2 v gF3"),
    Scene("Two rejections, a policy, two rejections: never chaos", ALL, 8, "f f gL f f gL"),
)


def scene_traces() -> Iterator[tuple[str, Tracer, random.Random, str]]:
    """Yield each scene in each of its rule sets, played up to where it leads."""
    for number, scene in enumerate(SCENES):
        for name in scene.rulesets:
            tracer = opened(RULESETS[name], scene)
            with suppress(AssertionError, IllegalAction, StopIteration):  # under a mutant it leads astray: what came about is judged
                lead(tracer, scene)
            yield name, tracer, random.Random(number), scene.about


def opened(rules: Ruleset, scene: Scene) -> Tracer:
    named = rules.first_president is not FirstPresident.RANDOM
    tracer = Tracer(begin(rules, scene.players, Seat(0) if named else None))
    cards = sorted(role_cards(rules, scene.players), key=(Role.LIBERAL, Role.FASCIST, Role.HITLER).index)
    tracer.play(NATURE, Deal(tuple(cards)))
    tracer.play(NATURE, Shuffle(tuple(map(Policy, scene.deck))))
    if not named:
        tracer.play(NATURE, Appoint(Seat(0)))
    return tracer


def lead(tracer: Tracer, scene: Scene) -> None:
    """Take every step of the scene; fail where one is not possible."""
    for step in scene.steps.split():
        if tracer.game.awaited:
            _take(tracer, scene, step)


def _take(tracer: Tracer, scene: Scene, step: str) -> None:
    board = tracer.game.board
    assert board.president is not None
    if step[0] == "t":
        assert board.phase in BY_PHASE, f"{scene.about}, {tracer.game.rules.name}: no power is due at {step}, but {board.phase}"
        first = next(action for action in tracer.game.legal if isinstance(action, PowerAction) and target(action) != scene.players - 1)
        tracer.play(board.president, BY_PHASE[board.phase].action(Seat(int(step[1:]))) if step[1:] else first)
    else:
        assert board.phase is Phase.NOMINATION, f"{scene.about}, {tracer.game.rules.name}: {board.phase} at {step}"
        _govern(tracer, scene, step)
    _shuffle(tracer, scene)


def _govern(tracer: Tracer, scene: Scene, step: str) -> None:
    game, hitler = tracer.game, Seat(scene.players - 1)
    seats = [action.chancellor for action in game.legal if isinstance(action, Nominate)]
    named = [hitler] if step == "h" else [Seat(int(step[2:]))] if step[2:] else [*(seat for seat in seats if seat != hitler), hitler]
    president, chancellor = game.awaited[0], named[0]
    tracer.play(president, Nominate(chancellor))
    for seat in game.awaited:
        tracer.play(seat, Vote(step != "f"))
    _shuffle(tracer, scene)
    if game.board.phase is not Phase.PRESIDENT_SESSION:
        return
    wanted = Policy.LIBERAL if step[:2] == "gL" else Policy.FASCIST
    tracer.play(president, Discard(_other_than(wanted, game.hand)))
    vetoes = step in "vw"
    if Veto(True) in game.legal:
        tracer.play(chancellor, Veto(vetoes))
        if vetoes:
            tracer.play(president, Veto(step == "v"))
    if game.legal and isinstance(game.legal[0], Enact):
        tracer.play(chancellor, Enact(wanted if wanted in game.hand else game.hand[0]))
    for seat in game.awaited if len(game.awaited) == 2 else ():
        tracer.play(seat, Veto(vetoes and (step == "v" or seat == chancellor)))


def _other_than(wanted: Policy, hand: Tiles) -> Policy:
    return next((tile for tile in hand if tile is not wanted), wanted)


def _shuffle(tracer: Tracer, scene: Scene) -> None:
    while tracer.game.board.phase is Phase.SHUFFLE:
        cards = sorted(cards_to_shuffle(tracer.game), key=lambda tile: tile.value != scene.later)
        tracer.play(NATURE, Shuffle(tuple(cards)))
