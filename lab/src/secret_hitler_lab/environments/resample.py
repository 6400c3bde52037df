"""The same public story again with other secrets: a state that one player cannot tell from the present one."""

import random
from itertools import zip_longest
from typing import TYPE_CHECKING

from secret_hitler.rules import Decision, Discard, Enact, Phase, Seat, Veto, View, Vote, visible
from secret_hitler.rules.claims import Round

from ..observations.observation import action_number
from .possible_worlds import World, sample_world
from .stepwise_chance import ROLES, TILES

if TYPE_CHECKING:
    from .openspiel import SecretHitlerState

Move = tuple[Seat, Decision]


def retold(story: "SecretHitlerState", player: Seat, rng: random.Random) -> "SecretHitlerState":
    view = story.view(player)
    seen = [event for told in story.table.log for event in told if visible(event, player)]
    teller = _Teller(story.get_game().new_initial_state(), player, view, sample_world(view, seen, rng), rng)
    teller.open()
    for move, following in zip_longest(story.table.moves, story.table.moves[1:]):
        teller.tell(move, following)
    return teller.state


class _Teller:
    def __init__(self, state: "SecretHitlerState", player: Seat, view: View, world: World, rng: random.Random) -> None:
        self.state, self.player, self.view, self.world, self.rng = state, player, view, world, rng

    def open(self) -> None:
        for role in self.world.roles:
            self.state.apply_action(ROLES.index(role))
        self.state.apply_action(self.view.rounds[0].president)

    def tell(self, move: Move, following: Move | None) -> None:
        """Keep the player's own moves and all that is public as they were; the rest fits the sampled world."""
        seat, action = move
        game = self.state.table.game
        if seat != self.player:
            if action == Veto(False) and game.board.phase is Phase.CHANCELLOR_SESSION:
                return  # nobody else saw it; where it is needed it comes with the enactment
            action = self._choice(seat, action, self.view.rounds[game.board.round - 1], following)
            if isinstance(action, Enact) and Veto(False) in game.legal_actions(seat):
                self._decide(Veto(False))
        self._decide(action)

    def _choice(self, seat: Seat, action: Decision, round: Round, following: Move | None) -> Decision:
        game = self.state.table.game
        match action:
            case Vote() if round.ballots is None:
                return Vote(self.rng.random() < 1 / 2)
            case Discard():
                return Discard(self.world.discards[round.number])
            case Enact() if round.enacted is None or round.by_populace:
                return Enact(self.rng.choice(game.hand))
            case Veto() if game.board.phase is Phase.VETO_BALLOT:
                return self._sealed_ballot(game.veto_ballots, round, following)
            case _:
                return action

    def _sealed_ballot(self, cast: tuple[bool, ...], round: Round, following: Move | None) -> Veto:
        """Return a ballot that leads to what came of it: a veto needs both."""
        if round.vetoed:
            return Veto(True)
        if not cast:
            cast = (following is not None and following[0] == self.player and following[1] == Veto(True),)
        return Veto(not cast[0] and self.rng.random() < 1 / 2)

    def _decide(self, action: Decision) -> None:
        self.state.apply_action(action_number(action))
        while self.state.is_chance_node():
            shuffle, place = self.state.table.place
            self.state.apply_action(TILES.index(self.world.decks[shuffle][place]))
