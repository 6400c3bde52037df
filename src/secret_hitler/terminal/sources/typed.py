"""What is typed: a phrase that bots understand, or about somebody: /mute, /unmute, /block, /unblock or /report, and a name."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from ...rules import Seat
from ...wire.commands import AboutOthers, BlockPlayer, Complaint, MutePlayer, Phrase, ReportPlayer
from ...words import remark_in_words
from ..words import spoken


class AboutSomebody(Struct):
    name: str
    command: Callable[[str, str], AboutOthers]
    """From the id of the command and the player."""


def about_somebody(text: str) -> AboutSomebody | None:
    """None for what is to be said aloud. A report's name ends at a colon: /report Rosa: she reads my cards."""
    word, _, rest = text.partition(" ")
    match word.casefold():
        case "/mute" | "/unmute" as asked:
            return AboutSomebody(rest.strip(), lambda id, player: MutePlayer(id=id, player=player, muted=asked == "/mute"))
        case "/block" | "/unblock" as asked:
            return AboutSomebody(rest.strip(), lambda id, player: BlockPlayer(id=id, player=player, blocked=asked == "/block"))
        case "/report":
            name, _, words = rest.partition(":")
            report = words.strip()[:400]
            return AboutSomebody(
                name.strip(), lambda id, player: ReportPlayer(id=id, player=player, complaint=Complaint.OTHER, text=report)
            )
        case _:
            return None


def phrase_in(text: str, seats: Sequence[Seat], name_of: Callable[[Seat], str]) -> tuple[Phrase, Seat | None] | None:
    """Find the common phrase that a text is, in the language spoken here, and whom it names."""
    for phrase in Phrase:
        for seat in seats:
            said = remark_in_words(spoken(), phrase, {"other": seat}, name_of) or ""
            if _letters(said) == _letters(text):
                return phrase, seat if "{name}" in phrase.text else None
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
