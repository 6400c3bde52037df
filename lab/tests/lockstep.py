"""Both engines driven side by side, decision by decision, and the shortest game found in which they differ."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from secret_hitler.chance import natures_move, opener_by_lot
from secret_hitler.rules import (
    NATURE,
    OFFICIAL,
    About,
    AnyEvent,
    Chance,
    Claim,
    Decision,
    Phase,
    Policy,
    Role,
    Ruleset,
    Seat,
    Shuffle,
    Sight,
    StrandedGame,
    begin,
    onlooking,
)
from secret_hitler.rules.choices import tiles_seen
from secret_hitler.rules.claims import tellings
from secret_hitler.rules.ruleset import MAX_SEATS, Count, FirstPresident, TermLimits, TrackerReset, VetoStyle
from secret_hitler_lab.kernel.layout import DISCARDED_LIBERAL, ENDING, ENDINGS, FIELDS, ORDER, PINNED, SCRIPT, SCRIPTS, ruleset_row
from secret_hitler_lab.kernel.observe import observe_games
from secret_hitler_lab.kernel.past_rounds import WORDS, observe_history
from secret_hitler_lab.kernel.steps import lay_out_game, open_history, step_games, step_games_noted
from secret_hitler_lab.kernel.talk import observe_claims
from secret_hitler_lab.observations.claim_numbers import CLAIMS, WAIT, claim_number, claims_heard, legal_claims
from secret_hitler_lab.observations.history import ROUND_PARTS, ROUND_SIZE, history
from secret_hitler_lab.observations.observation import KERNEL_POWERS, OBSERVATION_SIZE, PARTS, action_number, legal_numbers, observation

WATCHERS = 3
ROUNDS = 6
"""Kept and compared with claims: fewer than most games have."""


class Difference(Struct):
    """The first thing on which the engines disagree, and how to get there."""

    rules: Ruleset
    players: int
    seed: int
    claims: bool
    choices: list[int]
    decisions: list[str]
    what: str

    def __str__(self) -> str:
        story = "\n".join(f"  {number}. {decision}" for number, decision in enumerate(self.decisions, start=1))
        return f"{self.rules.name}, {self.players} players, seed {self.seed}, choices {self.choices}:\n{story}\n  then {self.what}"


class KernelGame:
    """One game of the kernel whose every shuffle is foretold; with claims it keeps its rounds too."""

    def __init__(self, rules: Ruleset, players: int, claims: bool) -> None:
        self.ruleset_row, self.claims = ruleset_row(rules, players), claims
        self.table = np.zeros((1, FIELDS), dtype=np.int64)
        self.seat, self.mask = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        self._rewards, self._endings = np.zeros((1, players), dtype=np.int64), np.full(1, -1, dtype=np.int64)
        self._shown = np.zeros((1, OBSERVATION_SIZE + claims * MAX_SEATS * len(CLAIMS)), dtype=np.int8)
        self._history = np.zeros((1, WORDS * ROUNDS), dtype=np.int64)
        self._rounds = np.zeros((1, ROUNDS * ROUND_SIZE), dtype=np.int8)

    def foretell(self, decks: Sequence[int]) -> None:
        self.table[0, SCRIPTS] = len(decks)
        self.table[0, SCRIPT : SCRIPT + len(decks)] = decks

    def lay_out(self, roles: Sequence[Role], president: int) -> None:
        fascists = _bits(role is not Role.LIBERAL for role in roles)
        lay_out_game(self.ruleset_row, self.table, fascists, roles.index(Role.HITLER), president, self.seat, self.mask)
        if self.claims:
            open_history(self.table, self._history)

    def act(self, number: int) -> None:
        given = (self.ruleset_row, self.table, np.array([number]), False, self.seat, self.mask, self._rewards, self._endings)
        illegal = step_games_noted(*given, True, self._history) if self.claims else step_games(*given)
        assert illegal < 0, f"action {number} is illegal in the kernel"

    def observe(self, seat: int) -> list[int]:
        observe_games(self.ruleset_row, self.table, np.array([seat]), self._shown)
        if self.claims:
            observe_claims(self.table, np.array([seat]), self._shown)
        shown: list[int] = self._shown[0].tolist()
        return shown

    def rounds(self, seat: int) -> list[list[int]]:
        observe_history(self.ruleset_row, self.table, self._history, np.array([seat]), self._rounds)
        shown: list[list[int]] = self._rounds.reshape(ROUNDS, ROUND_SIZE).tolist()
        return shown

    def field(self, field: int) -> int:
        return int(self.table[0, field])


class Lockstep:
    """The reference engine, the kernel, and a View of every seat that learns only when it is compared."""

    def __init__(self, rules: Ruleset, players: int, seed: int, claims: bool) -> None:
        self.rng, self.claims = random.Random(seed), claims
        self._heard = 0
        self._unsaid: list[Sight] = []
        self.decisions: list[str] = []
        self.game = begin(rules, players, opener_by_lot(rules, players, self.rng.randrange))
        self.views = [onlooking(rules, players, Seat(seat)) for seat in range(players)]
        self._untold: list[list[list[AnyEvent]]] = [[[]] for _ in range(players)]
        self.kernel = KernelGame(rules, players, claims)
        self.kernel.foretell(self._nature())
        assert self.game.board.president is not None
        self.kernel.lay_out(self.game.roles, self.game.board.president)

    def act(self, choice: int) -> int:
        """Let the seat to act or speak take the legal action with this number, counted around; the number it comes to."""
        if self._unsaid:
            return self._speak(choice)
        seat = self.game.awaited[0]
        actions = self.game.legal_actions(seat)
        choice %= len(actions)
        action = actions[choice]
        self.decisions.append(f"seat {seat}: {action}")
        self._apply(seat, action)
        self.kernel.foretell(self._nature())
        self.kernel.act(action_number(action))
        board = self.game.board
        if self.claims and not board.in_session:
            seen, self._heard = board.sights[self._heard :], len(board.sights)
            self._unsaid = [sight for sight in seen if board.ending is None and self._tellings(sight)]
        return choice

    def _speak(self, choice: int) -> int:
        """Let the speaker wait, or claim something of what it has just seen."""
        told = {sight: self._tellings(sight) for sight in self._unsaid if sight.seat == self._speaker}
        said = [(sight, claim) for sight, claims in told.items() for claim in claims]
        choice %= 1 + len(said)
        if choice == 0:
            self.decisions.append(f"seat {self._speaker} says nothing")
            self._unsaid = [sight for sight in self._unsaid if sight not in told]
            self.kernel.act(WAIT)
            return choice
        sight, claim = said[choice - 1]
        self.decisions.append(f"seat {sight.seat}: {claim}")
        self._apply(sight.seat, claim)
        self._unsaid.remove(sight)
        self.kernel.act(WAIT + 1 + _number(claim))
        return choice

    @property
    def _speaker(self) -> Seat:
        """Presidents before chancellors."""
        return min(self._unsaid, key=lambda sight: sight.about is About.CHANCELLOR_HAND).seat

    def _tellings(self, sight: Sight) -> list[Claim]:
        told = tellings(sight.about, tiles_seen(self.game.rules, sight.about), sight.round)
        return [claim for claim in told if claim_number(claim) is not None]

    def _nature(self) -> list[int]:
        """Let chance have its way; the orders of the decks it shuffled."""
        decks = []
        while self.game.awaited and self.game.awaited[0] == NATURE:
            chance = natures_move(self.game, self.rng.randrange)
            if isinstance(chance, Shuffle):
                decks.append(_bits(policy is Policy.LIBERAL for policy in chance.deck))
            self._apply(NATURE, chance)
        return decks

    def _apply(self, seat: Seat, action: Decision | Claim | Chance) -> None:
        told = self.game.apply(seat, action)
        for untold in self._untold:
            untold[-1] += told
            if self.game.board.phase is Phase.NOMINATION:
                untold.append([])  # a View takes stock at the end of what it is told, and must do so before the next vote

    def differences(self, onlookers: Sequence[int]) -> Iterator[str]:
        game, kernel = self.game, self.kernel
        actor = self._speaker if self._unsaid else game.awaited[0] if game.awaited else -1
        if kernel.seat[0] != actor:
            yield f"seat {actor} is to act, and in the kernel seat {kernel.seat[0]}"
        legal = sum(1 << number for number in self._legal(Seat(actor)))
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

    def _legal(self, seat: Seat) -> list[int]:
        if not self._unsaid:
            return legal_numbers(self.game.legal_actions(seat))
        said = [WAIT + 1 + _number(claim) for sight in self._unsaid if sight.seat == seat for claim in self._tellings(sight)]
        return [WAIT, *said]

    def _views_differ(self, seat: int) -> Iterator[str]:
        for told in self._untold[seat]:
            self.views[seat].see(told)
        self._untold[seat] = [[]]
        view, shown = self.views[seat], self.kernel.observe(seat)
        yield from _unlike(seat, "", PARTS, observation(view), shown[:OBSERVATION_SIZE])
        board = self.game.board
        amid_votes = board.phase is Phase.ELECTION and len(board.awaited) < len(board.alive)
        if amid_votes or not self.claims:
            return  # a vote that is not the last changes nothing of what follows
        yield from _unlike(seat, "", {"claims heard": MAX_SEATS * len(CLAIMS)}, claims_heard(view, MAX_SEATS), shown[OBSERVATION_SIZE:])
        for back, (seen, kept) in enumerate(zip(history(view, ROUNDS), self.kernel.rounds(seat), strict=True)):
            yield from _unlike(seat, f"{back} rounds ago, ", ROUND_PARTS, seen, kept)
        if (
            self._unsaid
            and self._speaker == seat
            and not set(self._legal(Seat(seat))) <= {WAIT, *(WAIT + 1 + n for n in legal_claims(view))}
        ):
            yield f"seat {seat} may say in the kernel what the view does not let it"


def compare(rules: Ruleset, players: int, seed: int, claims: bool, choose: Callable[[int], int], every_seat: bool) -> Difference | None:
    """Play one game on both engines; at each decision compare what every seat sees, or else what some seats see in turn."""
    pair, choices = Lockstep(rules, players, seed, claims), list[int]()
    watchers = range(players) if every_seat else random.Random(seed).sample(range(players), WATCHERS)
    while True:
        awaited = pair.game.awaited
        onlookers = watchers if every_seat or not awaited else (watchers[len(choices) % len(watchers)],)
        what = next(pair.differences(onlookers), None)
        if what is not None:
            return Difference(rules, players, seed, claims, choices, pair.decisions, what)
        if not awaited:
            return None
        choices.append(pair.act(choose(len(choices))))


def shrink(found: Difference, tries: int = 400) -> Difference:
    """Return a game in which the engines differ after as few decisions as can be found, by leaving decisions out or making them plainer."""
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
        left = _recited(choices[:start] + middle + choices[stop:])
        again = compare(found.rules, found.players, found.seed, found.claims, left, every_seat=False)
        if again is not None and (len(again.choices), again.choices) < (len(choices), choices):
            yield again


def first_difference(rules: Ruleset, players: int, seed: int, claims: bool, every_seat: bool = False) -> Difference | None:
    """Play one random game on both engines; the shortest game like it in which they differ, if they do.

    With claims the rounds are compared too."""
    rng = random.Random(~seed)
    found = compare(rules, players, seed, claims, lambda _: rng.randrange(1 << 16), every_seat)
    return None if found is None else shrink(found)


def any_rules(rng: random.Random) -> Ruleset:
    """House rules at random, of those that cannot strand a game."""
    while True:
        goal = rng.choice((3, 5, 6, 6, 8))
        track = {players: tuple(rng.choices(KERNEL_POWERS, k=goal - 1)) for players in OFFICIAL.powers}
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


def _number(claim: Claim) -> int:
    number = claim_number(claim)
    assert number is not None
    return number


def _unlike(seat: int, when: str, parts: Mapping[str, int], seen: list[int], shown: list[int]) -> Iterator[str]:
    """Each part that the View of a seat and the kernel show otherwise."""
    if seen == shown:
        return
    place = 0
    for part, size in parts.items():
        mine, other = seen[place : place + size], shown[place : place + size]
        if mine != other:
            yield f"{when}seat {seat} sees for {part!r} {mine}, and in the kernel {other}"
        place += size


def _bits(truths: Iterable[bool]) -> int:
    return sum(1 << place for place, truth in enumerate(truths) if truth)
