"""TableScreen: show a View and its events, whatever source they come from."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, TextArea

from ...rules import Seat, SeatAction, View
from ...rules.ruleset import MAX_SEATS
from ...wire.commands import TakeOver, VoteReplace
from ...words.summary import hands
from ..prompt import Do, Offer, Prompt, PromptState, prompt_for, take_in
from ..screen import SourceScreen, stands
from ..table_source import TableSource
from ..theme import TextWidget
from ..widgets.action_bar import ActionBar, OfferButton
from ..widgets.boards import Boards
from ..widgets.dialogs import ClaimForm, RoleCard, RulesCard
from ..widgets.panel_tabs import Panel, PanelTabs, Tab, log_or_end
from ..widgets.seats import Notes, SeatRow
from ..words import say, why

WIDE, BROAD, TALL = 110, 150, 36


class TableScreen(SourceScreen, inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "role", "terminal.key.role"),
        Binding("p", "peek", "terminal.key.look"),
        Binding("m", "claim", "terminal.key.claim"),
        Binding("s", "write('CHAT', '#say')", "terminal.key.say"),
        Binding("k", "mark", "terminal.key.mark"),
        Binding("w", "write('NOTES', '#notes')", "terminal.key.note"),
        Binding("space", "hurry", "terminal.key.hurry", key_display="Space"),
        Binding("space", "pace('pause')", "terminal.key.pause", key_display="Space"),
        Binding("plus,equals_sign", "pace('faster')", "terminal.key.faster", key_display="+"),
        Binding("minus", "pace('slower')", "terminal.key.slower", key_display="-"),
        Binding("full_stop", "pace('step')", "terminal.key.step", key_display="."),
        Binding("e", "lens", "terminal.key.all"),
        Binding("question_mark", "app.keys", "terminal.key.keys", key_display="?"),
        Binding("q,ctrl+c", "app.leave", "terminal.key.leave", key_display="q"),
        Binding("i", "rules", show=False),
        Binding("tab", "turn(1)", show=False),
        Binding("shift+tab", "turn(-1)", show=False),
        Binding("pageup", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(1)", show=False),
        *(Binding(panel.value, f"panel('{panel.name}')", show=False) for panel in Panel),
    ]

    def __init__(self, source: TableSource) -> None:
        super().__init__(source)
        self.prompt_state, self.notes = PromptState(), Notes()
        self._game = source.client.game
        self._over = self._busy = False
        self._heard = 0

    def compose(self) -> ComposeResult:
        yield Boards(id="boards")
        with Horizontal(id="middle"):
            with Vertical(id="seats"):
                yield from (SeatRow(Seat(seat)) for seat in range(MAX_SEATS))
            with VerticalScroll(id="story", can_focus=False):
                yield TextWidget(id="log")
            yield PanelTabs()
        yield ActionBar()
        yield Footer(show_command_palette=False, compact=True)

    def on_resize(self, event: events.Resize) -> None:
        wide = event.size.width >= WIDE
        tabs = self.query_one(PanelTabs)
        if wide and not self.has_class("wide") and tabs.panel is Panel.LOG:
            tabs.turn_to(Panel.VOTES)
        self.set_class(wide, "wide")
        self.set_class(event.size.width >= BROAD, "broad")
        self.set_class(event.size.height >= TALL and wide, "tall")
        self.call_after_refresh(self.show)

    def show(self) -> None:
        if not stands(self):
            return
        view = self.source.view
        self.query_one(Boards).show(self.source, self.has_class("tall"))
        if view is None:
            self.query_one(ActionBar).show(Prompt(say("terminal.wait")), self.source.trouble)
            return
        self._turn_over(view)
        self.set_class(view.hitler_can_win, "cold")
        for row in self.query(SeatRow):
            row.display = row.seat < view.board.seats
            if row.display:
                row.show(self.source, view, self.notes, row.seat == self.prompt_state.picked)
        if self.has_class("wide"):
            self.query_one("#log", TextWidget).put(log_or_end(self.source, view, self.prompt_state.uncovered))
        self.query_one(PanelTabs).show(self.source, view, self.notes, self.prompt_state.uncovered)
        self.query_one(ActionBar).show(prompt_for(self.source, view, self.prompt_state), self._news(view))

    def _turn_over(self, view: View) -> None:
        """Start a new game with covered cards, and turn to the last page when one ends."""
        if self.source.client.game != self._game:
            self._game, self.prompt_state, self.notes = self.source.client.game, PromptState(), Notes()
            self.query_one("#notes", TextArea).text = ""
        over = view.board.ending is not None
        if over and not self._over and not self.has_class("wide"):
            self.query_one(PanelTabs).turn_to(Panel.LOG)
        self._over = over

    def _news(self, view: View) -> str:
        if self.source.trouble or self.notice:
            return self.source.trouble or self.notice
        if self.source.seat is not None and not self.prompt_state.looked and view.board.ending is None and view.roles:
            return say(f"terminal.dealt{hands(view.rules)}")
        return self.source.news[-1] if self.source.news and view.board.ending is None else ""

    def changed(self) -> None:
        """Show what may be new; keep a notice until something is."""
        if len(self.source.news) != self._heard:
            self._heard, self.notice = len(self.source.news), ""
        self.show()

    def on_key(self, event: events.Key) -> None:
        if self.focused is not None:
            if event.key == "escape":
                self.set_focus(None)
            return
        done = self.query_one(ActionBar).done_by(event.key)
        if done is not None:
            event.stop()
            self.do(done)
        elif event.key in ("up", "down"):
            self._move(1 if event.key == "down" else -1)
        elif event.key in ("left", "right"):
            self.query_one(ActionBar).move(1 if event.key == "right" else -1)
        elif event.key.isdecimal():
            seat = Seat((int(event.key) - 1) % MAX_SEATS)
            if self.source.view is not None and seat < self.source.view.board.seats:
                self.prompt_state.picked = seat
            self.show()

    def _move(self, by: int) -> None:
        if self.source.view is not None:
            before = self.prompt_state.picked if self.prompt_state.picked is not None else -1 if by > 0 else 0
            self.prompt_state.picked = Seat((before + by) % self.source.view.board.seats)
            self.show()

    def on_click(self, event: events.Click) -> None:
        match event.widget:
            case SeatRow(seat=seat):
                self.prompt_state.picked = seat
            case Tab(panel=panel):
                self.query_one(PanelTabs).turn_to(panel)
            case OfferButton(offer=Offer(do=do)) if do is not None:
                self.do(do)
        self.show()

    def do(self, do: Do) -> None:
        match do:
            case "peek":
                self.action_peek()
            case "claim":
                self.action_claim()
            case "understood":
                assert self.source.view is not None
                take_in(self.source.view, self.source.seat, self.prompt_state)
                self.show()
            case "why":
                self.prompt_state.why = self.prompt_state.picked
                self.show()
            case "ready":
                self.ask(self.source.get_ready())
            case "replace" | "take_over":
                self.ask(self.source.command(VoteReplace if do == "replace" else TakeOver, seat=self.prompt_state.picked))
            case "admit" | "decline":
                self.ask(self.source.admit(do == "admit"))
            case "deal_again":
                self.ask(self.source.deal_again())
            case "save":
                self._save()
            case "chairs":
                self.dismiss()
            case str():
                raise AssertionError(do)
            case _:
                self.act(do)

    def act(self, action: SeatAction) -> None:
        if not self._busy:
            self._busy = True
            self.ask(self._act(action))

    async def _act(self, action: SeatAction) -> None:
        try:
            await self.source.act(action)
            self.prompt_state.picked, self.prompt_state.uncovered = None, False
        finally:
            self._busy = False

    def _save(self) -> None:
        assert self.source.local is not None
        try:
            self.notice = say("terminal.saved", file=self.source.local.save())
        except OSError as error:
            self.notice = str(error)
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        seated, local = self.source.seat is not None, self.source.local is not None
        match action:
            case "role" | "peek" | "claim" | "mark":
                return seated
            case "write":
                return seated or "CHAT" in parameters
            case "hurry":
                return seated and local
            case "pace" | "lens":
                return not seated and local
            case _:
                return True

    def action_role(self) -> None:
        view, seat = self.source.view, self.source.seat
        if view is not None and seat is not None and seat in view.roles:
            self.prompt_state.looked = True
            self.app.push_screen(RoleCard(view, seat, self.source.name_of), lambda _: self.show())

    def action_peek(self) -> None:
        self.prompt_state.uncovered = not self.prompt_state.uncovered
        self.show()

    def action_claim(self) -> None:
        view = self.source.view
        if view is None:
            return
        if view.silent is not None:
            self.notice = say("terminal.claimSilent", reason=why(view.silent))
        elif not view.sights or view.board.ending is not None:
            self.notice = say("terminal.claimDone")
        else:
            self.app.push_screen(ClaimForm(view, self.source.name_of), lambda claim: self.act(claim) if claim is not None else None)
        self.show()

    def action_write(self, panel: str, line: str) -> None:
        """Turn to a panel and start writing in it."""
        self.action_panel(panel)
        self.query_one(line).focus()

    def action_mark(self) -> None:
        if self.prompt_state.picked is None:
            self.notice = say("terminal.chooseSeat")
        else:
            self.notes.turn(self.prompt_state.picked)
        self.show()

    def action_turn(self, by: int) -> None:
        self.set_focus(None)
        self.query_one(PanelTabs).turn(by)
        self.show()

    def action_panel(self, name: str) -> None:
        self.query_one(PanelTabs).turn_to(Panel[name])
        self.show()

    def action_scroll(self, by: int) -> None:
        for place in ("#story", "#panel"):
            text = self.query_one(place, VerticalScroll)
            text.scroll_relative(y=by * max(1, text.size.height - 1), animate=False)

    def action_rules(self) -> None:
        if self.source.view is not None:
            self.app.push_screen(RulesCard(self.source.view.rules))

    def action_hurry(self) -> None:
        if self.source.local is not None:
            self.source.local.hurry()

    def action_pace(self, change: str) -> None:
        if self.source.local is not None:
            pace = self.source.local.pace
            if change == "pause":
                pace.pause()
            elif change == "step":
                pace.step()
            else:
                pace.change(2 if change == "faster" else 1 / 2)
            self.show()

    def action_lens(self) -> None:
        if self.source.local is not None:
            self.source.local.all_open = not self.source.local.all_open
            self.show()
