"""Counts of legal paths: how many ways a few decisions can go from a given position, under each rule set.

`python -m tests.perft` writes tests/perft_counts/*.txt anew; read the difference before committing it.
"""

from pathlib import Path

from secret_hitler.rules import NATURE, RULESETS, Game, Phase, Ruleset, Shuffle
from secret_hitler.rules.game import cards_to_shuffle
from tests.table import Table, at

FOLDER = Path(__file__).parent / "perft_counts"


def positions(rules: Ruleset) -> dict[str, tuple[Table, int]]:
    """Where to begin, and how many decisions to look ahead."""
    return {
        "opening": (at(rules, 5, deck="FFLFL"), 12),
        "one failure before chaos": (at(rules, 5, tracker=2, pile="FLL"), 11),
        "first power": (at(rules, 9, executed=[5, 6, 7, 8], deck="FFL"), 12),
        "second power": (at(rules, 7, executed=[5, 6], fascist=1, deck="FFL", limited=(3, 4)), 12),
        "third power": (at(rules, 7, executed=[5, 6], fascist=2, deck="FFL", roles="LLLHLFF"), 12),
        "fourth power": (at(rules, 7, executed=[5, 6], fascist=3, deck="FFL", roles="LLLHLFF"), 12),
        "veto open": (at(rules, 6, executed=[4, 5], fascist=5, tracker=1, deck="FFLFF", limited=(2, 3)), 12),
        "veto before chaos": (at(rules, 5, executed=[4], fascist=5, tracker=2, pile="FFLL", limited=(2, 3)), 12),
        "last liberal policy": (at(rules, 5, liberal=4, deck="FFL"), 12),
    }


def paths(game: Game, depth: int) -> int:
    """Ways to make `depth` decisions; the awaited act in seat order, and nature shuffles sorted decks."""
    while game.board.phase is Phase.SHUFFLE:
        game = game.copy()
        game.apply(NATURE, Shuffle(cards_to_shuffle(game)))
    if depth == 0 or not game.awaited:
        return 1
    total = 0
    for action in dict.fromkeys(game.legal_actions(game.awaited[0])):
        after = game.copy()
        after.apply(game.awaited[0], action)
        total += paths(after, depth - 1)
    return total


def counts(rules: Ruleset) -> str:
    lines = [f"{name}, {depth} decisions: {paths(table.game, depth)}" for name, (table, depth) in positions(rules).items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for rules in RULESETS.values():
        (FOLDER / f"{rules.name}.txt").write_text(counts(rules), encoding="utf-8")
