"""Dialogs over the table: the role, the claim form, the keys, the rules, leaving, a password."""

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ...rules import Claim, Role, Ruleset, Seat, View
from ...words.asked import claim_question, role_in_words
from ...words.summary import everything
from ..prompt import telling
from ..theme import COLOUR, FAINTLY, STRONGLY, TO_DO, poster
from ..words import NameOf, say, spoken
from .panel_tabs import Panel

ROLE_SECONDS = 5.0
"""The role covers itself after this long."""
_MOST_TELLINGS = 9
_SCROLLS = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "space": 10, "pageup": -10}


class Card(ModalScreen[None]):
    """A card that goes away at any key or click."""

    def close(self) -> None:
        if self.is_current:
            self.dismiss()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.close()

    def on_click(self) -> None:
        self.close()


class RoleCard(Card):
    def __init__(self, view: View, seat: Seat, name_of: NameOf) -> None:
        super().__init__()
        self._view, self._seat, self._name_of = view, seat, name_of

    def compose(self) -> ComposeResult:
        role = self._view.roles[self._seat]
        who, aim, knows = role_in_words(spoken(), self._view, self._seat, self._name_of)
        lines = [poster(role, who), Text(), Text(aim), Text(), Text(knows, STRONGLY), Text(), Text(say("terminal.hide"), FAINTLY)]
        card = Static(Text("\n").join(lines), id="card", classes="card")
        card.styles.border = ("round" if role is Role.LIBERAL else "heavy", COLOUR[role.value])
        yield card

    def on_mount(self) -> None:
        self.set_timer(ROLE_SECONDS, self.close)


class ClaimForm(ModalScreen[Claim | None]):
    """Choose what to tell the table; every claim is one key, the truth no closer than a lie."""

    def __init__(self, view: View, name_of: NameOf) -> None:
        super().__init__()
        self._name_of = name_of
        self._claims = sorted(view.claims, key=lambda claim: claim.said)  # first what I have not spoken of
        self._place = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="claim", classes="card"):
            yield Static(id="question")
            yield from map(Telling, range(_MOST_TELLINGS))
            yield Static(id="claim-keys")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        self.query_one("#question", Static).update(Text(claim_question(spoken(), self._claims[self._place], self._name_of), TO_DO))
        told = self._claims[self._place].tellings
        for number, row in enumerate(self.query(Telling)):
            row.show(told[number] if number < len(told) else None)
        more = f"   [<-] [->] {say('terminal.claimOther')}" if len(self._claims) > 1 else ""
        self.query_one("#claim-keys", Static).update(Text(f"[Esc] {say('tray.later')}{more}", FAINTLY))

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, Telling):
            self.dismiss(event.widget.claim)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        told = self._claims[self._place].tellings
        if event.key == "escape":
            self.dismiss(None)
        elif event.key in ("left", "right"):
            self._place = (self._place + (1 if event.key == "right" else -1)) % len(self._claims)
            self._show()
        elif event.key.isdecimal() and 1 <= int(event.key) <= len(told):
            self.dismiss(told[int(event.key) - 1])


class Telling(Static):
    def __init__(self, number: int) -> None:
        super().__init__(id=f"telling-{number + 1}", classes="telling")
        self._number = number
        self.claim: Claim | None = None

    def show(self, claim: Claim | None) -> None:
        self.claim = claim
        self.display = claim is not None
        if claim is not None:
            self.update(Text.assemble((f"[{self._number + 1}] ", TO_DO), telling(claim)))


class KeysCard(Card):
    def compose(self) -> ComposeResult:
        lines = [Text(say("terminal.key.keys"), TO_DO)]
        panels = ", ".join(panel.title for panel in Panel)
        meanings = {keys: say(f"terminal.help.{does}", panels=panels) for keys, does in _HELP.items()}
        meanings[say("terminal.short.notHitler")] = say("terminal.help.notHitler")
        for keys, words in meanings.items():
            lines.append(Text.assemble((f"{keys:<12}", Style(bold=True)), words))
        yield Static(Text("\n").join(lines), classes="card", id="keys")


_HELP = {
    "1-9, 0": "point",
    "Enter": "enter",
    "y, n": "vote",
    "p": "look",
    "r": "role",
    "m": "claim",
    "s  w": "talk",
    "k": "mark",
    "i": "rules",
    "Tab": "tab",
    " ".join(panel.value for panel in Panel): "panels",
    "Space": "space",
    "+  -  .": "speed",
    "e": "all",
    "(L) <F> <H>": "shapes",
    "*  x  [x]": "signs",
}


class Leaving(ModalScreen[bool]):
    def compose(self) -> ComposeResult:
        with Vertical(classes="card", id="leaving"):
            yield Static(Text(say("terminal.quit"), TO_DO))
            yield Static(Text(say("terminal.quitHint")))
            yield Static(Text.assemble(("[y] ", TO_DO), say("terminal.leave"), ("    [n] ", TO_DO), say("terminal.stay")))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in ("y", "q"):
            self.dismiss(True)
        elif event.key in ("n", "escape"):
            self.dismiss(False)


class Asking(ModalScreen[str]):
    """Ask for a line of text that others shouldn't read, such as a password."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(classes="card", id="asking"):
            yield Static(Text(self._words, TO_DO))
            yield Input(password=True, id="answer")

    def on_mount(self) -> None:
        self.query_one("#answer").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.dismiss("")


class RulesCard(ModalScreen[None]):
    def __init__(self, rules: Ruleset) -> None:
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="card", id="rules", can_focus=False):
            yield Static(Text("\n").join(_lines(self._rules)))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if event.key in _SCROLLS:
            self.query_one("#rules", VerticalScroll).scroll_relative(y=_SCROLLS[event.key], animate=False)
        else:
            self.dismiss()


def _lines(rules: Ruleset) -> Iterator[Text]:
    words = spoken()
    yield Text(words.ruleset(rules), TO_DO)
    yield Text(words.ruleset_about(rules))
    for heading, lines in everything(rules, words):
        yield Text()
        yield Text(heading, STRONGLY)
        yield from (Text(f"{line.lead or '-'} {line.words}") for line in lines)
    yield Text()
    yield Text(say("print.licence"), FAINTLY)
