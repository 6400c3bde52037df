"""Play a game in plain lines of text: one person at the keyboard, or none, and bots in the other chairs."""

import asyncio
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from ..bots import LEVELS
from ..rules import Bar, Claim, Decision, OpenClaim, View
from ..words.asked import claim_question, role_in_words
from .game_setup import GameSetup
from .local_game import LocalGame
from .prompt import PromptState, prompt_for, telling
from .table_source import Declined, TableSource, target
from .theme import stamps
from .words import asked_why, rule_behind, say, spoken, story, why

Ask = Callable[[str], str]
Tell = Callable[[str], None]
AT_ONCE = 1e9


def play_in_lines(setup: GameSetup, watch: bool = False, ask: Ask = input, tell: Tell = print) -> None:
    level = say(f"level.{setup.level}") if setup.level in LEVELS else setup.level
    tell(say("terminal.lines", players=setup.players, rules=spoken().ruleset(setup.rules), level=level))
    asyncio.run(_Lines(LocalGame(replace(setup, speed=AT_ONCE), watch, wait_for_claims=True), ask, tell).play())


class _Lines:
    def __init__(self, local: LocalGame, ask: Ask, tell: Tell) -> None:
        self.local, self.ask, self.tell = local, ask, tell
        self._told = 0
        self._introduced = False

    async def play(self) -> None:
        table, tell = await TableSource.join(self.local), self.tell
        self.table, changed = table, asyncio.Event()
        running = asyncio.create_task(table.run(changed.set))
        try:
            await changed.wait()
            if table.seat is not None:
                tell(say("terminal.linesSeat", seat=table.seat + 1, name=table.name_of(table.seat)))
            while self.view.board.ending is None:
                changed.clear()
                self._tell_news()
                if not await self._settles(changed):
                    continue
                if table.untold:
                    await table.act(await self._claim(table.untold[0]))
                elif self.view.choices:
                    await table.act(await self._choose())
                else:
                    await changed.wait()
        finally:
            running.cancel()
        self._tell_news()
        tell("\n" + prompt_for(table, self.view, PromptState()).sentence)
        for sentence in story(self.view, table.name_of):
            tell(sentence)
        if table.trouble:
            tell(table.trouble)

    async def _settles(self, changed: asyncio.Event) -> bool:
        """Wait for news, or until the bots have nothing more to do or say; tell whether they're done."""
        waiting = [asyncio.ensure_future(each) for each in (self.local.settle(), changed.wait())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        return not changed.is_set()

    @property
    def view(self) -> View:
        assert self.table.view is not None, "not connected yet"
        return self.table.view

    def _tell_news(self) -> None:
        table = self.table
        for line in table.lines[self._told :]:
            self.tell(f"  {line}")
        self._told = len(table.lines)
        if table.seat is not None and self.view.roles and not self._introduced:
            self._introduced = True
            self.tell("\n".join(role_in_words(spoken(), self.view, table.seat, table.name_of)) + "\n")

    async def _claim(self, claim: OpenClaim) -> Claim:
        self.tell("\n" + claim_question(spoken(), claim, self.table.name_of))
        return claim.tellings[await self._offer([telling(each).plain for each in claim.tellings])]

    async def _choose(self) -> Decision:
        table, view, board = self.table, self.view, self.view.board
        asked = prompt_for(table, view, PromptState(uncovered=True, understood={round.number for round in view.rounds}))
        self.tell("\n" + say("terminal.linesRound", round=board.round, l=board.liberal, f=board.fascist, n=board.tracker))
        for round in view.rounds[-2:]:
            if round.president == table.seat and round.peek is not None:
                saw = say("tray.seenTop" if len(round.peek) == 1 else "tray.seenPeek")
                self.tell(f"{saw} {stamps(round.peek).plain}")
            if round.witness == table.seat and round.party is not None and round.party_of is not None:
                self.tell(f"{say('tray.seenParty', name=table.name_of(round.party_of))} {say(f'party.{round.party.value}')}")
        self.tell(asked.sentence + (f"  {asked.hand.plain}" if asked.hand is not None else ""))
        choices = list({choice.action: choice for choice in view.choices}.values())
        labels = []
        for choice in choices:
            seat = target(choice)
            label = table.name_of(seat) if seat is not None else next(each.label for each in asked.offers if each.do == choice.action)
            labels.append(label + (f"  ({say('terminal.notNowWhy', reason=why(choice.barred))})" if choice.barred else ""))
        bars = [choice.barred for choice in choices]
        number = await self._offer(labels, bars)
        while (bar := bars[number]) is not None:
            self.tell(f"{say('terminal.linesBarred', reason=why(bar))} {say('terminal.linesWhy', n=number + 1)}")
            number = await self._number(len(choices), bars)
        return choices[number].action

    async def _offer(self, labels: Sequence[str], bars: Sequence[Bar | None] = ()) -> int:
        for number, label in enumerate(labels, start=1):
            self.tell(f"  {number}) {label}")
        return await self._number(len(labels), bars)

    async def _number(self, last: int, bars: Sequence[Bar | None] = ()) -> int:
        """Ask for a number; cite the rule behind a barred choice for "why 3", and say aloud anything else that's typed."""
        while True:
            answer = self.ask(say("terminal.linesChoice")).strip()
            if answer.isdecimal() and 1 <= int(answer) <= last:
                return int(answer) - 1
            asked = asked_why(answer)
            if asked is not None and 1 <= asked <= len(bars) and (bar := bars[asked - 1]) is not None:
                for line in rule_behind(self.view, bar):
                    self.tell(f"  {line}")
                continue
            if not answer or answer.isdecimal():
                self.tell(say("terminal.linesNumber", last=last))
                continue
            try:
                await self.table.say(answer)
                await self.local.settle()
            except Declined as refusal:
                self.tell(str(refusal))
            self._tell_news()
