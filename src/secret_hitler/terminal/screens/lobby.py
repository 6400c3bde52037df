"""LobbyScreen: the chairs of a live table before the deal and between games."""

from collections.abc import Awaitable
from typing import ClassVar

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input

from ...rules import RULESETS, Seat
from ...rules.ruleset import MAX_SEATS, MIN_SEATS
from ...wire.commands import AddBot, RemoveBot, SetOptions, Sit, Stand
from ...wire.table import Chair, Level, Options, Stage, TableState
from ..screen import TerminalScreen, TextWidget, stands
from ..table_source import Declined, TableSource, clock_left
from ..theme import BRASS, FAINTLY, STRONGLY, TO_DO
from ..widgets import panels
from ..widgets.seats import SeatRow, key_of
from ..words import listed, say, spoken


class LobbyScreen(TerminalScreen[None], inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "deal", "terminal.deal"),
        Binding("f", "fill", "terminal.key.fill"),
        Binding("b", "bot", "terminal.key.bot"),
        Binding("g", "ready", "terminal.key.ready"),
        Binding("enter", "sit", "terminal.key.sit", key_display="Enter"),
        Binding("u", "stand", "terminal.key.stand"),
        Binding("t", "rules", "terminal.key.rules"),
        Binding("v", "level", "terminal.key.level"),
        Binding("s", "say", "terminal.key.say"),
        Binding("question_mark", "app.keys", "terminal.key.keys", key_display="?", show=False),
        Binding("q,ctrl+c", "app.leave", "terminal.key.leave", key_display="q"),
    ]

    def __init__(self, source: TableSource) -> None:
        super().__init__()
        self.source = source
        self._picked = Seat(0)
        self._notice = ""

    def compose(self) -> ComposeResult:
        yield TextWidget(id="boards")
        with Horizontal(id="middle"):
            with Vertical(id="seats"):
                for seat in range(MAX_SEATS):
                    yield SeatRow(Seat(seat), "chair")
            with Vertical(id="panels"):
                yield TextWidget(id="options")
                with VerticalScroll(id="panel", can_focus=False):
                    yield TextWidget(id="text")
                yield Input(id="say", placeholder=say("terminal.talkHint"), max_length=400)
        with Vertical(id="action-bar"):
            yield TextWidget(id="news")
            yield TextWidget(id="sentence")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        table = self.source.table
        if not stands(self) or table is None:
            return
        head = Text.assemble((spoken().loud("game.title"), TO_DO), "  ", (say("lobby.title", code=table.code), STRONGLY))
        self.query_one("#boards", TextWidget).put(head.append(f"\n{say('terminal.liveHint', url=self.source.link)}", FAINTLY))
        for row in self.query(SeatRow):
            row.display = row.seat < len(table.chairs)
            if row.display:
                row.set_class(row.seat == self._picked, "picked")
                row.put(self._chair(table.chairs[row.seat]))
        self.query_one("#options", TextWidget).put(_options(table))
        self.query_one("#text", TextWidget).put(panels.chat(self.source))
        self.query_one("#panel", VerticalScroll).scroll_end(animate=False)
        mine, sentence = self._to_do(table)
        self.query_one("#action-bar").set_class(mine, "mine")
        self.query_one("#news", TextWidget).put(Text(self.source.trouble or self._notice, FAINTLY))
        self.query_one("#sentence", TextWidget).put(Text(sentence, Style(color=BRASS, bold=True) if mine else Style()))
        self.refresh_bindings()

    def _chair(self, chair: Chair) -> Text:
        taken = chair.player is not None or chair.bot is not None
        line = Text().append(">" if chair.seat == self._picked else " ", TO_DO).append(f"{key_of(chair.seat)}  ", FAINTLY)
        if not taken:
            return line.append(say("lobby.empty"), FAINTLY)
        words = [
            say("lobby.you") if chair.seat == self.source.seat else "",
            say("lobby.host") if chair.host else "",
            f"{say('lobby.bot')}: {say(f'level.{chair.bot.value}')}" if chair.bot is not None else "",
            say("lobby.readyMark") if chair.ready and chair.bot is None else "",
            say("net.away") if self.source.away(chair.seat) else "",
        ]
        line.append(f"{self.source.name_of(chair.seat):<16}", STRONGLY)
        return line.append(", ".join(filter(None, words)), FAINTLY)

    def _to_do(self, table: TableState) -> tuple[bool, str]:
        sitting = sum(chair.player is not None or chair.bot is not None for chair in table.chairs)
        least = max(table.options.min_players, MIN_SEATS)
        if self.source.seat is None:
            return False, say("terminal.standing")
        if sitting < least:
            return self.source.host, say("lobby.needPlayers", n=least - sitting)
        if self.source.host:
            return True, say("terminal.mayDeal")
        host = self.source.host_name
        return False, say("lobby.waitHost", host=host) if host else say("lobby.waitAnyHost")

    changed = show

    # Keys

    def on_key(self, event: events.Key) -> None:
        if self.focused is not None:
            if event.key == "escape":
                self.set_focus(None)
        elif event.key in ("up", "down"):
            self._picked = Seat((self._picked + (1 if event.key == "down" else -1)) % MAX_SEATS)
            self.show()
        elif event.key.isdecimal():
            self._picked = Seat((int(event.key) - 1) % MAX_SEATS)
            self.show()

    def on_seat_row_picked(self, event: SeatRow.Picked) -> None:
        self._picked = event.seat
        self.show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text, event.input.value = event.value.strip(), ""
        if text:
            self._ask(self.source.say(text))

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        match action:
            case "deal":
                return self.source.host
            case "fill" | "bot" | "rules" | "level":
                return self.source.host and self.source.table is not None and not self.source.table.quick
            case "ready" | "stand":
                return self.source.seat is not None
            case _:
                return True

    def _ask(self, asking: Awaitable[None]) -> None:
        self.run_worker(self._try(asking))

    async def _try(self, asking: Awaitable[None]) -> None:
        self._notice = ""
        try:
            await asking
        except Declined as refusal:
            self._notice = str(refusal)
        self.show()

    def action_deal(self) -> None:
        self._ask(self.source.deal_again())

    def action_fill(self) -> None:
        self._ask(self.source.command(AddBot, seat=None))

    def action_bot(self) -> None:
        chair = self.source.chair(self._picked)
        bot = chair is not None and chair.bot is not None
        self._ask(self.source.command(RemoveBot if bot else AddBot, seat=self._picked))

    def action_ready(self) -> None:
        self._ask(self.source.get_ready())

    def action_sit(self) -> None:
        self._ask(self.source.command(Sit, seat=self._picked))

    def action_stand(self) -> None:
        self._ask(self.source.command(Stand))

    def action_rules(self) -> None:
        names = list(RULESETS)
        options = self._table_options()
        following = names[(names.index(options.rules) + 1) % len(names)] if options.rules in names else names[0]
        self._ask(self.source.command(SetOptions, options=replace(options, rules=following, house_rules="")))

    def action_level(self) -> None:
        levels, options = list(Level), self._table_options()
        following = levels[(levels.index(options.bot_level) + 1) % len(levels)]
        self._ask(self.source.command(SetOptions, options=replace(options, bot_level=following)))

    def _table_options(self) -> Options:
        assert self.source.table is not None
        return self.source.table.options

    def action_say(self) -> None:
        self.query_one("#say").focus()


def _options(table: TableState) -> Text:
    options = table.options
    words = [
        (say("options.rules"), say("rules.house") if options.house_rules else spoken().ruleset(options.rules)),
        (say("options.bots"), say(f"level.{options.bot_level.value}")),
        (say("options.clock"), _seconds(options.decision_seconds)),
        (say("options.talk"), _seconds(options.talk_seconds)),
        (say("options.claim"), _seconds(options.claim_seconds)),
        (say("options.away"), _seconds(options.away_seconds)),
    ]
    lines = [Text.assemble((f"{question}: ", FAINTLY), answer) for question, answer in words]
    if options.everyone_ready:
        lines.append(Text(say("options.everyoneReady")))
    if table.begins_at is not None:
        lines.append(Text(say("lobby.begins", time=clock_left(table.begins_at)), TO_DO))
    if table.withheld:
        lines.append(Text(say("lobby.withheld", names=listed(table.withheld))))
    if table.stage is not Stage.LOBBY and table.score:
        lines.append(Text(say("lobby.score"), TO_DO))
        lines += [Text(f"{each.name}: {say('lobby.wins', n=each.wins, games=each.games)}") for each in table.score]
    return Text("\n").join(lines)


def _seconds(seconds: int | None) -> str:
    return say("options.noClock") if seconds is None else say("options.seconds", n=seconds)
