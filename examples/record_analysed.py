"""A record analysed: what one seat could conclude about the tiles that others threw away.

python examples/record_analysed.py [seed]
"""

import random
import sys
from collections import Counter

from secret_hitler.play import Move, Session
from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, AnyEvent, Policy, Seat, begin, onlooking, visible
from secret_hitler.words.view_text import knowledge, news
from secret_hitler_lab.environments.possible_worlds import sample_world

SEAT = Seat(0)
WORLDS = 2000


def played(seed: int) -> Record:
    """Return a game of uniform play, as a record."""
    rng = random.Random(seed)
    session = Session(OFFICIAL, 7, rng.randrange)
    game = session.game
    while game.awaited:
        seat = game.awaited[0]
        session.play(session.draw() if session.nature_awaited else Move(seat, rng.choice(game.legal_actions(seat))))
    return Record(rules=OFFICIAL, seats=7, moves=session.moves, ending=game.ending)


def main(seed: int) -> None:
    record = played(seed)
    game, view = begin(record.rules, record.seats, record.opener), onlooking(record.rules, record.seats, SEAT)
    seen: list[AnyEvent] = []
    for move in record.moves:
        told = game.apply(move.seat, move.action)
        if game.ending is not None:
            break
        seen += [event for event in told if visible(event, SEAT)]
        view.see(told)
    print(knowledge(view))
    print("\n".join(news(seen, view)))
    worlds = [sample_world(view, seen, random.Random(number)) for number in range(WORLDS)]
    print(f"\nBefore the last move, in {WORLDS:,} worlds that fit what seat {SEAT} saw:")
    for round in view.rounds:
        thrown = Counter(world.discards.get(round.number) for world in worlds)
        if None not in thrown:
            print(f"  round {round.number}: president {round.president} threw away a liberal tile in {thrown[Policy.LIBERAL] / WORLDS:.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
