"""The words of this terminal, shown and typed, in the one language and wording chosen at the start."""

from collections.abc import Callable, Iterable, Sequence

from ..rules import Bar, Power, Role, Seat, View
from ..wire.commands import AboutOthers, BlockPlayer, Complaint, MutePlayer, Phrase, ReportPlayer
from ..words import Words, remark_in_words
from ..words.citations import cite

_spoken = Words()
NameOf = Callable[[Seat], str]


def speak(language: str, wording: str = "game") -> None:
    global _spoken
    _spoken = Words(language, wording)


def spoken() -> Words:
    return _spoken


def say(key: str, **params: object) -> str:
    return _spoken.say(key, **params)


def why(bar: Bar) -> str:
    return _spoken.say(f"bar.{bar.value}")


def rule_behind(view: View, bar: Bar) -> list[str]:
    """Cite the rule behind a refusal, and say where it stands."""
    found = cite(view.rules, _spoken, bar, view.board.phase)
    return [] if found is None else [*found.lines, f"{found.rules}, {found.heading}"]


def asked_why(text: str) -> int | None:
    """Return the number after "why", in the language spoken here or in English."""
    word, _, number = text.rpartition(" ")
    return int(number) if number.isdecimal() and _letters(word) in ("why", _letters(say("tray.why"))) else None


def listed(names: Iterable[str]) -> str:
    return _spoken.listed(names)


def story(view: View, name_of: NameOf) -> list[str]:
    rounds = view.rounds
    elected = [round for round in rounds if round.elected]
    lines = []
    if elected and elected[0].chancellor is not None:
        lines.append(say("end.first", president=name_of(elected[0].president), chancellor=name_of(elected[0].chancellor)))
    failed = sum(round.elected is False for round in rounds)
    lines.append(f"{say('end.governments', n=len(elected))}; {say('end.failed', n=failed)}")
    lines.append(say("end.count", l=view.board.liberal, f=view.board.fascist))
    lines += _turns(view, name_of)
    hitler = [seat for seat, role in view.roles.items() if role is Role.HITLER]
    fascists = [name_of(seat) for seat, role in sorted(view.roles.items()) if role is Role.FASCIST]
    if hitler:
        lines.append(say("end.hitlerWas", name=name_of(hitler[0]), names=listed(fascists)) if fascists else name_of(hitler[0]))
    return lines


def _turns(view: View, name_of: NameOf) -> list[str]:
    if executed := [name_of(round.target) for round in view.rounds if round.power is Power.EXECUTE and round.target is not None]:
        return [say("end.executed", names=listed(executed))]
    if chaos := sum(round.by_populace for round in view.rounds):
        return [say("end.chaosHappened", n=chaos)]
    lies = sum(claimed.verdict in ("false", "impossible") for round in view.rounds for claimed in round.claims)
    return [say("end.lies", n=lies)] if lies else []


def about_somebody(text: str) -> tuple[str, Callable[..., AboutOthers]] | None:
    """Return whom /mute, /unmute, /block, /unblock or /report is about, and what makes the command; None for anything else.

    A report's name ends at a colon: /report Rosa: she reads my cards.
    """
    word, _, rest = text.partition(" ")
    match word.casefold():
        case "/mute" | "/unmute" as asked:
            return rest.strip(), lambda id, player: MutePlayer(id=id, player=player, muted=asked == "/mute")
        case "/block" | "/unblock" as asked:
            return rest.strip(), lambda id, player: BlockPlayer(id=id, player=player, blocked=asked == "/block")
        case "/report":
            name, _, words = rest.partition(":")
            report = words.strip()[:400]
            return name.strip(), lambda id, player: ReportPlayer(id=id, player=player, complaint=Complaint.OTHER, text=report)
        case _:
            return None


def phrase_in(text: str, seats: Sequence[Seat], name_of: NameOf) -> tuple[Phrase, Seat | None] | None:
    """Find the common phrase that this text is, and the player it names."""
    for phrase in Phrase:
        for seat in seats:
            said = remark_in_words(spoken(), phrase, {"other": seat}, name_of) or ""
            if _letters(said) == _letters(text):
                return phrase, seat if "{name}" in phrase.text else None
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
