"""LobbyScreen: show the chairs of a live table before the deal and between games."""

from typing import ClassVar, TypeVar

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
from ...wire.table import Chair, Level, Stage, TableState, Unrated
from ..screen import SourceScreen, stands
from ..table_source import TableSource, clock_left
from ..theme import FAINTLY, STRONGLY, TO_DO, TextWidget
from ..widgets import panels
from ..widgets.seats import SeatRow, key_of
from ..words import listed, say, spoken

T = TypeVar("T")


class LobbyScreen(SourceScreen, inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "ask('deal')", "terminal.deal"),
        Binding("f", "ask('fill')", "terminal.key.fill"),
        Binding("b", "ask('bot')", "terminal.key.bot"),
        Binding("g", "ask('ready')", "terminal.key.ready"),
        Binding("enter", "ask('sit')", "terminal.key.sit", key_display="Enter"),
        Binding("u", "ask('stand')", "terminal.key.stand"),
        Binding("t", "ask('rules')", "terminal.key.rules"),
        Binding("v", "ask('level')", "terminal.key.level"),
        Binding("s", "say", "terminal.key.say"),
        Binding("question_mark", "app.keys", "terminal.key.keys", key_display="?", show=False),
        Binding("q,ctrl+c", "app.leave", "terminal.key.leave", key_display="q"),
    ]

    def __init__(self, source: TableSource) -> None:
        super().__init__(source)
        self._picked = Seat(0)

    def compose(self) -> ComposeResult:
        yield TextWidget(id="boards")
        with Horizontal(id="middle"):
            with Vertical(id="seats"):
                yield from (SeatRow(Seat(seat), "chair") for seat in range(MAX_SEATS))
            with Vertical(id="panels"):
                yield TextWidget(id="options")
                with VerticalScroll(id="panel", can_focus=False):
                    yield TextWidget(id="text")
                yield Input(id="say", placeholder=say("terminal.talkHint"), max_length=400)
        with Vertical(id="action-bar"):
            yield TextWidget(id="news")
            yield TextWidget(id="sentence")
        yield Footer(show_command_palette=False, compact=True)

    def show(self) -> None:
        table = self.source.table
        if not stands(self) or table is None or self.source.remote is None:
            return
        head = Text.assemble((spoken().loud("game.title"), TO_DO), "  ", (say("lobby.title", code=table.code), STRONGLY))
        self.query_one("#boards", TextWidget).put(head.append(f"\n{say('terminal.liveHint', url=self.source.remote.link)}", FAINTLY))
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
        self.query_one("#news", TextWidget).put(Text(self.source.trouble or self.notice, FAINTLY))
        self.query_one("#sentence", TextWidget).put(Text(sentence, TO_DO if mine else Style()))
        self.refresh_bindings()

    def _chair(self, chair: Chair) -> Text:
        taken = chair.player is not None or chair.bot is not None
        line = Text().append(">" if chair.seat == self._picked else " ", TO_DO).append(f"{key_of(chair.seat)}  ", FAINTLY)
        if not taken:
            return line.append(say("lobby.empty"), FAINTLY)
        words = [
            say("lobby.you") if chair.seat == self.source.seat else "",
            say("lobby.host") if chair.host else "",
            say("list.label", a=say("lobby.bot"), b=say(f"level.{chair.bot.value}")) if chair.bot is not None else "",
            say("lobby.readyMark") if chair.ready and chair.bot is None else "",
            say("net.away") if self.source.away(chair.seat) else "",
        ]
        line.append(f"{self.source.name_of(chair.seat):<16}", STRONGLY)
        return line.append(", ".join(filter(None, words)), FAINTLY)

    def _to_do(self, table: TableState) -> tuple[bool, str]:
        sitting = sum(chair.player is not None or chair.bot is not None for chair in table.chairs)
        missing = max(table.options.min_players, MIN_SEATS) - sitting
        if self.source.seat is None:
            return False, say("terminal.standing")
        if missing > 0:
            return self.source.client.host, say("lobby.needPlayers", n=missing)
        if self.source.client.host:
            return True, say("terminal.mayDeal")
        host = self.source.host_name
        return False, say("lobby.waitHost", host=host) if host else say("lobby.waitAnyHost")

    changed = show

    def on_key(self, event: events.Key) -> None:
        if self.focused is not None:
            if event.key == "escape":
                self.set_focus(None)
        elif event.key in ("up", "down"):
            self._pick(self._picked + (1 if event.key == "down" else -1))
        elif event.key.isdecimal():
            self._pick(int(event.key) - 1)

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, SeatRow):
            self._pick(event.widget.seat)

    def _pick(self, seat: int) -> None:
        self._picked = Seat(seat % MAX_SEATS)
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action, *parameters:
            case "ask", "deal":
                return self.source.client.host
            case "ask", "fill" | "bot" | "rules" | "level":
                return self.source.client.host and self.source.table is not None and not self.source.table.quick
            case "ask", "ready" | "stand":
                return self.source.seat is not None
            case _:
                return True

    def action_ask(self, what: str) -> None:
        self.ask(self._asked(what))

    async def _asked(self, what: str) -> None:
        source, picked = self.source, self._picked
        assert source.table is not None
        options = source.table.options
        match what:
            case "deal":
                await source.deal_again()
            case "fill":
                await source.command(AddBot, seat=None)
            case "bot":
                chair = source.chair(picked)
                await source.command(AddBot if chair is None or chair.bot is None else RemoveBot, seat=picked)
            case "ready":
                await source.get_ready()
            case "sit":
                await source.command(Sit, seat=picked)
            case "stand":
                await source.command(Stand)
            case "rules":
                await source.command(SetOptions, options=replace(options, rules=_following([*RULESETS], options.rules), house_rules=""))
            case "level":
                await source.command(SetOptions, options=replace(options, bot_level=_following([*Level], options.bot_level)))

    def action_say(self) -> None:
        self.query_one("#say").focus()


def _following(choices: list[T], chosen: T) -> T:
    return choices[(choices.index(chosen) + 1) % len(choices) if chosen in choices else 0]


def _options(table: TableState) -> Text:
    options = table.options
    words = [
        (say("options.rules"), say("rules.house") if options.house_rules else say(f"rules.{options.rules}")),
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
    if table.unrated is not None and (options.public or table.unrated not in (Unrated.ALONE, Unrated.NOT_AGREED)):
        lines.append(Text(say(f"lobby.unrated.{table.unrated}")))
    if table.withheld:
        lines.append(Text(say("lobby.withheld", names=listed(table.withheld))))
    if table.stage is not Stage.LOBBY and table.score:
        lines.append(Text(say("lobby.score"), TO_DO))
        lines += [Text(say("list.label", a=each.name, b=say("lobby.wins", n=each.wins, games=each.games))) for each in table.score]
    return Text("\n").join(lines)


def _seconds(seconds: int | None) -> str:
    return say("options.noClock") if seconds is None else say("options.seconds", n=seconds)
