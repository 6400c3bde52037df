"""Games round by round, as people write them down elsewhere: one JSON object a line with hands, decks and claims."""

from msgspec import Struct

from ..play import Move
from ..rules import ALL, OFFICIAL, AnyAction, CallSpecialElection, Execute, IllegalAction, Investigate, onlooking
from ..rules.actions import Appoint, ClaimParty, ClaimTiles, Deal, Discard, Enact, Nominate, Shuffle, Veto, Vote
from ..rules.claims import Round, about
from ..rules.game import Game, begin, cards_to_shuffle
from ..rules.vocabulary import NATURE, About, Party, Phase, Policy, Power, Role, Seat, Tiles, without
from .record import Record, UnfitRecord, replay


class HumanRound(Struct, omit_defaults=True):
    president: int
    chancellor: int
    votes: str
    deck: str
    enacted: str | None = None
    president_hand: str | None = None
    chancellor_hand: str | None = None
    president_claim: str | None = None
    chancellor_claim: str | None = None
    chancellor_veto: bool | None = None
    president_veto: bool | None = None
    investigated: int | None = None
    investigation_claim: str | None = None
    special_election: int | None = None
    executed: int | None = None
    peek: str | None = None
    peek_claim: str | None = None


class HumanGame(Struct, omit_defaults=True):
    game: int
    players: int
    roles: str
    winner: str
    rounds: list[HumanRound]
    table: str = ""


def from_human(human: HumanGame) -> Record:
    """Play the game through the official rules; every hand, deck, ending and choice must match what's written."""
    scribe = _Scribe(human)
    scribe.write(NATURE, Deal(tuple(map(Role, human.roles))))
    scribe.write(NATURE, Shuffle(_tiles(human.rounds[0].deck)))
    scribe.write(NATURE, Appoint(Seat(human.rounds[0].president)))
    for number in range(len(human.rounds)):
        scribe.play_round(number)
    ending = scribe.game.ending
    if ending is None or ending.winner != human.winner:
        raise UnfitRecord(f"the record says that {human.winner} won, the rules say {ending or 'that the game did not end'}")
    notes = {"game": str(human.game), "table": human.table}
    return Record(rules=OFFICIAL, seats=human.players, moves=scribe.moves, ending=ending, notes=notes)


class _Scribe:
    def __init__(self, human: HumanGame) -> None:
        self.human = human
        self.game: Game = begin(OFFICIAL, human.players)
        self.moves: list[Move] = []
        self.number = 0

    def play_round(self, number: int) -> None:
        self.number = number
        round, board = self.human.rounds[number], self.game.board
        self._expect("president", round.president, board.president)
        self._expect("deck", round.deck, "".join(self.game.deck))
        self._act(Seat(round.president), Nominate(Seat(round.chancellor)))
        for seat in board.alive:
            self._act(seat, Vote(round.votes[seat] == "J"))
        if board.phase is Phase.PRESIDENT_SESSION:
            self._session(round)
        self._expect("enacted", round.enacted, self._enacted(number))
        self._claims(round)
        self._power(round)

    def _session(self, round: HumanRound) -> None:
        president, chancellor = Seat(round.president), Seat(round.chancellor)
        self._expect("president_hand", _sorted(round.president_hand), "".join(self.game.hand))
        self._act(president, Discard(_dropped(round.president_hand or "", round.chancellor_hand or "")))
        self._expect("chancellor_hand", _sorted(round.chancellor_hand), "".join(self.game.hand))
        if round.chancellor_veto is not None:
            self._act(chancellor, Veto(round.chancellor_veto))
        if round.chancellor_veto:
            self._act(president, Veto(bool(round.president_veto)))
        if round.enacted is not None and self.game.board.phase is Phase.CHANCELLOR_SESSION:
            self._act(chancellor, Enact(Policy(round.enacted)))

    def _claims(self, round: HumanRound) -> None:
        """Make the claims about hands; in a round that ended the game, they came too late to count."""
        if self.game.ending is not None or round.president_hand is None:
            return
        for office, what in (("president", About.PRESIDENT_HAND), ("chancellor", About.CHANCELLOR_HAND)):
            said = getattr(round, f"{office}_claim")
            if said is not None:
                self._act(Seat(getattr(round, office)), ClaimTiles(what, self.number + 1, tuple(sorted(_tiles(said)))))

    def _power(self, round: HumanRound) -> None:
        president = Seat(round.president)
        for power, seat in ((Investigate, round.investigated), (CallSpecialElection, round.special_election), (Execute, round.executed)):
            if seat is not None:
                self._act(president, power(Seat(seat)))
        if round.investigated is not None and round.investigation_claim is not None:
            self._act(president, ClaimParty(self.number + 1, Party(round.investigation_claim)))
        if round.peek_claim is not None:
            self._act(president, ClaimTiles(About.PEEK, self.number + 1, _tiles(round.peek_claim)))

    def _act(self, seat: Seat, action: AnyAction) -> None:
        self.write(seat, action)
        while self.game.board.phase is Phase.SHUFFLE:
            self.write(NATURE, Shuffle(self._next_deck()))

    def _next_deck(self) -> Tiles:
        """Return the next round's deck, under the tile that the populace took in this one; after the end there's no deck."""
        cards = cards_to_shuffle(self.game)
        rounds = self.human.rounds
        following = _tiles(rounds[self.number + 1].deck) if self.number + 1 < len(rounds) else ()
        taken = _tiles(rounds[self.number].enacted or "") if len(following) < len(cards) else ()
        return taken + (following or without(cards, *taken))

    def _enacted(self, number: int) -> str | None:
        liberal, fascist = (sum(round.enacted == policy for round in self.human.rounds[:number]) for policy in Policy)
        board = self.game.board
        return "L" if board.liberal > liberal else "F" if board.fascist > fascist else None

    def write(self, seat: Seat, action: AnyAction) -> None:
        try:
            self.game.apply(seat, action)
        except IllegalAction as error:
            raise UnfitRecord(f"round {self.number}: {error}") from error
        self.moves.append(Move(seat, action))

    def _expect(self, what: str, written: object, played: object) -> None:
        if written != played:
            raise UnfitRecord(f"round {self.number}: the record says {what} {written}, the rules say {played}")


def _tiles(letters: str) -> Tiles:
    return tuple(map(Policy, letters))


def _sorted(letters: str | None) -> str:
    return "".join(sorted(letters or ""))


def _dropped(drawn: str, passed: str) -> Policy:
    try:
        (dropped,) = without(_tiles(drawn), *_tiles(passed))
    except ValueError:
        raise UnfitRecord(f"a president with {drawn or 'no hand'} cannot have passed {passed or 'nothing'}") from None
    return dropped


def to_human(record: Record, number: int = 0) -> HumanGame:
    """Write the game down with every card."""
    view = onlooking(record.rules, record.seats, ALL)
    decks: list[Tiles] = []
    asked: dict[int, bool] = {}
    before: Tiles = ()
    for game, move, told in replay(record):
        if isinstance(move.action, Nominate):
            decks.append(before)
        if isinstance(move.action, Veto) and move.seat == view.board.chancellor:
            asked[view.board.round] = move.action.wanted
        before = game.deck
        view.see(told)
    if view.board.ending is None:
        raise UnfitRecord("a game that did not end has no winner to write down")
    return HumanGame(
        game=number,
        players=record.seats,
        roles="".join(record.roles),
        winner=view.board.ending.winner.value,
        table=record.notes.get("table", ""),
        rounds=[_round(round, deck, asked.get(round.number)) for round, deck in zip(view.rounds, decks, strict=False)],
    )


def _round(round: Round, deck: Tiles, asked: bool | None) -> HumanRound:
    assert round.chancellor is not None
    said = {about(claimed.claim): claimed.claim for claimed in round.claims}
    party = said.get(About.PARTY)
    return HumanRound(
        president=round.president,
        chancellor=round.chancellor,
        votes="".join("-" if vote is None else "NJ"[vote] for vote in round.ballots or ()),
        deck="".join(deck),
        enacted=round.enacted,
        president_hand=_letters(round.president_hand),
        chancellor_hand=_letters(round.chancellor_hand),
        chancellor_veto=asked,
        president_veto=round.vetoed if asked else None,
        investigated=round.target if round.power is Power.INVESTIGATE else None,
        investigation_claim=party.party if isinstance(party, ClaimParty) else None,
        special_election=round.target if round.power is Power.SPECIAL_ELECTION else None,
        executed=round.target if round.power is Power.EXECUTE else None,
        peek=_letters(round.peek),
        **{
            f"{name}_claim": _letters(claim.tiles)
            for name, what in (("president", About.PRESIDENT_HAND), ("chancellor", About.CHANCELLOR_HAND), ("peek", About.PEEK))
            if (claim := said.get(what)) is not None and not isinstance(claim, ClaimParty)
        },
    )


def _letters(tiles: Tiles | None) -> str | None:
    return None if tiles is None else "".join(tiles)
