"""Both engines driven side by side, decision by decision, and the shortest game found in which they differ."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...chance import natures_move, opener_by_lot
from ...rules import (
    NATURE,
    OFFICIAL,
    AnyEvent,
    Chance,
    Decision,
    Phase,
    Policy,
    Power,
    Role,
    Ruleset,
    Seat,
    Shuffle,
    StrandedGame,
    begin,
    onlooking,
)
from ...rules.ruleset import Count, FirstPresident, TermLimits, TrackerReset, VetoStyle
from ..extra import lab_extra

with lab_extra():
    import numpy as np

from ..environments.observation import OBSERVATION_SIZE, PARTS, action_number, legal_numbers, observation
from .layout import DISCARDED_LIBERAL, ENDING, ENDINGS, FIELDS, ORDER, PINNED, SCRIPT, SCRIPTS, knobs
from .observe import observe_games
from .steps import lay_out_game, step_games

WATCHERS = 3


class Difference(Struct):
    """The first thing on which the engines disagree, and how to get there."""

    rules: Ruleset
    players: int
    seed: int
    choices: list[int]
    decisions: list[str]
    what: str

    def __str__(self) -> str:
        story = "\n".join(f"  {number}. {decision}" for number, decision in enumerate(self.decisions, start=1))
        return f"{self.rules.name}, {self.players} players, seed {self.seed}, choices {self.choices}:\n{story}\n  then {self.what}"


class KernelGame:
    """One game of the kernel whose every shuffle is foretold."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.knobs = knobs(rules, players)
        self.table = np.zeros((1, FIELDS), dtype=np.int64)
        self.seat, self.mask = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        self._rewards, self._endings = np.zeros((1, players), dtype=np.int64), np.full(1, -1, dtype=np.int64)
        self._shown = np.zeros((1, OBSERVATION_SIZE), dtype=np.int8)

    def foretell(self, decks: Sequence[int]) -> None:
        self.table[0, SCRIPTS] = len(decks)
        self.table[0, SCRIPT : SCRIPT + len(decks)] = decks

    def lay_out(self, roles: Sequence[Role], president: int) -> None:
        fascists = _bits(role is not Role.LIBERAL for role in roles)
        lay_out_game(self.knobs, self.table, fascists, roles.index(Role.HITLER), president, self.seat, self.mask)

    def act(self, number: int) -> None:
        step_games(self.knobs, self.table, np.array([number]), False, self.seat, self.mask, self._rewards, self._endings)

    def observe(self, seat: int) -> list[int]:
        observe_games(self.knobs, self.table, np.array([seat]), self._shown)
        return list(map(int, self._shown[0]))

    def field(self, field: int) -> int:
        return int(self.table[0, field])


class Lockstep:
    """The reference engine, the kernel, and a View of every seat that learns only when it is compared."""

    def __init__(self, rules: Ruleset, players: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.decisions: list[str] = []
        self.game = begin(rules, players, opener_by_lot(rules, players, self.rng.randrange))
        self.views = [onlooking(rules, players, Seat(seat)) for seat in range(players)]
        self._untold: list[list[list[AnyEvent]]] = [[[]] for _ in range(players)]
        self.kernel = KernelGame(rules, players)
        self.kernel.foretell(self._nature())
        assert self.game.board.president is not None
        self.kernel.lay_out(self.game.roles, self.game.board.president)

    def act(self, choice: int) -> int:
        """Let the seat to act take the legal action with this number, counted around; the number it comes to."""
        seat = self.game.awaited[0]
        actions = self.game.legal_actions(seat)
        choice %= len(actions)
        action = actions[choice]
        self.decisions.append(f"seat {seat}: {action}")
        self._apply(seat, action)
        self.kernel.foretell(self._nature())
        self.kernel.act(action_number(action))
        return choice

    def _nature(self) -> list[int]:
        """Let chance have its way; the orders of the decks it shuffled."""
        decks = []
        while self.game.awaited and self.game.awaited[0] == NATURE:
            chance = natures_move(self.game, self.rng.randrange)
            if isinstance(chance, Shuffle):
                decks.append(_bits(policy is Policy.LIBERAL for policy in chance.deck))
            self._apply(NATURE, chance)
        return decks

    def _apply(self, seat: Seat, action: Decision | Chance) -> None:
        told = self.game.apply(seat, action)
        for untold in self._untold:
            untold[-1] += told
            if self.game.board.phase is Phase.NOMINATION:
                untold.append([])  # a View takes stock at the end of what it is told, and must do so before the next vote

    def differences(self, onlookers: Sequence[int]) -> Iterator[str]:
        game, kernel = self.game, self.kernel
        actor = game.awaited[0] if game.awaited else -1
        if kernel.seat[0] != actor:
            yield f"seat {actor} is to act, and in the kernel seat {kernel.seat[0]}"
        legal = sum(1 << number for number in legal_numbers(game.legal_actions(Seat(actor))))
        if kernel.mask[0] != legal:
            yield f"the legal actions are {legal:b}, and in the kernel {kernel.mask[0]:b}"
        deck = (_bits(policy is Policy.LIBERAL for policy in game.deck), len(game.deck), game.discards.count(Policy.LIBERAL))
        pinned = (kernel.field(ORDER), kernel.field(PINNED), kernel.field(DISCARDED_LIBERAL))
        if deck != pinned:
            yield f"draw pile, its size and the liberal discards are {deck}, and in the kernel {pinned}"
        ending = -1 if game.ending is None else ENDINGS.index(game.ending)
        if kernel.field(ENDING) != ending:
            yield f"the ending is {ending}, and in the kernel {kernel.field(ENDING)}"
        for seat in onlookers:
            yield from self._views_differ(seat)

    def _views_differ(self, seat: int) -> Iterator[str]:
        for told in self._untold[seat]:
            self.views[seat].see(told)
        self._untold[seat] = [[]]
        seen, shown = observation(self.views[seat]), self.kernel.observe(seat)
        if seen == shown:
            return
        place = 0
        for part, size in PARTS.items():
            if seen[place : place + size] != shown[place : place + size]:
                yield f"seat {seat} sees for {part!r} {seen[place : place + size]}, and in the kernel {shown[place : place + size]}"
            place += size


def compare(rules: Ruleset, players: int, seed: int, choose: Callable[[int], int], every_seat: bool) -> Difference | None:
    """Play one game on both engines; at each decision compare what every seat sees, or else what some seats see in turn."""
    pair, choices = Lockstep(rules, players, seed), list[int]()
    watchers = range(players) if every_seat else random.Random(seed).sample(range(players), WATCHERS)
    while True:
        awaited = pair.game.awaited
        onlookers = watchers if every_seat or not awaited else (watchers[len(choices) % len(watchers)],)
        what = next(pair.differences(onlookers), None)
        if what is not None:
            return Difference(rules, players, seed, choices, pair.decisions, what)
        if not awaited:
            return None
        choices.append(pair.act(choose(len(choices))))


def shrink(found: Difference, tries: int = 400) -> Difference:
    """A game in which the engines differ after as few decisions as can be found, by leaving decisions out or making them plainer."""
    best, size = found, len(found.choices)
    while size := size // 2:
        start = 0
        while start < len(best.choices) and tries:
            tries -= 1
            better = next(_simpler(best, start, start + size), None)
            best, start = (best, start + size) if better is None else (better, start)
    return best


def _simpler(found: Difference, start: int, stop: int) -> Iterator[Difference]:
    """Games that differ sooner, or as soon with plainer choices."""
    choices = found.choices
    plain = [0] * len(choices[start:stop])
    for middle in ([], plain):
        again = compare(found.rules, found.players, found.seed, _recited(choices[:start] + middle + choices[stop:]), every_seat=False)
        if again is not None and (len(again.choices), again.choices) < (len(choices), choices):
            yield again


def first_difference(rules: Ruleset, players: int, seed: int, every_seat: bool = False) -> Difference | None:
    """Play one random game on both engines; the shortest game like it in which they differ, if they do."""
    rng = random.Random(~seed)
    found = compare(rules, players, seed, lambda _: rng.randrange(1 << 16), every_seat)
    return None if found is None else shrink(found)


def any_rules(rng: random.Random) -> Ruleset:
    """House rules at random, of those that cannot strand a game."""
    while True:
        goal = rng.choice((3, 5, 6, 6, 8))
        track = {players: tuple(rng.choices(tuple(Power), k=goal - 1)) for players in OFFICIAL.powers}
        try:
            return replace(
                OFFICIAL,
                name="house rules",
                liberal_tiles=rng.randint(4, 9),
                fascist_tiles=rng.randint(4, 14),
                draw=rng.choice((2, 3, 3, 3, 4, 5)),
                liberal_goal=rng.randint(2, 7),
                fascist_goal=goal,
                hitler_threshold=rng.randint(0, 5),
                veto_threshold=rng.randint(0, 6),
                tracker_length=rng.randint(1, 4),
                fascists={players: rng.randint(0, players - 3) for players in OFFICIAL.fascists},
                powers=track,
                fascists_know_team=rng.random() < 0.5,
                hitler_knows_up_to=rng.choice((0, 6, 10)),
                first_president=rng.choice(tuple(FirstPresident)),
                term_limits=rng.choice(tuple(TermLimits)),
                president_exempt_at=rng.randint(0, 10),
                president_exempt_by=rng.choice(tuple(Count)),
                tracker_reset=rng.choice(tuple(TrackerReset)),
                reshuffle_after_populace=rng.random() < 0.5,
                veto=rng.choice(tuple(VetoStyle)),
                veto_needs_fascist_hand=rng.random() < 0.5,
                special_election_of_self=rng.random() < 0.5,
            )
        except StrandedGame:
            continue


def _recited(choices: Sequence[int]) -> Callable[[int], int]:
    return lambda number: choices[number] if number < len(choices) else 0


def _bits(truths: Iterable[bool]) -> int:
    return sum(1 << place for place, truth in enumerate(truths) if truth)
