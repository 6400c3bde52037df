"""SeatedBots: bots in seats of a session, each shown what its seat saw."""

from ..play import Move, Seen, Session
from ..rules import NATURE, Seat
from .bot import Bot, Talk


class SeatedBots:
    def __init__(self, session: Session, bots: dict[Seat, Bot]) -> None:
        """Seat bots that see through the session's view of their seat, and have seen whatever it has."""
        self.session = session
        self.bots = bots

    def play(self, *moves: Move) -> Seen:
        seen = self.session.play(*moves)
        for seat, bot in self.bots.items():
            if seat in seen:
                bot.see(seen[seat])
        return seen

    def decide(self, *seats: Seat) -> Seen:
        """Let these bots act at once: none sees what another does before it has decided."""
        return self.play(*[Move(seat, self.bots[seat].decide()) for seat in seats])

    def speak(self) -> list[Seen]:
        """Let bots claim once a session is over, presidents before chancellors; who saw nothing new says nothing."""
        board = self.session.game.board
        if not board.awaited or NATURE in board.awaited or board.in_session:
            return []
        speakers = [sight.seat for sight in board.sights[-3:] if sight.seat in self.bots and sight.seat in board.alive]
        return [self.play(Move(seat, claim)) for seat in speakers for claim in self.bots[seat].claims()]

    def talk(self) -> list[tuple[Seat, Talk]]:
        """Let the bots talk, from the president's left on; each hears the others before it speaks."""
        board, said = self.session.game.board, []
        first = 0 if board.president is None else board.president + 1
        present = [seat for seat in self.bots if seat in board.alive]
        for seat in sorted(present, key=lambda seat: (seat - first) % board.seats):
            for talk in self.bots[seat].talk():
                said.append((seat, talk))
                self.hear(seat, talk)
        return said

    def hear(self, seat: Seat, talk: Talk) -> None:
        for bot in self.bots.values():
            bot.hear(seat, talk)
