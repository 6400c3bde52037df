"""Platform: what the software of a chat can do for a door, and what people do in it."""

from collections.abc import AsyncIterator
from typing import Protocol

from msgspec import Struct

from secret_hitler.words import Words


class Gone(Exception):
    """The message to change isn't there any more."""


class Unreachable(Exception):
    """This person can't be written to in private, or not yet."""


class Button(Struct, frozen=True):
    id: str
    label: str
    barred: str = ""
    """Why it can't be pressed now."""


class ChatMessage(Struct, frozen=True):
    title: str = ""
    text: str = ""
    buttons: tuple[Button, ...] = ()
    picture: bytes | None = None
    """A PNG. An edited message without one keeps what it had."""
    people: "tuple[Person, ...]" = ()
    """Whom the text names, so that they notice."""

    @property
    def plain(self) -> str:
        return "\n".join(part for part in (self.title, self.text) if part)


class Person(Struct, frozen=True):
    id: str
    name: str
    language: str = ""
    """What the platform says they read, if it does."""


class Incoming(Struct, frozen=True, kw_only=True):
    id: str
    """The platform's own name for it; the same thing told twice has the same one."""
    person: Person
    room: str | None
    """The chat it happened in; None for a private one."""


class Wrote(Incoming, frozen=True):
    text: str
    """Without the sign that begins a command here, if `command` is set."""
    command: bool = False
    message: str = ""
    """What to delete if it may not be said."""


class Pressed(Incoming, frozen=True):
    button: str


class Arrived(Incoming, frozen=True):
    """They can now be written to in private."""


class Left(Incoming, frozen=True):
    """They left the chat."""


class Moved(Incoming, frozen=True):
    """The chat has another id from now on."""

    to: str


class Removed(Incoming, frozen=True):
    """Somebody deleted a message of ours, or one that we don't know."""

    message: str


AnyIncoming = Wrote | Pressed | Arrived | Left | Moved | Removed


class Platform(Protocol):
    """Every method waits as long as the platform's limits want, and tries again what fails on the way."""

    longest: int
    """The longest text of a message with a picture."""
    sign: str
    """What a command begins with."""

    def events(self) -> AsyncIterator[list[AnyIncoming]]:
        """Yield what happens. Asking for more says that the last lot has been dealt with."""
        ...

    async def ready(self, room: str) -> None:
        """Wait until something may be posted or edited there."""
        ...

    async def post(self, room: str, message: ChatMessage, key: str) -> str:
        """Return the message's id. The same key posts once, where the platform can tell."""
        ...

    async def edit(self, room: str, id: str, message: ChatMessage) -> None:
        """Raise Gone if it was deleted."""
        ...

    async def remove(self, room: str, id: str) -> None:
        """Delete a message, if it's there and we may."""
        ...

    async def whisper(self, person: str, message: ChatMessage, key: str) -> str:
        """Show it to this person alone; raise Unreachable if that can't be done."""
        ...

    async def settle(self, person: str, id: str, message: ChatMessage | None) -> None:
        """Take the buttons off a private message, and show what became of it if that's known."""
        ...

    async def answer(self, event: AnyIncoming, text: str, done: bool) -> bool:
        """Tell the person, them alone, what came of a button or a line; return False if that takes a private message."""
        ...

    def way_in(self, words: Words) -> str:
        """Say how to let us write in private."""
        ...


def numbered(message: ChatMessage) -> str:
    """Write the buttons as a list, and what is barred with its reason, for chats that have no buttons."""
    rows = [
        f"{number}. {button.label}" + (f" ({button.barred})" if button.barred else "") for number, button in enumerate(message.buttons, 1)
    ]
    return "\n".join([message.plain, *rows])
