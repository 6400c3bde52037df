"""SeatedBots: bots in the seats of a session, who act, claim and talk together."""

from secret_hitler.bots import Bot, Talk
from secret_hitler.play import Move, Seen, Session
from secret_hitler.rules import NATURE, Seat


class SeatedBots:
    def __init__(self, session: Session, bots: dict[Seat, Bot]) -> None:
        """Seat bots behind the session's views of their seats."""
        self.session, self.bots = session, bots
        self.said: list[tuple[int, Seat, str]] = []
        """What was said, by whom, and after how many moves."""

    def play(self, *moves: Move) -> Seen:
        seen = self.session.play(*moves)
        for seat, bot in self.bots.items():
            if seat in seen:
                bot.see(seen[seat])
        return seen

    def decide(self, *seats: Seat) -> Seen:
        """Let these bots act together: each decides before it sees what the others do."""
        return self.play(*[Move(seat, self.bots[seat].decide()) for seat in seats])

    def speak(self) -> list[Seen]:
        """Let bots claim once a session is over, presidents before chancellors; a bot that saw nothing new stays quiet."""
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
                self.said.append((len(self.session.moves), seat, talk.text))
                self.hear(seat, talk)
        return said

    def hear(self, seat: Seat, talk: Talk) -> None:
        for bot in self.bots.values():
            bot.hear(seat, talk)
