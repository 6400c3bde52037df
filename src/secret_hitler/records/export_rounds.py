"""Export of games round by round, in the form in which human games are read: hands, decks and claims, one JSON object a game."""

from ..rules import ALL, About, ClaimParty, Nominate, Veto, onlooking
from ..rules.claims import Round, about
from ..rules.vocabulary import Power, Tiles
from .import_human import HumanGame, HumanRound
from .playback import replay
from .record import Record, UnfitRecord


def to_human(record: Record, number: int = 0) -> HumanGame:
    """The game as somebody who saw every card would have written it down."""
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
