"""What is typed about somebody instead of said: /mute, /unmute, /block, /unblock or /report, a name, and for a report what happened."""

from collections.abc import Callable

from msgspec import Struct

from ...wire.commands import AboutOthers, BlockPlayer, Complaint, MutePlayer, ReportPlayer


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
