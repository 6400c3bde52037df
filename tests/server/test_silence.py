"""Silence: while a government is in session, and after death, a seat has no way to tell anything but by its own play."""

import json
import random
from collections.abc import Collection
from typing import get_args

import pytest

from secret_hitler.rules import RULESETS, Bar, Decision, Execute, Game, Phase, Policy, Power, Role, Ruleset, Seat
from secret_hitler.rules.actions import Discard, Enact, Nominate, Vote
from secret_hitler.rules.choices import silence
from secret_hitler.rules.vocabulary import SESSION
from secret_hitler.tables.connection import Connection, Presence
from secret_hitler.tables.decide import decide
from secret_hitler.tables.live_table import LiveTable
from secret_hitler.tables.log_entries import AnyLogEntry, LogLine, Spoke
from secret_hitler.tables.refusal import Refusal
from secret_hitler.tables.table import Table
from secret_hitler.wire import PROTOCOL
from secret_hitler.wire.commands import (
    Act,
    AddBot,
    AgreeToRating,
    Commit,
    Dress,
    FastForward,
    HandOver,
    Hello,
    Kick,
    Lock,
    MarkSeat,
    Nudge,
    Phrase,
    React,
    Reaction,
    Ready,
    Remark,
    RemoveBot,
    Rename,
    Reveal,
    Room,
    Say,
    SetHours,
    SetOptions,
    Sit,
    Stand,
    Start,
    Suspicion,
    TableCommand,
    TakeOver,
    TellOpening,
    VoteRemake,
    VoteReplace,
    VoteTakeOver,
)  # fmt: skip
from secret_hitler.wire.table import Appearance, Hours, Level, Options
from tests.server.laid_out import LaidOut

COMMANDS: list[TableCommand] = [
    Say(id="1", text="hello"), React(id="2", reaction=Reaction.WINK), Sit(id="3"), Stand(id="4"), Rename(id="5", name="I am Hitler"),
    Ready(id="6", ready=True), Ready(id="7", ready=False), Start(id="8"), SetOptions(id="9", options=Options(public=True)),
    AddBot(id="10"), RemoveBot(id="11", seat=Seat(1)), Kick(id="12", player="player 1"), HandOver(id="13", player="player 1"),
    Lock(id="14", locked=True), Lock(id="15", locked=False), VoteReplace(id="16", seat=Seat(1)),
    Remark(id="20", phrase=Phrase.NEIN), Dress(id="21", appearance=Appearance(bird=1, hat=2, coat=3)),
    TakeOver(id="18", seat=Seat(1)), VoteTakeOver(id="22", seat=Seat(1), player="nobody", admit=True),
    TellOpening(id="23"), TellOpening(id="24", tell=False),
    Commit(id="25", commitment="0" * 64), Reveal(id="26", secret="0" * 64),
    AgreeToRating(id="27", agrees=True), SetHours(id="28", hours=Hours()),
    *(Nudge(id="19", seat=Seat(seat)) for seat in range(7)),
]  # fmt: skip


def test_a_silenced_seat_fast_forwards_only_where_nobody_could_notice() -> None:
    laid = LaidOut(people=2, bots=3, seed="hurry")
    laid.deals()
    assert not passes(laid.table, "player 0", FastForward(id="1"))


def test_every_command_is_tried() -> None:
    told_to_nobody = {MarkSeat, FastForward, VoteRemake}
    assert {type(command) for command in COMMANDS} | {Act} | told_to_nobody == set(get_args(TableCommand))


@pytest.mark.parametrize("seat", [-1, 7])
def test_a_mark_on_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    laid = LaidOut(people=7, bots=0, seed="marks")
    laid.deals()
    assert passes(laid.table, "player 0", MarkSeat(id="1", seat=Seat(6), mark=Suspicion.TRUST))
    assert not passes(laid.table, "player 0", MarkSeat(id="1", seat=Seat(seat), mark=Suspicion.TRUST))


def never_dealt(table: Table, without: Collection[str], presence: Presence) -> list[AnyLogEntry]:
    raise AssertionError("nobody may deal while a game is played")


def passes(table: Table, player: str, command: TableCommand) -> bool:
    try:
        decide(table, player, command, Presence(frozenset(f"player {seat}" for seat in range(7)), {}, 0.0, 0.0), never_dealt)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_a_silenced_seat_gets_no_command_past_the_table_in_any_phase(rules: Ruleset) -> None:
    silenced: set[tuple[Phase, Bar]] = set()
    for number in range(12):
        laid = LaidOut(people=7, bots=0, options=Options(rules=rules.name), seed=f"silence {number}")
        laid.deals()
        rng = random.Random(number)
        while (game := laid.game).awaited:
            for seat in map(Seat, range(7)):
                bar = silence(rules, game.board, seat)
                if bar is not None:
                    silenced.add((game.board.phase, bar))
                    assert [command for command in COMMANDS if passes(laid.table, f"player {seat}", command)] == []
            laid.plays(game.awaited[0], rng.choice(_leaning_late(game.legal_actions(game.awaited[0]), rng)))
    assert {phase for phase, bar in silenced if bar is Bar.IN_SESSION} >= SESSION & {Phase.PRESIDENT_SESSION, Phase.CHANCELLOR_SESSION}
    assert any(bar is Bar.DEAD for _, bar in silenced) == any(Power.EXECUTE in powers for powers in rules.powers.values())


def _leaning_late(legal: tuple[Decision, ...], rng: random.Random) -> list[Decision]:
    """Governments are mostly elected, so that games come to vetoes and executions."""
    return [Vote(True)] if Vote(True) in legal and rng.random() < 0.8 else list(legal)


def test_whoever_may_talk_may_do_the_rest_too() -> None:
    laid = LaidOut(people=7, bots=0, seed="talk")
    laid.deals()
    assert laid.game.board.phase is Phase.NOMINATION
    assert passes(laid.table, "player 0", Say(id="a", text="hello"))
    assert passes(laid.table, "player 0", VoteRemake(id="b"))


def test_names_change_between_games_only() -> None:
    laid = LaidOut(people=7, bots=0, seed="names")
    assert passes(laid.table, "player 0", Rename(id="a", name="Mira"))
    laid.deals()
    assert not passes(laid.table, "player 0", Rename(id="a", name="Mira"))


def test_the_dead_are_counted_when_the_table_votes_on_itself() -> None:
    laid = LaidOut(people=7, bots=0, seed="dead")
    laid.deals()
    assert laid.table.remake_needed == 4
    hitler = Seat(laid.game.roles.index(Role.HITLER))

    def chooses(game: Game, seat: Seat, legal: list[Decision]) -> Decision:
        """Fascist policies from governments without Hitler, who is spared: the game comes to two executions."""
        liked = [Vote(True), Discard(Policy.LIBERAL), Enact(Policy.FASCIST)]
        spared = [action for action in legal if action not in (Nominate(hitler), Execute(hitler))]
        return next((action for action in legal if action in liked), spared[0])

    assert laid.comes_to(lambda game: len(game.board.alive) == 5 and not game.board.in_session, chooses)
    assert laid.table.remake_needed == 4


@pytest.mark.parametrize("people", [1, 7])
def test_who_was_hitler_last_opens_the_next_game_of_the_french_deck_also_when_a_bot_was(people: int) -> None:
    laid = LaidOut(
        people=max(1, people), bots=7 - max(1, people), options=Options(rules="french-deck", bot_level=Level.RANDOM), seed="french"
    )
    laid.deals()
    assert laid.game.board.president == 0, "the host opens the first game"
    laid.comes_to(lambda game: False, chooses=None)
    hitler = laid.game.roles.index(Role.HITLER)
    assert hitler != 0
    laid.deals()
    assert laid.game.board.president == hitler


def test_the_opening_is_told_by_the_host_between_the_deal_and_the_first_vote() -> None:
    laid = LaidOut(people=7, bots=0, seed="opening")
    assert not passes(laid.table, "player 0", TellOpening(id="a")), "nothing is dealt"
    laid.deals()
    assert passes(laid.table, "player 0", TellOpening(id="b"))
    assert not passes(laid.table, "player 1", TellOpening(id="c")), "not the host"
    assert laid.comes_to(lambda game: game.board.round > 1, chooses=lambda game, seat, legal: legal[-1])
    assert not passes(laid.table, "player 0", TellOpening(id="d")), "too late"


async def test_who_comes_back_in_the_middle_of_the_opening_hears_the_rest_of_it_and_not_once_it_is_over() -> None:
    laid = LaidOut(people=7, bots=0, seed="opening")
    laid.deals()
    now = [1000.0]
    live = LiveTable(laid.table, clock=lambda: now[0])

    async def told() -> list[str]:
        sent: list[str] = []

        async def keep(message: str) -> None:
            sent.append(message)

        connection = Connection("player 1", keep)
        live.greet(connection, Hello(protocol=PROTOCOL))
        connection.close(1000, "")
        await connection.write()
        return [message for message in sent if '"type":"OpeningTold"' in message]

    assert await told() == []
    live.pass_on("player 0", TellOpening(id="a"))
    now[0] += 20
    assert [json.loads(message)["began"] for message in await told()] == [1000.0]
    now[0] += 600
    assert await told() == []
    now[0] -= 600
    live.pass_on("player 0", TellOpening(id="b", tell=False))
    assert await told() == []


def test_what_is_said_names_the_round_in_which_it_was_said() -> None:
    laid = LaidOut(people=5, bots=0, seed="talk")
    laid.table.apply(LogLine(time=1.0, entries=[Spoke(player="player 0", room=Room.TABLE, text="hello")]))
    laid.deals()
    assert laid.comes_to(lambda game: game.board.round == 3, chooses=lambda game, seat, legal: legal[-1])
    laid.table.apply(LogLine(time=2.0, entries=[Spoke(player="player 1", room=Room.TABLE, text="well")]))
    assert [said.round for said in laid.table.talk.remembered] == [0, 3]
