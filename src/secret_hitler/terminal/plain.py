"""A game in plain lines of text: one person at the keyboard, or none, and bots in the other chairs."""

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from ..bots import LEVELS
from ..rules import Decision
from .launch_options import GameSetup
from .prompt import PromptState, prompt_for
from .sources.bot_game import BotGame
from .story import story
from .theme import stamps
from .widgets.dialogs import role_in_words
from .widgets.seats import target
from .words import say, spoken, why

Ask = Callable[[str], str]
Tell = Callable[[str], None]
AT_ONCE = 1e9


def play_in_lines(setup: GameSetup, watch: bool = False, ask: Ask = input, tell: Tell = print) -> None:
    """Play to the end; what others do in secret is not shown."""
    level = say(f"level.{setup.level}") if setup.level in LEVELS else setup.level
    tell(say("terminal.lines", players=setup.players, rules=spoken().ruleset(setup.rules.name), level=level))
    asyncio.run(_play(BotGame(replace(setup, speed=AT_ONCE), watch), ask, tell))


async def _play(table: BotGame, ask: Ask, tell: Tell) -> None:
    changed = asyncio.Event()
    running = asyncio.create_task(table.run(changed.set))
    if table.seat is not None:
        tell(say("terminal.linesSeat", seat=table.seat + 1, name=table.name_of(table.seat)))
    try:
        told, spoken, introduced = 0, 0, False
        while table.view.board.ending is None:
            await changed.wait()
            changed.clear()
            for sentence in table.news[told:]:
                tell(f"  {sentence}")
            for line in table.spoken[spoken:]:
                tell(f"  {line.name}: {line.text}")
            told, spoken = len(table.news), len(table.spoken)
            if table.seat is not None and table.view.roles and not introduced:
                introduced = True
                tell("\n".join(role_in_words(table.view, table.seat, table.name_of)) + "\n")
            if table.view.choices:
                await table.act(_choose(table, ask, tell))
    finally:
        running.cancel()
    tell("\n" + prompt_for(table, table.view, PromptState()).sentence)
    for sentence in story(table.view, table.name_of):
        tell(sentence)
    if table.trouble:
        tell(table.trouble)


def _choose(table: BotGame, ask: Ask, tell: Tell) -> Decision:
    view, board = table.view, table.view.board
    asked = prompt_for(table, view, PromptState(uncovered=True, understood={round.number for round in view.rounds}))
    tell("\n" + say("terminal.linesRound", round=board.round, l=board.liberal, f=board.fascist, n=board.tracker))
    _tell_sights(table, tell)
    tell(asked.sentence + (f"  {asked.hand.plain}" if asked.hand is not None else ""))
    choices = list({choice.action: choice for choice in view.choices}.values())
    for number, choice in enumerate(choices, start=1):
        seat = target(choice)
        words = table.name_of(seat) if seat is not None else next(each.label for each in asked.offers if each.do == choice.action)
        tell(f"  {number}) {words}" + (f"  ({say('terminal.notNowWhy', reason=why(choice.barred))})" if choice.barred else ""))
    while True:
        answer = ask(say("terminal.linesChoice")).strip()
        if not answer.isdecimal() or not 1 <= int(answer) <= len(choices):
            tell(say("terminal.linesNumber", last=len(choices)))
            continue
        choice = choices[int(answer) - 1]
        if choice.barred is None:
            return choice.action
        tell(say("terminal.linesBarred", reason=why(choice.barred)))


def _tell_sights(table: BotGame, tell: Tell) -> None:
    """What I saw in the last two rounds by a power of mine."""
    for round in table.view.rounds[-2:]:
        if round.president == table.seat and round.peek is not None:
            tell(f"{say('tray.seenPeek')} {stamps(round.peek).plain}")
        if round.president == table.seat and round.party is not None and round.target is not None:
            tell(f"{say('tray.seenParty', name=table.name_of(round.target))} {say(f'party.{round.party.value}')}")
