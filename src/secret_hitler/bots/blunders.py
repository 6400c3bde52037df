"""Moves at which a beginner would laugh, judged only by what the mover knows for certain."""

from enum import StrEnum

from ..rules import Decision, Discard, Enact, Execute, Nominate, Party, Policy, Role, Veto, View, Vote


def sensible(view: View) -> list[Decision]:
    """List the legal actions that are no blunder; all legal ones if every one is."""
    legal = list(view.legal_actions)
    return [action for action in legal if not blunder(view, action)] or legal


def prudent(view: View) -> list[Decision]:
    """List the sensible actions that are no imprudence either; all sensible ones if every one is."""
    options = sensible(view)
    return [action for action in options if imprudence(view, action) is None] or options


class Laughable(StrEnum):
    """What people laugh at, as it is counted."""

    CERTAIN_LOSS = "loses for certain what could be had or kept"
    KNOWN_FASCIST = "helps a known fascist into office when Hitler may win"
    BURNT_TILE = "Hitler burns a liberal tile for nothing"
    ELECTS_ACCUSED = "elects whom it has just accused"


def imprudence(view: View, action: Decision) -> Laughable | None:
    """Name why an action is laughed at although it may turn out well."""
    match action:
        case Nominate(chancellor) if _liberal_in_peril(view) and view.parties.get(chancellor) is Party.FASCIST:
            return Laughable.KNOWN_FASCIST
        case Vote(True) if _liberal_in_peril(view) and _known_chancellor(view) is Party.FASCIST:
            return Laughable.KNOWN_FASCIST
        case Discard(Policy.LIBERAL) if view.role is Role.HITLER and _leaves_a_choice(view):
            return Laughable.BURNT_TILE
    return None


def _liberal_in_peril(view: View) -> bool:
    return view.hitler_can_win and view.role is Role.LIBERAL


def _known_chancellor(view: View) -> Party | None:
    chosen = view.board.chancellor
    return None if chosen is None else view.parties.get(chosen)


def _leaves_a_choice(view: View) -> bool:
    """Tell whether another liberal tile goes to the chancellor, so that throwing one away forces nothing."""
    hand = list(view.hand or ())
    return hand.count(Policy.LIBERAL) > 1 and Policy.FASCIST in hand


def blunder(view: View, action: Decision) -> bool:
    party = None if view.role is None else view.role.party
    match action:
        case Vote(ja):
            return ja is not _certain_vote(view) and _certain_vote(view) is not None
        case Nominate(chancellor):
            known = view.roles.get(chancellor)
            return view.hitler_can_win and known is Role.HITLER and party is Party.LIBERAL
        case Execute(seat):
            if party is Party.LIBERAL:
                return view.parties.get(seat) is Party.LIBERAL
            return view.roles.get(seat) is Role.HITLER
        case Enact(policy):
            return len(set(view.hand or ())) > 1 and _ends_badly(view, policy)
        case Discard(policy):
            return False if party is None else _helps_them_win(view, policy)
        case Veto(wanted):
            return wanted is not _certain_veto(view) and _certain_veto(view) is not None
        case _:
            return False


def _certain_vote(view: View) -> bool | None:
    """Decide where the vote alone ends the game: for or against Hitler as chancellor, known to be so."""
    chancellor = view.board.chancellor
    if not view.hitler_can_win or chancellor is None or view.roles.get(chancellor) is not Role.HITLER or view.role is None:
        return None
    return view.role.party is Party.FASCIST


def _wins(view: View, policy: Policy) -> Party | None:
    """Return the party that wins if this tile is enacted."""
    rules, board = view.rules, view.board
    if policy is Policy.LIBERAL:
        return Party.LIBERAL if board.liberal + 1 >= rules.liberal_goal else None
    return Party.FASCIST if board.fascist + 1 >= rules.fascist_goal else None


def _ends_badly(view: View, policy: Policy) -> bool:
    """Tell whether enacting this tile would lose the game, or the other would win it."""
    if view.role is None:
        return False
    winners = {each: _wins(view, each) for each in Policy}
    return policy.value != view.role.party.value and any(winners.values())


def _helps_them_win(view: View, policy: Policy) -> bool:
    """Tell whether this discard leaves the chancellor a tile that wins for the other side, where one of those could have gone."""
    theirs = Policy.FASCIST if view.role is Role.LIBERAL else Policy.LIBERAL
    return _wins(view, theirs) is not None and theirs in (view.hand or ()) and policy is not theirs


def _certain_veto(view: View) -> bool | None:
    """Decide on a veto where the tiles in hand end the game whatever is chosen."""
    hand = view.hand if view.hand is not None else view.rounds[-1].chancellor_hand
    if hand is None:
        hand = view.rounds[-1].passed
    if hand is None or view.role is None or len(set(hand)) != 1:
        return None
    winner = _wins(view, hand[0])
    return None if winner is None else winner is not view.role.party
