"""What papers on hidden-role games count, from records: who lies and is not found out, who sees through it, whose word moves votes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from math import sqrt

from msgspec import Struct

from secret_hitler.belief import lines_of
from secret_hitler.records import Record, replay
from secret_hitler.review.highlights import ClaimHistory
from secret_hitler.rules import ALL, ClaimParty, Party, Role, Seat, View, onlooking
from secret_hitler.rules.events import ClaimMade, ElectionHeld

Count = tuple[float, int]
"""How much of how many, in one game."""


class Rate(Struct, frozen=True):
    name: str
    rate: float
    error: float
    """A standard error over games, since what happens in one game goes together."""
    of: int


MEANINGS = {
    "deception": "claims of fascists and Hitler that are false, of those whose truth is in the record",
    "false claims of liberals": "the same of liberals",
    "lies that stand": "lies of fascists and Hitler that nothing said or shown in the game exposes",
    "detection, nein to fascists": "votes of liberals that are nein, to governments with a fascist or Hitler in them",
    "detection, ja to liberals": "votes of liberals that are ja, to governments of two liberals",
    "detection, suspects": "fascists and Hitler among as many seats that the public's exact belief suspects most before the last round",
    "persuasion by liberals": "how much less often others elect a seat after a liberal has accused it",
    "persuasion by fascists": "the same after an accusation by a fascist or Hitler",
    "without an accusation": "the same from one government with a seat in it to its next, nobody having accused it in between",
}


def metrics(records: Iterable[Record]) -> list[Rate]:
    """Over all games together, in the order of MEANINGS; what never came up is left out."""
    counted: dict[str, list[Count]] = {name: [] for name in MEANINGS}
    for record in records:
        game: defaultdict[str, list[float]] = defaultdict(list)
        for name, value in _observed(record):
            game[name].append(value)
        for name, values in game.items():
            counted[name].append((sum(values), len(values)))
    return [_rate(name, counts) for name, counts in counted.items() if counts]


def _rate(name: str, counts: list[Count]) -> Rate:
    of = sum(many for _, many in counts)
    rate = sum(much for much, _ in counts) / of
    error = sqrt(sum((much - rate * many) ** 2 for much, many in counts)) / of
    return Rate(name, round(rate, 4), round(error, 4), of)


def _observed(record: Record) -> Iterator[tuple[str, float]]:
    everything = onlooking(record.rules, record.seats, ALL)
    claims, votes = ClaimHistory(everything, record.roles), VoteBook(record.roles)
    for number, (_, _, told) in enumerate(replay(record)):
        everything.see(told)
        for event in told:
            if isinstance(event, ClaimMade):
                claims.heard(number, event.seat, event.claim, {})
                votes.accuse(event.seat, _accused(everything, event))
            elif isinstance(event, ElectionHeld):
                yield from votes.held(event)
    yield from _lies(record, claims)
    yield from _suspects(record)


def _lies(record: Record, claims: ClaimHistory) -> Iterator[tuple[str, float]]:
    for claim in claims.judged():
        if claim.lie is None:
            continue
        liberal = record.roles[claim.seat] is Role.LIBERAL
        yield "false claims of liberals" if liberal else "deception", claim.lie
        if claim.lie and not liberal:
            yield "lies that stand", claim.exposed is None


def _suspects(record: Record) -> Iterator[tuple[str, float]]:
    team = {seat for seat, role in enumerate(record.roles) if role is not Role.LIBERAL}
    lines = list(lines_of(record))
    if lines:
        most = sorted(range(record.seats), key=lambda seat: -lines[-1].fascist[seat])[: len(team)]
        for seat in most:
            yield "detection, suspects", seat in team


def _accused(everything: View, event: ClaimMade) -> Seat | None:
    """Whom a claim calls a fascist: whoever was investigated, or whose word cannot be true together with it."""
    round = everything.rounds[event.claim.round - 1]
    if isinstance(event.claim, ClaimParty):
        return round.target if event.claim.party is Party.FASCIST else None
    mine = next((one for one in reversed(round.claims) if one.seat == event.seat and one.claim == event.claim), None)
    if mine is None or not mine.contested:
        return None
    return round.chancellor if event.seat == round.president else round.president


class VoteBook:
    """Each seat's last vote on a government with another seat in it, and who has accused that one since."""

    def __init__(self, roles: tuple[Role, ...]) -> None:
        self._roles = roles
        self._last: dict[tuple[Seat, Seat], bool] = {}
        self._accusers: defaultdict[Seat, set[Seat]] = defaultdict(set)

    def accuse(self, by: Seat, accused: Seat | None) -> None:
        if accused is not None and accused != by:
            self._accusers[accused].add(by)

    def held(self, election: ElectionHeld) -> Iterator[tuple[str, float]]:
        government = (election.president, election.chancellor)
        ballots = {Seat(seat): ja for seat, ja in enumerate(election.ballots) if ja is not None}
        yield from chain(self._read(government, ballots), self._moved(government, ballots))
        for seat in government:
            self._accusers.pop(seat, None)
            self._last.update({(voter, seat): ja for voter, ja in ballots.items()})

    def _read(self, government: tuple[Seat, Seat], ballots: dict[Seat, bool]) -> Iterator[tuple[str, float]]:
        honest = all(self._roles[seat] is Role.LIBERAL for seat in government)
        for voter, ja in ballots.items():
            if self._roles[voter] is Role.LIBERAL:
                yield ("detection, ja to liberals", ja) if honest else ("detection, nein to fascists", not ja)

    def _moved(self, government: tuple[Seat, Seat], ballots: dict[Seat, bool]) -> Iterator[tuple[str, float]]:
        for seat in government:
            accusers = self._accusers[seat]
            sides = {self._roles[by] is Role.LIBERAL for by in accusers}
            for voter, ja in ballots.items():
                before = self._last.get((voter, seat))
                if before is None or voter in (*government, *accusers) or len(sides) > 1:
                    continue
                name = "without an accusation" if not sides else f"persuasion by {'liberals' if True in sides else 'fascists'}"
                yield name, before - ja
