"""SetupScreen: choose the players, the rules, the bots and your chair, then deal."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import Footer, Static

from ...bots import LEVELS
from ...rules import RULESETS, Seat
from ...rules.ruleset import MAX_SEATS, MIN_SEATS
from ..game_setup import GameSetup
from ..screen import TerminalScreen
from ..theme import FAINTLY, TO_DO
from ..words import say, spoken


class Chooser(Static):
    """One line with a question and the chosen answer; a click on the right side goes on, one on the left goes back."""

    def __init__(self, name: str, question: str, answers: Sequence[tuple[Any, str]], first: object = None) -> None:
        super().__init__(id=f"choose-{name}", classes="chooser")
        self._question, self.answers = question, answers
        self.place = next((place for place, (answer, _) in enumerate(answers) if answer == first), 0)

    @property
    def answer(self) -> Any:
        return self.answers[self.place][0]

    def turn(self, by: int) -> None:
        self.place = (self.place + by) % len(self.answers)

    def show(self, current: bool) -> None:
        self.set_class(current, "current")
        arrows = TO_DO if current else FAINTLY
        question = ("> " if current else "  ", TO_DO), (f"{self._question:<12}", Style(bold=current))
        self.update(Text.assemble(*question, (" < ", arrows), (f"{self.answers[self.place][1]:^26}", TO_DO), (" > ", arrows)))


class SetupScreen(TerminalScreen[GameSetup | None], inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "terminal.key.choose", key_display="Up/Down"),
        Binding("down,tab", "move(1)", show=False),
        Binding("left", "turn(-1)", "terminal.key.change", key_display="Left/Right"),
        Binding("right,space", "turn(1)", show=False),
        Binding("enter", "deal", "terminal.deal", key_display="Enter"),
        Binding("q,escape,ctrl+c", "leave", "terminal.key.leave", key_display="q"),
    ]

    def __init__(self, setup: GameSetup, watch: bool) -> None:
        super().__init__()
        self._setup, self._watch_only = setup, watch
        self._place = 0

    def compose(self) -> ComposeResult:
        with Container(id="setup"), Vertical(id="setup-card"):
            yield Static(Text.assemble((f"{spoken().loud('game.title')}\n", TO_DO), (f"{say('home.tagline')}\n", FAINTLY)))
            counts = range(MIN_SEATS, MAX_SEATS + 1)
            yield Chooser("players", say("table.seats"), [(count, str(count)) for count in counts], self._setup.players)
            yield Chooser("rules", say("options.rules"), [(each, spoken().ruleset(each)) for each in RULESETS.values()])
            yield Chooser("level", say("options.bots"), [(level, say(f"level.{level}")) for level in LEVELS], self._setup.level)
            if not self._watch_only:
                chairs = [(seat, str(seat + 1)) for seat in map(Seat, range(MAX_SEATS))]
                yield Chooser("seat", say("terminal.seat"), [(None, say("terminal.anySeat")), *chairs])
            yield Static(id="about")
            yield Static(Text(f"[Enter] {say('terminal.deal')}", TO_DO), id="deal")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        for chooser in self.query("#choose-seat").results(Chooser):
            if chooser.place > self._answer("players"):
                chooser.place = 0
        for place, chooser in enumerate(self.query(Chooser)):
            chooser.show(place == self._place)
        self.query_one("#about", Static).update(spoken().ruleset_about(self._answer("rules")))

    def _answer(self, name: str) -> Any:
        return self.query_one(f"#choose-{name}", Chooser).answer

    def on_click(self, event: events.Click) -> None:
        match event.widget:
            case Chooser() as chooser:
                self._place = list(self.query(Chooser)).index(chooser)
                chooser.turn(-1 if event.x < 28 else 1)
                self.show()
            case Static(id="deal"):
                self.action_deal()

    def action_move(self, by: int) -> None:
        self._place = (self._place + by) % len(self.query(Chooser))
        self.show()

    def action_turn(self, by: int) -> None:
        list(self.query(Chooser))[self._place].turn(by)
        self.show()

    def action_deal(self) -> None:
        asked = ("players", "rules", "level") if self._watch_only else ("players", "rules", "level", "seat")
        self.dismiss(replace(self._setup, **{name: self._answer(name) for name in asked}))

    def action_leave(self) -> None:
        self.dismiss(None)
