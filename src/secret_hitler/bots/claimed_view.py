"""ClaimedView: what a seat would know and believe if it were the liberal that it says it is."""

from ..belief import Belief, Parameters
from ..belief.worlds import Floats
from ..rules import About, AnyEvent, ClaimParty, ClaimTiles, Policy, Role, Seat, Tiles, View, onlooking
from ..rules.events import EVERYONE, ClaimMade, EnvelopesDealt, RoleSeen, only

Evidence = list[tuple[Seat, Floats]]
"""What acts say of the roles: the seat that acted, and log likelihoods for every world."""


class ClaimedView:
    """The view of a liberal in a seat who saw whatever that seat claims to have seen."""

    def __init__(self, view: View, seat: Seat, parameters: Parameters | None = None) -> None:
        self.me = seat
        self.belief = Belief(onlooking(view.rules, view.board.seats, self.me), parameters)

    def see(self, events: list[AnyEvent]) -> None:
        shown = [event for event in events if event.audience == EVERYONE]
        if any(isinstance(event, EnvelopesDealt) for event in shown):
            shown.append(RoleSeen(seat=self.me, role=Role.LIBERAL, audience=only(self.me)))
        self.belief.see(self.belief.view.see(shown))
        for event in shown:
            if isinstance(event, ClaimMade) and event.seat == self.me:
                self._stand_by(event)

    def weigh(self, found: Evidence) -> None:
        """Learn what the acts of others say of them; my own tell me nothing."""
        for seat, evidence in found:
            if seat != self.me:
                self.belief.weigh(evidence)

    def _stand_by(self, event: ClaimMade) -> None:
        """Take what I said for what I saw, unless no deck or deal could have shown it."""
        view, claim = self.belief.view, event.claim
        match claim:
            case ClaimParty(round, party) if party is not None:
                view.suppose_seen(claim)
                if not self.belief.tenable:
                    view.suppose_seen(ClaimParty(round, None))
            case ClaimTiles(about, round, tiles) if tiles is not None:
                view.suppose_seen(claim, _thrown(tiles) if about is About.PRESIDENT_HAND else None)
                self.belief.see([event])
                if not self.belief.tenable:
                    view.suppose_seen(ClaimTiles(about, round, None))
        self.belief.see([event])


def _thrown(tiles: Tiles) -> Tiles:
    """Suppose a fascist tile was thrown away, as a liberal president does."""
    return (Policy.FASCIST if Policy.FASCIST in tiles else Policy.LIBERAL,)
