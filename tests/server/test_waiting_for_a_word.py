"""Bots give a person who governed the time to claim before they vote, and listen when people speak to them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

import pytest

from secret_hitler.bots import NAMED, Talk
from secret_hitler.play import Move
from secret_hitler.rules import Decision, Game, Nominate, Phase, Seat, Vote
from secret_hitler.tables.bots_at_work import LocalBots, already_said, heard_by, spoken_to
from secret_hitler.tables.connection import Presence
from secret_hitler.tables.dealt_game import Trial
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.tables.log_entries import AnyLogEntry, LogLine, Played, Spoke
from secret_hitler.tables.pace import SteadyPace
from secret_hitler.tables.table import Table
from secret_hitler.tables.timers import Timers
from secret_hitler.wire.commands import Phrase, Room
from secret_hitler.wire.table import Level, Options, Sentence
from tests.server.laid_out import LaidOut, laid_out

PERSON, BOT = Seat(0), Seat(1)


def voting_after_a_government(game: Game) -> bool:
    return game.board.phase is Phase.ELECTION and game.board.liberal + game.board.fascist == 1 and len(game.awaited) == game.board.seats


def led_by(president: Callable[[Game, Seat, list[Decision]], bool]) -> Callable[[Game, Seat, list[Decision]], Decision]:
    def chooses(game: Game, seat: Seat, legal: list[Decision]) -> Decision:
        if Vote(True) in legal:
            first = game.board.liberal + game.board.fascist == 0
            return Vote(first and president(game, seat, legal))
        return legal[0] if Nominate(PERSON) not in legal else next(action for action in legal if action != Nominate(PERSON))

    return chooses


def person_governs(game: Game, _: Seat, __: list[Decision]) -> bool:
    return PERSON in (game.board.president, game.board.chancellor)


def person_watches(game: Game, seat: Seat, legal: list[Decision]) -> bool:
    return not person_governs(game, seat, legal)


def table_where(governs: Callable[[Game, Seat, list[Decision]], bool], seconds: int = 10, people: int = 1) -> LaidOut:
    options = Options(bot_level=Level.REGULAR, claim_seconds=seconds)

    def there(game: Game) -> bool:
        return voting_after_a_government(game)

    return laid_out(there, "a word", led_by(governs), people=people, bots=5 - people, options=options)


def test_the_table_says_whose_word_the_bots_wait_for_and_how_long() -> None:
    table = table_where(person_governs).table
    assert table.claim_awaited_from == [PERSON]
    assert table.claim_deadline == table.playing.governed_at + 10


def test_nobody_is_waited_for_where_no_person_governed_or_the_table_does_not_want_it() -> None:
    assert table_where(person_watches).table.claim_awaited_from == []
    assert table_where(person_governs, seconds=0).table.claim_awaited_from == []


def test_nobody_is_waited_for_where_no_bot_waits() -> None:
    assert table_where(person_governs, people=4).table.claim_awaited_from
    assert table_where(person_governs, people=5).table.claim_awaited_from == []


def test_a_claim_ends_the_waiting() -> None:
    laid = table_where(person_governs)
    (claim,) = (claim for claim in laid.table.viewer_logs[PERSON].view.claims if not claim.said)
    moves = laid.table.playing.try_move(Move(PERSON, claim.tellings[-1])).moves
    laid.table.apply(LogLine(time=laid.table.touched, entries=[Played(moves=moves)]))
    assert laid.table.claim_awaited_from == []


@pytest.mark.parametrize("waited", [False, True])
async def test_bots_vote_when_the_time_is_over_and_not_before(waited: bool) -> None:
    laid = table_where(person_governs)
    now = laid.table.playing.governed_at + (11 if waited else 1)
    timers = Timers(_nothing, _no_deal, LocalBots(), lambda: now, SteadyPace(1 / 20), 1.0)
    live = LiveTable(laid.table, lambda: now)
    # Whatever a bot has to say of what it saw, it may say meanwhile.
    live.asked_to_talk = {Seat(seat): len(laid.table.viewer_logs[Seat(seat)].view.sights) for seat in range(5)}
    timers.set(live)
    names = set(live.timers)
    timers.stop()
    timers.cancel(live)
    await asyncio.gather(*live.timers.values(), return_exceptions=True)
    assert names == ({f"bot {seat}" for seat in range(1, 5)} if waited else {"claim"})


def _nothing(live: LiveTable, entries: list[AnyLogEntry], *, trial: Trial | None = None) -> Awaitable[None]:
    raise AssertionError("nothing happens in this test")


def _no_deal(_: Table, __: Collection[str], ___: Presence) -> list[AnyLogEntry]:
    raise AssertionError("nothing is dealt in this test")


# What bots hear


def said(laid: LaidOut, *entries: AnyLogEntry) -> None:
    laid.table.apply(LogLine(time=laid.table.touched + 1, entries=list(entries)))


def test_a_bot_hears_phrases_and_its_name_and_knows_when_it_is_meant() -> None:
    laid = table_where(person_governs)
    table, player = laid.table, laid.players[0]
    said(laid, Spoke(player=player, room=Room.TABLE, text="Good evening."))
    assert heard_by(table, BOT) == []
    said(laid, Spoke(player=player, room=Room.TABLE, text="Whom?", sentence=Sentence(Phrase.WHOM, {"other": BOT})))
    said(laid, Spoke(player=player, room=Room.TABLE, text=f"What about you, {table.lobby.name_of(BOT)}?"))
    heard = heard_by(table, BOT)
    assert [each.talk.code for each in heard] == [Phrase.WHOM, NAMED]
    assert all(each.after == len(table.viewer_logs[BOT].updates) for each in heard)
    assert spoken_to(table, BOT, 0)
    assert not spoken_to(table, BOT, table.talk.spoken)
    assert not spoken_to(table, Seat(2), 0)


def test_why_is_asked_of_whoever_spoke_last() -> None:
    laid = table_where(person_governs)
    said(laid, Spoke(room=Room.TABLE, text="I vote nein.", seat=Seat(2), sentence=Sentence("call-nein", {})))
    said(laid, Spoke(player=laid.players[0], room=Room.TABLE, text="Why?", sentence=Sentence(Phrase.WHY, {})))
    assert spoken_to(laid.table, Seat(2), 0)
    assert not spoken_to(laid.table, BOT, 0)


def test_spectators_are_not_overheard() -> None:
    laid = table_where(person_governs)
    said(laid, Spoke(player=laid.players[0], room=Room.SPECTATORS, text="Whom?", sentence=Sentence(Phrase.WHOM, {"other": BOT})))
    assert heard_by(laid.table, BOT) == []


def test_what_another_bot_said_in_the_same_words_meanwhile_is_not_said_again() -> None:
    table, wonders = (laid := table_where(person_governs)).table, Talk("doubt-claim", {"other": 3, "round": 2}, "I wonder.")
    began = table.talk.spoken
    said(laid, Spoke(room=Room.TABLE, text="Yes.", seat=Seat(2), sentence=Sentence("agree", {"suspect": 3})))
    assert not already_said(table, wonders, began)
    said(laid, Spoke(room=Room.TABLE, text=wonders.text, seat=Seat(2), sentence=Sentence(wonders.code, wonders.params)))
    assert already_said(table, wonders, began)
    assert not already_said(table, wonders, table.talk.spoken), "what was said before is for the bot itself to remember"
