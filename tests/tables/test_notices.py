"""Whom a table tells what, and when: from the log alone, once, and never what only one seat knows."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from secret_hitler.rules import Phase, Policy
from secret_hitler.storage.key_value import memory_storage
from secret_hitler.tables.hooks import HostHooks
from secret_hitler.tables.host import Host
from secret_hitler.tables.hours import DAY, HOUR
from secret_hitler.tables.housekeeping import AHEAD_SECONDS
from secret_hitler.tables.notices import GRACE, Notice, notices
from secret_hitler.tables.pace import INSTANT
from secret_hitler.tables.table import Table
from secret_hitler.wire.commands import Act, Remark, Say, SetHours, Start
from secret_hitler.wire.commands import Phrase as Phrases
from secret_hitler.wire.messages import Done
from secret_hitler.wire.push import NoticeKind
from secret_hitler.wire.table import Hours, Level, Options, Stage
from tests.security.virtual_time import in_virtual_time
from tests.server.laid_out import LaidOut, laid_out

NOON = 20_000.0 * DAY + 12 * HOUR


class Evening:
    """A table of five people, none of whom has the page open, in virtual time; what they are told, and when."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.told: list[tuple[float, str, str]] = []

    def now(self) -> float:
        return NOON + asyncio.get_running_loop().time()

    async def notify(self, table: Table, notice: Notice, here: bool) -> float | None:
        assert not here
        self.told.append((self.now() - NOON, table.lobby.names[notice.player], notice.says))
        return None

    async def begins(self) -> None:
        self.host = Host(memory_storage(), clock=self.now, pace=INSTANT, hooks=HostHooks(notify=self.notify))
        self.live, first = await self.host.open("Ann", self.options)
        others = [await self.host.join(self.live, name, sit=True) for name in ("Ben", "Cleo", "Dan", "Eve")]
        self.players = dict(zip(("Ann", "Ben", "Cleo", "Dan", "Eve"), (first, *others), strict=True))

    async def does(self, name: str, command: Any) -> None:
        answer = await self.host.command(self.live, self.players[name], command)
        assert isinstance(answer, Done), answer

    async def acts(self) -> str:
        """Whoever is asked acts; the first of several."""
        seat = self.live.table.awaited[0]
        player = self.live.table.lobby.places[seat].player
        name = self.live.table.lobby.names[player]
        action = self.live.table.viewer_logs[seat].view.legal_actions[0]
        await self.does(name, Act(id=f"{self.now()} {self.live.table.lines}", action=action))
        return name

    @property
    def asked(self) -> list[str]:
        return [self.live.table.lobby.name_of(seat) for seat in self.live.table.awaited]


def lived(story: Callable[[Evening], Coroutine[Any, Any, None]], **options: Any) -> Evening:
    async def told() -> Evening:
        evening = Evening(Options(bot_level=Level.RANDOM, **options))
        await evening.begins()
        await story(evening)
        await evening.host.close()
        return evening

    return in_virtual_time(told())


def test_whoever_is_asked_is_told_once_and_reminded_when_a_quarter_is_left() -> None:
    async def story(evening: Evening) -> None:
        await evening.does("Ann", Start(id="deal"))
        (president,) = evening.asked
        await asyncio.sleep(3 * HOUR)
        turns = [(when, name, says) for when, name, says in evening.told if says != "begins"]
        assert turns == [(GRACE, president, "nominate")]
        assert sorted((name, says) for _, name, says in evening.told if says == "begins") == [
            (name, "begins") for name in sorted(evening.players) if name != president
        ]
        await asyncio.sleep(DAY - 3 * HOUR - 1)
        assert evening.told[-1] == (0.75 * DAY, president, "reminder")

    lived(story, decision_seconds=DAY)


def test_a_vote_calls_everyone_once_however_late_the_others_are() -> None:
    async def story(evening: Evening) -> None:
        await evening.does("Ann", Start(id="deal"))
        await evening.acts()
        for _ in range(4):
            await asyncio.sleep(HOUR)
            await evening.acts()
        votes = [name for _, name, says in evening.told if says == "vote"]
        assert sorted(votes) == sorted(evening.players)

    lived(story, decision_seconds=DAY)


def test_sleepers_are_told_in_the_morning() -> None:
    async def story(evening: Evening) -> None:
        for name in evening.players:
            await evening.does(name, SetHours(id=f"hours {name}", hours=Hours(quiet_from=11 * 60, quiet_until=20 * 60)))
        await evening.does("Ann", Start(id="deal"))
        await asyncio.sleep(7.9 * HOUR)
        assert evening.told == []
        await asyncio.sleep(0.2 * HOUR)
        assert [when for when, _, says in evening.told if says == "nominate"] == [8 * HOUR]

    lived(story, decision_seconds=2 * HOUR)


def test_a_name_in_the_chat_or_a_phrase_calls_its_owner_once_an_hour() -> None:
    async def story(evening: Evening) -> None:
        await evening.does("Ann", Say(id="1", text="What do you think, Ben? Bennett doesn't count."))
        await evening.does("Ann", Say(id="2", text="Evening, everybody. BEN is not his name."))
        await asyncio.sleep(60)
        assert [(name, says) for _, name, says in evening.told] == [("Ben", "addressed")]
        await evening.does("Ann", Say(id="3", text="Ben?"))
        await asyncio.sleep(60)
        assert len(evening.told) == 1
        await asyncio.sleep(HOUR)
        await evening.does("Ben", Remark(id="4", phrase=Phrases.SUSPECT, seat=evening.live.table.lobby.seat_of(evening.players["Dan"])))
        await asyncio.sleep(60)
        assert [(name, says) for _, name, says in evening.told[1:]] == [("Dan", "addressed")]

    lived(story)


def test_a_table_wakes_everyone_when_it_opens() -> None:
    async def story(evening: Evening) -> None:
        due = evening.host.timers.next_due(evening.live)
        assert due == NOON + 8 * HOUR
        await asyncio.sleep(8 * HOUR - AHEAD_SECONDS)
        assert evening.told == []
        await asyncio.sleep(AHEAD_SECONDS + 1)
        assert evening.told == [(8 * HOUR, name, "opens") for name in evening.players]

    lived(story, opens_at=NOON + 8 * HOUR)


def test_the_end_is_told_to_all_who_played() -> None:
    async def story(evening: Evening) -> None:
        await evening.does("Ann", Start(id="deal"))
        while evening.live.table.stage is Stage.PLAYING:
            await asyncio.sleep(1)
            await evening.acts()
        await asyncio.sleep(HOUR)
        assert sorted(name for _, name, says in evening.told if says == "result") == sorted(evening.players)

    lived(story, decision_seconds=DAY)


def test_the_first_nominee_is_not_told_that_a_game_began_and_what_to_do() -> None:
    async def story(evening: Evening) -> None:
        await evening.does("Ann", Start(id="deal"))
        president = await evening.acts()
        await asyncio.sleep(HOUR)
        assert (president, "begins") not in [(name, says) for _, name, says in evening.told]

    lived(story, decision_seconds=DAY)


@pytest.mark.parametrize("seed", range(4))
def test_twins_are_told_the_same(seed: int) -> None:
    """Two games that differ only in what nobody knows, up to the same moment: every notice is the same."""
    listed = []
    for policy in Policy:
        table = _twin(f"twins {seed}", policy)
        listed.append([(each, table.lobby.names[each.player]) for each in notices(table)])
    assert listed[0] == listed[1] != []


def _twin(seed: str, first: Policy) -> Table:
    """Let the president discard this policy in the first session; everything that shows is the same."""
    for number in range(400):
        table = LaidOut(5, 0, Options(decision_seconds=DAY), f"{seed} {number}", starts=NOON)
        table.deals()
        there = table.comes_to(lambda game: game.board.phase is Phase.PRESIDENT_SESSION, lambda _, __, legal: legal[0])
        if not there:
            continue
        discards = [each for each in table.game.legal_actions(table.game.awaited[0]) if getattr(each, "policy", None) is first]
        if discards:
            table.plays(table.game.awaited[0], discards[0])
            if _public_start(table) == 0:
                return table.table
    raise AssertionError("no such game")


def _public_start(table: LaidOut) -> int:
    return table.game.board.president or 0


def test_a_fast_table_reminds_nobody() -> None:
    table = laid_out(lambda game: game.board.phase is Phase.ELECTION, "fast", people=5, bots=0, options=Options(decision_seconds=60))
    assert {each.kind for each in notices(table.table)} == {NoticeKind.TURN}
    assert not any(each.says == "reminder" for each in notices(table.table))
