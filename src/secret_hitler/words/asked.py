"""What the table asks of a seat, what a seat can answer, and whom the table waits for; the terminal and chat rooms say it alike."""

from ..rules import About, Decision, OpenClaim, Phase, Policy, Role, Seat, View
from ..rules.actions import Discard, Enact, Nominate, UsePower, Veto, Vote
from ..rules.powers import target
from .sentences import NameOf
from .speaker import Words
from .summary import aim_in_words, hands

_QUESTIONS: dict[type[Decision], str] = {Nominate: "tray.nominate", Vote: "tray.vote", Discard: "tray.discard", Enact: "tray.enact"}
_YES_OR_NO = {
    Phase.VETO_ANSWER: ("tray.vetoAnswer", "tray.vetoYes", "tray.vetoNo"),
    Phase.PEEK: ("tray.peek", "tray.peekYes", "tray.peekNo"),
    Phase.DROP: ("tray.drop", "tray.dropYes", "tray.dropNo"),
    Phase.VETO_BALLOT: ("tray.vetoBallot", "tray.vetoBallotYes", "tray.vetoBallotNo"),
    Phase.CHANCELLOR_SESSION: ("tray.vetoAsk", "tray.vetoAskYes", "tray.vetoAskNo"),
}


def role_in_words(words: Words, view: View, seat: Seat, name_of: NameOf) -> tuple[str, str, str]:
    """Say who you are, what you're after, and whom you know."""
    role = view.roles[seat]
    aim = aim_in_words(words, role, view.rules, view.board.seats)
    return words.say(f"role.youAre.{role.value}"), aim, _knowledge(words, view, seat, name_of)


def _knowledge(words: Words, view: View, seat: Seat, name_of: NameOf) -> str:
    role, informed = view.roles[seat], view.informed
    others = sorted(other for other in view.roles if other != seat)
    names = [words.say("role.isHitler", name=name_of(other)) if view.roles[other] is Role.HITLER else name_of(other) for other in others]
    if not names:
        known = {Role.LIBERAL: "role.knows.L", Role.HITLER: "role.knows.Hnobody"} if Role.FASCIST in informed else {}
        return words.say(known.get(role, "role.knows.nobody"))
    mutual = Role.FASCIST in informed and Role.HITLER in informed
    if role is Role.FASCIST and mutual and len(others) == 1:
        return words.say("role.knows.Falone", names=name_of(others[0]))
    return words.say("role.knows.Hteam" if role is Role.HITLER and mutual else "role.knows.F", names=words.listed(names))


def question_in_words(words: Words, view: View, name_of: NameOf) -> str:
    """Say what is asked of this seat now; it must be asked something."""
    first = view.choices[0].action
    names = _officers(view, name_of)
    if isinstance(first, Veto | UsePower):
        return words.say(_YES_OR_NO[view.board.phase][0], **names)
    return words.say(_QUESTIONS.get(type(first), f"tray.{view.board.phase}"), **names)


def answer_in_words(words: Words, view: View, action: Decision, name_of: NameOf, mark: str = "") -> str:
    """Say an answer as a button does; `mark` is what the door draws beside a tile."""
    match action:
        case Vote(ja):
            return words.say("ballot.ja" if ja else "ballot.nein")
        case Veto(wanted) | UsePower(wanted):
            return words.say(_YES_OR_NO[view.board.phase][1 if wanted else 2])
        case Discard(policy) | Enact(policy):
            tile = words.say(f"tile.{Policy(policy).value}")
            return words.say(f"tray.{type(action).__name__.lower()}Button", tile=f"{tile} {mark}".rstrip())
        case Nominate(seat):
            return words.say("tray.nominateButton", name=name_of(seat))
        case _:
            return words.say(f"tray.{view.board.phase}.button", name=name_of(target(action)))


def waiting_in_words(words: Words, view: View, name_of: NameOf) -> str:
    """Say whom the table waits for."""
    board = view.board
    opening = board.phase in (Phase.DEAL, Phase.SHUFFLE, Phase.APPOINTMENT)
    people = [name_of(seat) for seat in board.awaited if seat >= 0]
    phase = f"deal{hands(view.rules)}" if opening else board.phase.value
    return words.say(f"tray.wait.{phase}", **_officers(view, name_of), names=words.listed(people) if people else "")


def _officers(view: View, name_of: NameOf) -> dict[str, str]:
    seats = {"president": view.board.president, "chancellor": view.board.chancellor}
    return {office: "" if seat is None else name_of(seat) for office, seat in seats.items()}


def claim_question(words: Words, claim: OpenClaim, name_of: NameOf) -> str:
    if claim.target is not None:
        return words.say("tray.claimParty", name=name_of(claim.target), round=claim.round)
    asked = {About.PEEK: "tray.claimPeek", About.TOP_CARD: "tray.claimTop"}.get(claim.about, "tray.claimHand")
    return words.say(asked, n=claim.tiles, round=claim.round)
