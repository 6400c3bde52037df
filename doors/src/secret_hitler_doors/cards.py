"""Cards: what one person is shown in private, as a function of their View alone."""

from collections.abc import Iterator

from msgspec import Struct

from secret_hitler.rules import Claim, OpenClaim, Phase, Policy, SeatAction, Tiles, View
from secret_hitler.rules.actions import ClaimParty
from secret_hitler.words import Words
from secret_hitler.words.asked import answer_in_words, claim_question, question_in_words, role_in_words
from secret_hitler.words.sentences import NameOf

from .platform import Button, ChatMessage

LIBERAL, FASCIST = "\N{LARGE BLUE SQUARE}", "\N{LARGE RED SQUARE}"


class PrivateCard(Struct, frozen=True):
    message: ChatMessage
    actions: tuple[SeatAction, ...] = ()
    """What each button does."""
    hushed: bool = False
    """That there is such a card is a secret too."""


def cards(words: Words, view: View, game: int, code: str, name_of: NameOf) -> dict[str, PrivateCard]:
    """Write everything this seat has been shown and is asked, by what it is about."""
    return {f"{game}.{about}": card for about, card in _cards(words, view, f"{code}:{game}", name_of)}


def _cards(words: Words, view: View, prefix: str, name_of: NameOf) -> Iterator[tuple[str, PrivateCard]]:
    me, board = view.me, view.board
    if board.ending is not None:
        return
    if me in view.roles:
        role, aim, known = role_in_words(words, view, me, name_of)
        yield "role", PrivateCard(ChatMessage(role, f"{aim}\n{known}"))
    for round in view.rounds:
        if round.president == me and round.peek is not None:
            yield f"{round.number}.peek", PrivateCard(ChatMessage(words.say("tray.seenPeek"), tiles_in_words(words, round.peek)))
        if round.president == me and round.party is not None and round.target is not None:
            party = f"{_mark(Policy(round.party))} {words.say(f'party.{round.party}')}"
            yield f"{round.number}.party", PrivateCard(ChatMessage(words.say("tray.seenParty", name=name_of(round.target)), party))
    for claim in reversed(view.claims):
        if not claim.said:
            about = f"{claim.round}.{claim.about}"
            yield about, _claim_card(words, claim, f"{prefix}.{about}", name_of)
    if view.choices:
        hushed = board.phase is Phase.CHANCELLOR_SESSION and view.forgone
        about = f"{board.round}.{board.phase}{'.refused' if board.veto_asked else ''}{'.forgone' if hushed else ''}"
        yield about, _choice_card(words, view, f"{prefix}.{about}", name_of, hushed)


def _choice_card(words: Words, view: View, key: str, name_of: NameOf, hushed: bool) -> PrivateCard:
    buttons, actions = list[Button](), list[SeatAction]()
    for choice in dict.fromkeys(view.choices):
        mark = _mark(Policy(choice.action.policy)) if hasattr(choice.action, "policy") else ""
        label = answer_in_words(words, view, choice.action, name_of, mark)
        barred = "" if choice.barred is None else words.say(f"bar.{choice.barred.value}")
        buttons.append(Button(f"{key}:{len(actions)}", label, barred))
        actions.append(choice.action)
    text = "" if view.hand is None else tiles_in_words(words, view.hand)
    return PrivateCard(ChatMessage(question_in_words(words, view, name_of), text, tuple(buttons)), tuple(actions), hushed)


def _claim_card(words: Words, claim: OpenClaim, key: str, name_of: NameOf) -> PrivateCard:
    buttons = [Button(f"{key}:{number}", telling_in_words(words, telling)) for number, telling in enumerate(claim.tellings)]
    return PrivateCard(ChatMessage(claim_question(words, claim, name_of), "", tuple(buttons)), claim.tellings)


def telling_in_words(words: Words, claim: Claim) -> str:
    if isinstance(claim, ClaimParty):
        return words.say("tray.claimNothing" if claim.party is None else f"party.{claim.party.value}")
    return words.say("tray.claimNothing") if claim.tiles is None else _tiles(words, claim.tiles)


def tiles_in_words(words: Words, tiles: Tiles) -> str:
    return "\n".join(f"{_mark(tile)} {words.say(f'tile.{tile.value}')}" for tile in tiles)


def _tiles(words: Words, tiles: Tiles) -> str:
    return " ".join(f"{_mark(tile)}{words.say(f'letter.{tile.value}')}" for tile in tiles)


def _mark(tile: Policy) -> str:
    return LIBERAL if tile is Policy.LIBERAL else FASCIST
