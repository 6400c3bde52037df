"""SetupScreen: how many players, by which rules, against which bots, in which chair; then the deal."""

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widgets import Footer, Static

from ...bots import LEVELS
from ...rules import RULESETS, Ruleset, Seat
from ...rules.ruleset import MAX_SEATS, MIN_SEATS
from ...wire.table import Level
from ..launch_options import USUAL_PLAYERS, GameSetup, LaunchOptions
from ..screen import TerminalScreen
from ..theme import BRASS, FAINTLY, TO_DO
from ..words import say, spoken


class Chooser(Static):
    """One line: a question and its answers, one of which is shown; a click on the right side goes on, on the left back."""

    class Touched(Message):
        def __init__(self, chooser: "Chooser") -> None:
            super().__init__()
            self.chooser = chooser

    def __init__(self, name: str, question: str, answers: Sequence[tuple[object, str]], first: object = None) -> None:
        super().__init__(id=f"choose-{name}", classes="chooser")
        self._question = question
        self.answers = answers
        self.place = next((place for place, (answer, _) in enumerate(answers) if answer == first), 0)

    @property
    def answer(self) -> object:
        return self.answers[self.place][0]

    def turn(self, by: int) -> None:
        self.place = (self.place + by) % len(self.answers)

    def show(self, current: bool) -> None:
        self.set_class(current, "current")
        arrows = TO_DO if current else FAINTLY
        words = Text.assemble(("> " if current else "  ", TO_DO), (f"{self._question:<12}", Style(bold=current)))
        self.update(
            words.append(" < ", arrows).append(f"{self.answers[self.place][1]:^26}", Style(color=BRASS, bold=True)).append(" > ", arrows)
        )

    def on_click(self, event: events.Click) -> None:
        self.turn(-1 if event.x < 28 else 1)
        self.post_message(self.Touched(self))


class SetupScreen(TerminalScreen[GameSetup | None], inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "terminal.key.choose", key_display="Up/Down"),
        Binding("down,tab", "move(1)", show=False),
        Binding("left", "turn(-1)", "terminal.key.change", key_display="Left/Right"),
        Binding("right,space", "turn(1)", show=False),
        Binding("enter", "deal", "terminal.deal", key_display="Enter"),
        Binding("q,escape,ctrl+c", "leave", "terminal.key.leave", key_display="q"),
    ]

    def __init__(self, launch: LaunchOptions, watch: bool) -> None:
        super().__init__()
        self._launch = launch
        self._watch_only = watch
        self._place = 0

    def compose(self) -> ComposeResult:
        with Container(id="setup"), Vertical(id="setup-card"):
            yield Static(Text.assemble((f"{spoken().loud('game.title')}\n", TO_DO), (f"{say('home.tagline')}\n", FAINTLY)))
            counts = range(MIN_SEATS, MAX_SEATS + 1)
            yield Chooser("players", say("table.seats"), [(count, str(count)) for count in counts], USUAL_PLAYERS)
            yield Chooser("rules", say("options.rules"), [(each, spoken().ruleset(each.name)) for each in RULESETS.values()])
            yield Chooser("level", say("options.bots"), [(level, say(f"level.{level}")) for level in LEVELS], Level.REGULAR.value)
            if not self._watch_only:
                chairs: list[tuple[object, str]] = [(seat, str(seat + 1)) for seat in map(Seat, range(MAX_SEATS))]
                yield Chooser("seat", say("terminal.seat"), [(None, say("terminal.anySeat")), *chairs])
            yield Static(id="about")
            yield Static(Text(f"[Enter] {say('terminal.deal')}", TO_DO), id="deal")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        choosers = list(self.query(Chooser))
        players = self._answer("players")
        for chooser in choosers:
            if chooser.id == "choose-seat" and isinstance(chooser.answer, int) and isinstance(players, int) and chooser.answer >= players:
                chooser.place = 0
        for place, chooser in enumerate(choosers):
            chooser.show(place == self._place)
        rules = self._answer("rules")
        assert isinstance(rules, Ruleset)
        self.query_one("#about", Static).update(spoken().ruleset_about(rules.name))

    def _answer(self, name: str) -> object:
        return self.query_one(f"#choose-{name}", Chooser).answer

    def on_chooser_touched(self, event: Chooser.Touched) -> None:
        self._place = list(self.query(Chooser)).index(event.chooser)
        self.show()

    def on_click(self, event: events.Click) -> None:
        if event.widget is not None and event.widget.id == "deal":
            self.action_deal()

    def action_move(self, by: int) -> None:
        self._place = (self._place + by) % len(self.query(Chooser))
        self.show()

    def action_turn(self, by: int) -> None:
        list(self.query(Chooser))[self._place].turn(by)
        self.show()

    def action_deal(self) -> None:
        players, rules, level = self._answer("players"), self._answer("rules"), self._answer("level")
        seat = None if self._watch_only else self._answer("seat")
        assert isinstance(players, int)
        assert isinstance(rules, Ruleset)
        assert isinstance(level, str)
        self.dismiss(self._launch.setup(players, rules, level, Seat(seat) if isinstance(seat, int) else None))

    def action_leave(self) -> None:
        self.dismiss(None)
