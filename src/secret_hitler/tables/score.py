"""The score of an evening: who won how many games, and who was Hitler last."""

from ..rules import Game, Role
from ..wire.table import Score
from .lobby import Lobby, SeatAssignment


class ScoreSheet:
    def __init__(self) -> None:
        self.by_player: dict[str, Score] = {}
        self.last_hitler: SeatAssignment | None = None

    def add(self, game: Game, lobby: Lobby) -> None:
        assert game.ending is not None
        for place, role in zip(lobby.places, game.roles, strict=True):
            if role is Role.HITLER:
                self.last_hitler = place
            if place.player:
                score = self.by_player.setdefault(place.player, Score(place.player, "", 0, 0))
                score.name = lobby.names[place.player]
                score.games += 1
                score.wins += role.party is game.ending.winner
