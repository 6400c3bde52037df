"""ActionBar: show the news, what to do now and the keys for it at the bottom of the screen."""

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ..prompt import Do, Offer, Prompt
from ..theme import FAINTLY, TO_DO, TextWidget

MOST_OFFERS = 6


class OfferButton(TextWidget):
    def __init__(self, number: int) -> None:
        super().__init__(id=f"offer-{number}", classes="offer")
        self.offer: Offer | None = None

    def show(self, offer: Offer | None, chosen: bool) -> None:
        self.offer = offer
        self.display = offer is not None
        self.set_class(chosen, "chosen")
        if offer is not None:
            key = Text(f"[{offer.key.replace('enter', 'Enter')}] ", TO_DO) if offer.key else Text()
            self.put(Text.assemble(key, (offer.label, Style(bold=True) if offer.do is not None else FAINTLY)))


class ActionBar(Vertical):
    def __init__(self) -> None:
        super().__init__(id="action-bar")
        self._offers: list[Offer] = []
        self._chosen: int | None = None

    def compose(self) -> ComposeResult:
        yield TextWidget(id="news")
        yield TextWidget(id="sentence")
        yield TextWidget(id="hand")
        with Horizontal(id="offers"):
            yield from map(OfferButton, range(MOST_OFFERS))
        yield TextWidget(id="reasons")

    def show(self, prompt: Prompt, news: str) -> None:
        if [offer.key for offer in prompt.offers] != [offer.key for offer in self._offers]:
            self._chosen = None
        self._offers = prompt.offers
        self.set_class(prompt.mine, "mine")
        self.query_one("#news", TextWidget).put(Text(news, FAINTLY))
        self.query_one("#sentence", TextWidget).put(Text(prompt.sentence, TO_DO if prompt.mine else Style()))
        self._optional("#hand", prompt.hand)
        self._optional("#reasons", Text(prompt.reasons, FAINTLY) if prompt.reasons else None)
        self.query_one("#offers").display = bool(prompt.offers)
        self._show_offers()

    def _optional(self, selector: str, text: Text | None) -> None:
        line = self.query_one(selector, TextWidget)
        line.display = text is not None
        line.put(text or Text())

    def _show_offers(self) -> None:
        for number, button in enumerate(self.query(OfferButton)):
            button.show(self._offers[number] if number < len(self._offers) else None, number == self._chosen)

    def move(self, by: int) -> None:
        able = [number for number, offer in enumerate(self._offers) if offer.do is not None]
        if not able:
            return
        place = able.index(self._chosen) + by if self._chosen in able else 0 if by > 0 else -1
        self._chosen = able[place % len(able)]
        self._show_offers()

    def done_by(self, key: str) -> Do | None:
        """Return what this key does now; Enter does what the arrows chose."""
        if key == "enter" and self._chosen is not None:
            return self._offers[self._chosen].do
        return next((offer.do for offer in self._offers if offer.key == ("y" if key == "j" else key)), None)
