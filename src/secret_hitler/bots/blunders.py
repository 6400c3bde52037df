"""Moves that make a beginner laugh, judged only by what the mover knows for certain."""

from enum import StrEnum

from ..rules import Decision, Discard, Enact, Execute, Nominate, Party, Phase, Policy, Role, UsePower, Veto, View, Vote


def sensible(view: View) -> list[Decision]:
    """List the legal actions that aren't blunders, or all of them if every one is."""
    legal = list(view.legal_actions)
    return [action for action in legal if not blunder(view, action)] or legal


def prudent(view: View) -> list[Decision]:
    """List the sensible actions that aren't imprudent either, or all of them if every one is."""
    options = sensible(view)
    return [action for action in options if imprudence(view, action) is None] or options


class Laughable(StrEnum):
    CERTAIN_LOSS = "loses for certain what could be had or kept"
    KNOWN_FASCIST = "helps a known fascist into office when Hitler may win"
    BURNT_TILE = "Hitler burns a liberal tile for nothing"
    ELECTS_ACCUSED = "elects whom it has just accused"


def imprudence(view: View, action: Decision) -> Laughable | None:
    """Say why people laugh at an action that may still turn out well."""
    in_peril, hand = view.hitler_can_win and view.role is Role.LIBERAL, view.hand or ()
    fascists = [seat for seat, party in view.parties.items() if party is Party.FASCIST]
    match action:
        case Nominate(chancellor) if in_peril and chancellor in fascists:
            return Laughable.KNOWN_FASCIST
        case Vote(True) if in_peril and view.board.chancellor in fascists:
            return Laughable.KNOWN_FASCIST
        case Discard(Policy.LIBERAL) if view.role is Role.HITLER and hand.count(Policy.LIBERAL) > 1 and Policy.FASCIST in hand:
            return Laughable.BURNT_TILE  # the chancellor still gets a liberal tile, so this one forces nothing
    return None


def blunder(view: View, action: Decision) -> bool:
    party = None if view.role is None else view.role.party
    match action:
        case Vote(ja):
            return ja is not _certain_vote(view) and _certain_vote(view) is not None
        case Nominate(chancellor):
            return view.hitler_can_win and view.roles.get(chancellor) is Role.HITLER and party is Party.LIBERAL
        case Execute(seat):
            return view.parties.get(seat) is Party.LIBERAL if party is Party.LIBERAL else view.roles.get(seat) is Role.HITLER
        case Enact(policy):
            # It loses the game, or the other tile would win it.
            winnable = any(_wins(view, each) for each in Policy)
            return len(set(view.hand or ())) > 1 and party is not None and policy.value != party.value and winnable
        case Discard(policy):
            # It leaves the chancellor a tile that wins for the other side, when that tile could have gone.
            theirs = Policy.FASCIST if party is Party.LIBERAL else Policy.LIBERAL
            return party is not None and _wins(view, theirs) is not None and theirs in (view.hand or ()) and policy is not theirs
        case Veto(wanted):
            return wanted is not _certain_veto(view) and _certain_veto(view) is not None
        case UsePower(wanted):
            return wanted is not _use_serves(view)
        case _:
            return False


def _use_serves(view: View) -> bool:
    """Look whenever you may; drop the card on top if it's the other side's."""
    if view.board.phase is not Phase.DROP or view.role is None:
        return True
    (top,) = view.rounds[-1].peek or (None,)
    return top is not None and top.value != view.role.party.value


def _certain_vote(view: View) -> bool | None:
    """Decide where the vote alone ends the game: for or against a chancellor known to be Hitler."""
    chancellor = view.board.chancellor
    if not view.hitler_can_win or chancellor is None or view.roles.get(chancellor) is not Role.HITLER or view.role is None:
        return None
    return view.role.party is Party.FASCIST


def _wins(view: View, policy: Policy) -> Party | None:
    rules, board = view.rules, view.board
    if policy is Policy.LIBERAL:
        return Party.LIBERAL if board.liberal + 1 >= rules.liberal_goal else None
    return Party.FASCIST if board.fascist + 1 >= rules.fascist_goal else None


def _certain_veto(view: View) -> bool | None:
    """Decide on a veto when the tiles in hand end the game either way."""
    hand = view.hand or view.rounds[-1].chancellor_hand or view.rounds[-1].passed
    if hand is None or view.role is None or len(set(hand)) != 1:
        return None
    winner = _wins(view, hand[0])
    return None if winner is None else winner is not view.role.party
