"""python -m lab.studies.blunder_counts: how often bots do what people laugh at, by the role of who does it."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from secret_hitler.bots import Bot
from secret_hitler.bots.blunders import Laughable, blunder, imprudence, sensible
from secret_hitler.bots.regular import Regular
from secret_hitler.play import Move
from secret_hitler.rules import NATURE, OFFICIAL, Decision, Nominate, Phase, Role, Seat, Vote
from secret_hitler_lab.tournament.arena import seat_bots
from secret_hitler_lab.tournament.seated_bots import SeatedBots

Counts = Counter[tuple[str, Role]]
DECISIONS, CALLS, OWN_NEIN = "decisions", "calls for a vote", "calls nein on the own government"


def count(level: str, players: int, games: int, seed: int) -> Counts:
    counts: Counts = Counter()
    for number in range(games):
        counts.update(_game(seat_bots(OFFICIAL, players, level, level, seed, number)))
    return counts


def _game(table: SeatedBots) -> Iterator[tuple[str, Role]]:
    """Everything that happens in one game and is counted, and the role of who did it."""
    game = table.session.game
    while awaited := game.awaited:
        if awaited[0] == NATURE:
            table.play(table.session.draw())
        else:
            roles = game.roles
            if game.board.phase in (Phase.NOMINATION, Phase.ELECTION):
                for seat, talk in table.talk():
                    if talk.code.startswith("call-"):
                        yield CALLS, roles[seat]
                    if talk.code.startswith("call-nein") and seat in (game.board.president, game.board.chancellor):
                        yield OWN_NEIN, roles[seat]
            decided = {seat: table.bots[seat].decide() for seat in awaited}
            hopeless = fails_whatever_fascists_vote(decided, roles)
            for seat, action in decided.items():
                yield DECISIONS, roles[seat]
                yield from ((what, roles[seat]) for what in laughable(table.bots[seat], action, hopeless))
            table.play(*(Move(Seat(seat), action) for seat, action in decided.items()))
        table.speak()


def fails_whatever_fascists_vote(decided: dict[Seat, Decision], roles: Sequence[Role]) -> bool:
    """Where no vote of theirs elects anybody, Hitler least of all, each may hide among the others."""
    votes = {seat: action for seat, action in decided.items() if isinstance(action, Vote)}
    return bool(votes) and 2 * sum(vote.ja or roles[seat] is not Role.LIBERAL for seat, vote in votes.items()) <= len(votes)


def laughable(bot: Bot, action: Decision, hopeless: bool = False) -> list[Laughable]:
    """Return what is wrong with an action by what the bot knows and has said; nothing is lost by a vote that is hopeless for fascists."""
    view, found = bot.view, []
    if len(set(view.legal_actions)) < 2:
        return []
    if blunder(view, action) and not (hopeless and view.role is not Role.LIBERAL):
        found.append(Laughable.CERTAIN_LOSS)
    imprudent = imprudence(view, action)
    if imprudent is not None:
        found.append(imprudent)
    if len(set(sensible(view))) > 1 and isinstance(bot, Regular) and any(map(bot.conversation.stands_against, _elects(bot, action))):
        found.append(Laughable.ELECTS_ACCUSED)
    return found


def _elects(bot: Bot, action: Decision) -> list[Seat]:
    board = bot.view.board
    match action:
        case Nominate(chancellor):
            return [chancellor]
        case Vote(True):
            return [seat for seat in (board.president, board.chancellor) if seat is not None]
        case _:
            return []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="regular")
    parser.add_argument("--players", type=int, default=7)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1500)
    asked = parser.parse_args()
    counts = count(asked.level, asked.players, asked.games, asked.seed)
    title = f"{asked.games} games of {asked.level} at {asked.players}, seed {asked.seed}: liberals, fascists, Hitler"
    figures = {
        what: [counts[what, role] for role in (Role.LIBERAL, Role.FASCIST, Role.HITLER)]
        for what in (DECISIONS, CALLS, *Laughable, OWN_NEIN)
    }
    lines = [title, *(f"{what}: {', '.join(map(str, found))}" for what, found in figures.items())]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
