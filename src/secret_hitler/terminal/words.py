"""The words of this terminal: one language and one wording, chosen before anything is shown; and a finished game in a few lines."""

from collections.abc import Callable, Iterable

from ..rules import Bar, Power, Role, Seat, View
from ..words import Words

_spoken = Words()


def speak(language: str, wording: str = "game") -> None:
    global _spoken
    _spoken = Words(language, wording)


def spoken() -> Words:
    return _spoken


def say(key: str, **params: object) -> str:
    return _spoken.say(key, **params)


def why(bar: Bar) -> str:
    return _spoken.say(f"bar.{bar.value}")


def listed(names: Iterable[str]) -> str:
    return _spoken.listed(names)


NameOf = Callable[[Seat], str]


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
    executed = [name_of(round.target) for round in view.rounds if round.power is Power.EXECUTE and round.target is not None]
    chaos = sum(round.by_populace for round in view.rounds)
    lies = sum(claimed.verdict in ("false", "impossible") for round in view.rounds for claimed in round.claims)
    if executed:
        return [say("end.executed", names=listed(executed))]
    if chaos:
        return [say("end.chaosHappened", n=chaos)]
    return [say("end.lies", n=lies)] if lies else []
