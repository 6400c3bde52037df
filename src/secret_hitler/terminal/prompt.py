"""Prompt: say in one sentence what to do now, with the keys that do it, and offer every claim there is."""

from msgspec import Struct
from rich.text import Text

from ..rules import Bar, Decision, Phase, Policy, Seat, Tiles, View, Vote
from ..rules.actions import Claim, ClaimParty, Discard, Enact, UsePower, Veto
from ..rules.claims import Claimed, Round, Verdict
from ..words.asked import answer_in_words, question_in_words, waiting_in_words
from .table_source import TableSource, choice_for, target
from .theme import covered_hand, hand, poster, stamp, stamps
from .words import rule_behind, say, spoken, why

Do = Decision | str
"""A decision of the rules, or the name of something the screen does itself."""


def doubts(claimed: Claimed, uncovered: bool) -> list[str]:
    """Say what speaks for or against a claim; what only I know stays hidden while my cards are covered."""
    found = [say("claim.contested")] if claimed.contested else []
    if claimed.verdict is Verdict.IMPOSSIBLE or (uncovered and claimed.verdict is not Verdict.OPEN):
        found.append(say(f"claim.{claimed.verdict.value}"))
    return found


def telling(claim: Claim) -> Text:
    if isinstance(claim, ClaimParty):
        if claim.party is None:
            return Text(say("tray.claimNothing"))
        return Text.assemble(stamp(claim.party), f" {say(f'party.{claim.party.value}')}")
    return Text(say("tray.claimNothing")) if claim.tiles is None else stamps(claim.tiles)


class Offer(Struct, frozen=True):
    key: str
    label: str
    do: Do | None
    """None if it's barred."""


class Prompt(Struct):
    sentence: str
    mine: bool = False
    hand: Text | None = None
    offers: list[Offer] = []
    reasons: str = ""


class PromptState(Struct):
    """What the person at this screen points at, uncovers and has read."""

    picked: Seat | None = None
    uncovered: bool = False
    looked: bool = False
    """They've opened the envelope."""
    why: Seat | None = None
    """The seat they can't choose and want to know the rule for."""
    understood: set[int] = set()
    """The rounds in which they've read what a power showed them."""


def prompt_for(source: TableSource, view: View, state: PromptState) -> Prompt:
    sight = _fresh_sight(view, source.seat, state)
    if sight is not None:
        return _sight(sight, source, state)
    asked = _asked(source, view, state) if view.choices else _waiting(source, view)
    if source.to_ready:
        asked.offers.append(Offer("g", say("terminal.ready"), "ready"))
    if state.picked is not None and view.board.ending is None and source.away(state.picked):
        words, do = ("table.takeOver", "take_over") if source.seat is None else ("terminal.replace", "replace")
        asked.offers.append(Offer("b", say(words, name=source.name_of(state.picked)), do))
    if source.newcomer is not None:
        seat, newcomer = source.newcomer
        asked.reasons = say("table.newcomer", newcomer=newcomer.name, name=source.name_of(seat))
        if source.seat is not None:
            asked.offers.append(Offer("i", say("table.admit", newcomer=newcomer.name, n=newcomer.votes), "admit"))
            asked.offers.append(Offer("d", say("table.decline"), "decline"))
    if source.seat is not None and not all(claim.said for claim in view.claims):
        asked.offers.append(Offer("m", say("terminal.claim"), "claim"))
    return asked


def _waiting(source: TableSource, view: View) -> Prompt:
    board = view.board
    if board.ending is not None:
        offers = [Offer("a", say("end.rematch"), "deal_again")] if source.may_deal else []
        if source.local is not None:
            offers.append(Offer("x", say("terminal.save"), "save"))
        if source.remote is not None:
            offers.append(Offer("b", say("terminal.chairs"), "chairs"))
        wait = say("end.waitRematch", host=source.host_name) if source.host_name and not source.may_deal else ""
        return Prompt(_outcome(source, view), mine=source.may_deal, offers=offers, reasons=wait)
    if source.seat is not None and source.seat not in board.alive:
        return Prompt(say("tray.dead"))
    if board.phase is Phase.VETO_BALLOT and view.veto_ballot is not None:
        return Prompt(say("tray.vetoBallotCast"))
    wait = waiting_in_words(spoken(), view, source.name_of)
    if board.phase is Phase.ELECTION and view.ballot is not None:
        return Prompt(f"{say('tray.voted', vote=say('ballot.ja' if view.ballot else 'ballot.nein'))} {wait}")
    return Prompt(wait)


def _outcome(source: TableSource, view: View) -> str:
    ending = view.board.ending
    assert ending is not None
    words = say(f"event.GameEnded.{ending.value}")
    if source.seat is None:
        return words
    return f"{words} {say('end.youWon' if view.parties[source.seat] is ending.winner else 'end.youLost')}"


def _asked(source: TableSource, view: View, state: PromptState) -> Prompt:
    first = view.choices[0].action
    tiles, looks = (_held(view.hand, state), [_look(state)]) if view.hand else (None, [])
    sentence = question_in_words(spoken(), view, source.name_of)
    if isinstance(first, Veto | UsePower | Vote):
        kind = type(first)
        offers = [Offer(key, _answer(source, view, kind(wanted)), kind(wanted)) for key, wanted in (("y", True), ("n", False))]
        return Prompt(sentence, True, tiles, offers + looks)
    if target(view.choices[0]) is not None:
        return Prompt(sentence, True, None, [_pointed_at(source, view, state)], _rule(view, state) or _reasons(source, view))
    return Prompt(sentence, True, tiles, _tiles(source, view, state) + looks)


def _answer(source: TableSource, view: View, action: Decision, mark: str = "") -> str:
    return answer_in_words(spoken(), view, action, source.name_of, mark)


def _held(tiles: Tiles, state: PromptState) -> Text:
    return hand(tiles) if state.uncovered else covered_hand(len(tiles))


def _look(state: PromptState) -> Offer:
    return Offer("p", say("terminal.cover" if state.uncovered else "terminal.look"), "peek")


def _tiles(source: TableSource, view: View, state: PromptState) -> list[Offer]:
    """Offer one key for each kind of tile; none while they're covered, because the keys would give the hand away."""
    if not state.uncovered:
        return []
    offers = []
    for number, action in enumerate(dict.fromkeys(choice.action for choice in view.choices), start=1):
        assert isinstance(action, Discard | Enact)
        offers.append(Offer(str(number), _answer(source, view, action, stamp(Policy(action.policy)).plain), action))
    return offers


def _pointed_at(source: TableSource, view: View, state: PromptState) -> Offer:
    choice = None if state.picked is None else choice_for(view, state.picked)
    if choice is None or state.picked is None:
        return Offer("", say("terminal.chooseSeat"), None)
    name = source.name_of(state.picked)
    if choice.barred is not None:
        return Offer("enter", f"{say('terminal.notNow', name=name, reason=why(choice.barred))}. {say('tray.why')}", "why")
    return Offer("enter", _answer(source, view, choice.action), choice.action)


def _rule(view: View, state: PromptState) -> str:
    """Cite the rule against the choice that was asked about, while it is pointed at."""
    choice = None if state.why is None or state.why != state.picked else choice_for(view, state.why)
    return "" if choice is None or choice.barred is None else " ".join(rule_behind(view, choice.barred))


def _reasons(source: TableSource, view: View) -> str:
    """Name every barred choice with its reason."""
    barred = [(seat, choice.barred) for choice in view.choices if (seat := target(choice)) is not None and choice.barred is not None]
    reasons = [why(bar) if bar is Bar.YOURSELF else f"{source.name_of(seat)} {why(bar)}" for seat, bar in barred]
    return say("terminal.barred", reasons="; ".join(reasons)) if reasons else ""


def _fresh_sight(view: View, seat: Seat | None, state: PromptState) -> Round | None:
    if seat is None or view.board.ending is not None:
        return None
    mine = [round for round in view.rounds[-2:] if (round.president == seat and round.peek) or (round.witness == seat and round.party)]
    return next((round for round in mine if round.number not in state.understood), None)


def _sight(round: Round, source: TableSource, state: PromptState) -> Prompt:
    offers = [_look(state), Offer("enter", say("tray.understood"), "understood")]
    if round.peek is not None:
        return Prompt(say("tray.seenTop" if len(round.peek) == 1 else "tray.seenPeek"), True, _held(round.peek, state), offers)
    assert round.party is not None
    assert round.party_of is not None
    party = poster(round.party, say(f"party.{round.party.value}")) if state.uncovered else covered_hand(1)
    return Prompt(say("tray.seenParty", name=source.name_of(round.party_of)), True, party, offers)


def take_in(view: View, seat: Seat | None, state: PromptState) -> None:
    round = _fresh_sight(view, seat, state)
    if round is not None:
        state.understood.add(round.number)
    state.uncovered = False
