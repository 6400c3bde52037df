"""python -m lab.studies.cfr_baseline: OpenSpiel's CFR on a game small enough for tables, and how far bots are from it.

The game is one_round.toml, five seats. Its tree is written once, with others' ballots forgotten once nothing depends on them, and read by
OpenSpiel's own engine. Exploitability is NashConv: what the five players would gain in all, each by the best answer to the other four.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from secret_hitler.bots import sit
from secret_hitler.rules import Decision, Ruleset, Seat, house_rules, onlooking, visible
from secret_hitler_lab.environments.stepwise_chance import SmallChances
from secret_hitler_lab.extra import extra
from secret_hitler_lab.observations.observation import action_number, legal_numbers, numbered_action
from secret_hitler_lab.printed import say

with extra("environments"):
    import pyspiel  # type: ignore[import-not-found]  # a compiled module without type hints

RULES = Path(__file__).with_name("one_round.toml")
PLAYERS = 5
Key = tuple[object, ...]


class InformationSet(Struct):
    """Moments that the one who decides cannot tell apart."""

    number: int
    seat: Seat
    legal: tuple[Decision, ...]
    moment: SmallChances
    """One of them."""


class SmallGame:
    """The tree of a small game in OpenSpiel's engine, and its information sets by what their owner sees."""

    def __init__(self, rules: Ruleset, players: int = PLAYERS) -> None:
        self.rules, self.players = rules, players
        self.sets: dict[Key, InformationSet] = {}
        self.nodes = 0
        self._ids: dict[int, int] = {}
        """What OpenSpiel calls an action: it counts them as they first come in the file."""
        names = " ".join(f'"{seat}"' for seat in range(players))
        lines = [f'EFG 2 R "{rules.name}" {{ {names} }}', *self._tree()]
        self.game = pyspiel.load_efg_game("\n".join(lines) + "\n")

    def _tree(self) -> Iterator[str]:
        """Each node before those below it; a state is made anew from the moves that lead to it."""
        waiting: list[tuple[tuple[bool, int], ...]] = [()]
        while waiting:
            path = waiting.pop()
            at = self._at(path)
            self.nodes += 1
            if at.game.ending is not None:
                returns = " ".join("1" if role.party is at.game.ending.winner else "-1" for role in at.game.roles)
                yield f't "" {self.nodes} "" {{ {returns} }}'
            elif chances := at.chance():
                told = " ".join(f'"{outcome}" {chance:.17g}' for outcome, chance in chances)
                yield f'c "" {self.nodes} "" {{ {told} }} 0'
                waiting += [(*path, (True, outcome)) for outcome, _ in reversed(chances)]
            else:
                found = self._set_of(at)
                for number in legal_numbers(found.legal):
                    self._ids.setdefault(number, len(self._ids))
                told = " ".join(f'"{number}"' for number in legal_numbers(found.legal))
                yield f'p "" {found.seat + 1} {found.number} "{found.number}" {{ {told} }} 0'
                waiting += [(*path, (False, number)) for number in reversed(legal_numbers(found.legal))]

    def _at(self, path: tuple[tuple[bool, int], ...]) -> SmallChances:
        at = SmallChances(self.rules, self.players)
        for chance, number in path:
            if chance:
                at.take_chance(number)
            else:
                at.decide(at.game.awaited[0], numbered_action(at.game.board.phase, number))
        return at

    def _set_of(self, at: SmallChances) -> InformationSet:
        seat = at.game.awaited[0]
        view = onlooking(self.rules, self.players, seat)
        for told in at.log:
            view.see(told)
        board = view.board
        mine = tuple(action for who, action in at.moves if who == seat)
        key = (seat, tuple(sorted(view.roles.items())), mine, board.phase, board.chancellor, view.hand)
        if key not in self.sets:
            number = 1 + sum(found.seat == seat for found in self.sets.values())
            self.sets[key] = InformationSet(number, seat, tuple(dict.fromkeys(at.game.legal_actions(seat))), at)
        return self.sets[key]

    def policy(self, bot: str, samples: int, seed: int) -> Any:
        """Return what a bot does in each information set, as often as it did in some tries."""
        table = {}
        for found in self.sets.values():
            chosen = Counter(self._choice(found, bot, random.Random(f"{seed} {found.seat} {found.number} {n}")) for n in range(samples))
            name = f"{found.seat}-{found.seat}-{found.number}-{found.number}"
            table[name] = sorted((self._ids[action_number(action)], chosen[action] / samples) for action in found.legal)
        return pyspiel.TabularPolicy(table)

    def _choice(self, found: InformationSet, bot: str, rng: random.Random) -> Decision:
        view = onlooking(self.rules, self.players, found.seat)
        player = sit(bot, view, rng)
        for told in found.moment.log:
            seen = [event for event in told if visible(event, found.seat)]
            view.see(seen)
            player.see(seen)
        return player.decide()


def liberals_win(game: Any, policy: Any) -> float:
    """How often, if everybody plays by it: there is one liberal more than others, so what all win adds up to 1 or -1."""
    return float((sum(pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)) + 1) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=64, help="of CFR")
    parser.add_argument("--bots", default="random,party-line,deducer,regular", help="who is measured, with commas")
    parser.add_argument("--samples", type=int, default=20, help="tries of a bot in each information set")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    small = SmallGame(house_rules(RULES.read_text(encoding="utf-8")))
    say(f"{small.nodes:,} nodes, {len(small.sets):,} information sets")
    solver = pyspiel.CFRSolver(small.game)
    for number in range(1, asked.iterations + 1):
        solver.evaluate_and_update_policy()
        if number & (number - 1) == 0 or number == asked.iterations:
            _report(f"CFR, {number} iterations", small, solver.average_policy())
    for bot in asked.bots.split(","):
        _report(bot, small, small.policy(bot, asked.samples, asked.seed))


def _report(name: str, small: SmallGame, policy: Any) -> None:
    gain = pyspiel.nash_conv(small.game, policy)
    say(f"{name}: exploitability {gain:.4f}, liberals win {liberals_win(small.game, policy):.3f}")


if __name__ == "__main__":
    main()
