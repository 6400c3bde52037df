"""Board: what everybody in a room sees, from a spectator's view of the table."""

from collections.abc import Iterator
from urllib.parse import urljoin

from secret_hitler.client import TableClient
from secret_hitler.rules import View
from secret_hitler.rules.events import PresidencyPassed
from secret_hitler.rules.ruleset import Cards
from secret_hitler.wire.commands import Room
from secret_hitler.wire.messages import Said
from secret_hitler.wire.table import Chair, Stage, TableState
from secret_hitler.words import Words, event_in_words, remark_in_words
from secret_hitler.words.asked import waiting_in_words
from secret_hitler.words.sentences import NameOf
from secret_hitler.words.speaker import shown_name

from .cards import FASCIST, LIBERAL
from .platform import Button, ChatMessage


def words_for(language: str, state: TableState | None) -> Words:
    french = state is not None and state.rules.cards is Cards.FRENCH_DECK
    return Words(language, "cards" if french else "game")


def naming(state: TableState) -> NameOf:
    names = {chair.seat: shown_name(chair.name if chair.player is not None else "", chair.seat) for chair in state.chairs}
    return lambda seat: names.get(seat, "?")


def news(words: Words, table: TableClient, told: int, heard: int) -> Iterator[tuple[str, Said | None, bool]]:
    """Tell what happened and what was said since then, in order; True where a round begins."""
    view = table.view
    name_of = naming(table.table)
    for said in (*(said for said in table.talk if said.number > heard and said.room is Room.TABLE), None):
        until = len(table.events) if said is None else table.events_before[said.number]
        for event in table.events[told:until] if view is not None else []:
            assert view is not None
            if sentence := event_in_words(words, event, view, name_of):
                yield sentence, None, isinstance(event, PresidencyPassed)
        told = max(told, until)
        if said is not None:
            yield _said(words, said, name_of), said, False


def _said(words: Words, said: Said, name_of: NameOf) -> str:
    sentence = said.sentence
    text = None if sentence is None else remark_in_words(words, sentence.code, sentence.params, name_of)
    return f"{said.name if said.seat is None else name_of(said.seat)}: {text or said.text}"


def board(words: Words, table: TableClient, lines: list[str], link: str) -> ChatMessage:
    """Write the message that is edited: where the game stands, what happened in this round, and whom it waits for."""
    state, view = table.table, table.view
    if state.stage is Stage.LOBBY or view is None:
        return ChatMessage(
            words.say("lobby.title", code=state.code), "\n".join([*_chairs(words, state), *lines, "", link]), _lobby(words, state)
        )
    ends = ["", waiting_in_words(words, view, naming(state))] if view.board.ending is None else ["", *_roles(words, view, state, link)]
    return ChatMessage(
        words.say("table.round", n=view.board.round),
        "\n".join([*_standing(words, view, state), "", *lines, *ends]),
        _playing(words, state),
    )


def page_before(lines: list[str]) -> ChatMessage:
    """Write a message that is edited no more."""
    return ChatMessage(text="\n".join(lines))


def _standing(words: Words, view: View, state: TableState) -> Iterator[str]:
    board, rules, name_of = view.board, view.rules, naming(state)
    yield f"{LIBERAL} {words.say('table.liberalTrack', n=board.liberal, goal=rules.liberal_goal)}"
    yield f"{FASCIST} {words.say('table.fascistTrack', n=board.fascist, goal=rules.fascist_goal)}"
    if board.tracker:
        yield words.say("table.tracker", n=board.tracker, goal=rules.tracker_length)
    if view.hitler_can_win and board.ending is None:
        yield words.say("table.hitlerDanger")
    for office, seat in (("president", board.president), ("chancellor", board.chancellor)):
        if seat is not None:
            yield f"{words.say(f'table.{office}')}: {name_of(seat)}"


def _roles(words: Words, view: View, state: TableState, link: str) -> Iterator[str]:
    name_of = naming(state)
    for seat, role in sorted(view.roles.items()):
        yield f"{name_of(seat)}: {words.say(f'role.{role.value}')}"
    if state.record is not None:
        yield f"{words.say('end.review')}: {urljoin(link, f'/review/{state.record}')}"


def _chairs(words: Words, state: TableState) -> Iterator[str]:
    name_of = naming(state)
    for chair in state.chairs:
        if chair.player is not None or chair.bot is not None:
            mark = "lobby.bot" if chair.bot is not None else "lobby.host" if chair.host else ""
            yield f"{chair.seat + 1}. {name_of(chair.seat)}{f' ({words.say(mark)})' if mark else ''}"


def taken(state: TableState) -> int:
    return sum(chair.player is not None or chair.bot is not None for chair in state.chairs)


def _lobby(words: Words, state: TableState) -> tuple[Button, ...]:
    start = "lobby.start" if taken(state) >= state.options.min_players else "lobby.fillStart"
    labels = {"join": "lobby.sit", "stand": "lobby.stand", "bot": "lobby.addBot", "start": start}
    return tuple(Button(id, words.say(key)) for id, key in labels.items())


def _playing(words: Words, state: TableState) -> tuple[Button, ...]:
    if state.stage is Stage.OVER:
        return (
            Button("start", words.say("end.rematch")),
            Button("join", words.say("lobby.sit")),
            Button("stand", words.say("lobby.stand")),
        )
    away = [
        Button(f"replace.{chair.seat}", words.say("table.replaceVote", name=chair.name, n=chair.replace_votes))
        for chair in state.chairs
        if _away(chair)
    ]
    return (Button("cards", words.say("doors.cards")), *away)


def _away(chair: Chair) -> bool:
    return chair.player is not None and chair.bot is None and chair.away_since is not None
