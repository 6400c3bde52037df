"""Traces: what a seat did at an election or with a power that says something about its role, and another's."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, structs

from ..rules import Party, Policy, Ruleset, Seat
from ..rules.claims import Round


class Trace(Struct, frozen=True):
    """One act: who did it, whom it's about, and how much it counts."""

    round: int
    kind: str
    seat: Seat
    other: Seat
    value: float = 1.0


STAGES = ("opening", "middle", "late")
BALLOTS = ("ja", "nein")
KINDS = (
    *(f"nominated-{stage}" for stage in STAGES[1:]),
    "nominated-cleared",
    "nominated-tainted",
    *(f"rejected-{stage}" for stage in STAGES),
    *(f"{ballot}-to-president" for ballot in BALLOTS),
    *(f"{ballot}-to-chancellor-{stage}" for ballot in BALLOTS for stage in STAGES),
    *(f"president-{ballot}" for ballot in BALLOTS),
    *(f"chancellor-{ballot}-{stage}" for ballot in BALLOTS for stage in STAGES),
    "called-liberal",
    "called-fascist",
    "special-election",
    "execution",
)


class BehaviourLog:
    """Read rounds as they pass, and remember what later acts are measured against."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.cleared: set[Seat] = set()
        """Seats that an investigator called liberal."""
        self.tainted: set[Seat] = set()
        """Seats in whose government a fascist policy was enacted."""
        self._seen: Counter[tuple[str, Seat, Seat]] = Counter()

    def election(self, round: Round) -> list[Trace]:
        """Read this round's nomination and votes, once the votes are public; a repeated act tells less each time."""
        found = []
        for trace in self._election(round):
            act = (trace.kind, trace.seat, trace.other)
            self._seen[act] += 1
            times = self._seen[act]
            found.append(structs.replace(trace, value=times**0.5 - (times - 1) ** 0.5))
        return found

    def _election(self, round: Round) -> Iterator[Trace]:
        president, chancellor, ballots = round.president, round.chancellor, round.ballots
        assert chancellor is not None
        assert ballots is not None
        late = round.fascist_before >= self.rules.hitler_threshold
        stage, number = "late" if late else "middle" if round.fascist_before else "opening", round.number
        if stage != "opening":
            yield Trace(number, f"nominated-{stage}", president, chancellor)
        if chancellor in self.cleared:
            yield Trace(number, "nominated-cleared", president, chancellor)
        if chancellor in self.tainted:
            yield Trace(number, "nominated-tainted", president, chancellor)
        if not round.elected:
            yield Trace(number, f"rejected-{stage}", president, chancellor)
        for voter, ja in enumerate(ballots):
            if ja is None:
                continue
            seat, ballot = Seat(voter), "ja" if ja else "nein"
            if seat == president:
                yield Trace(number, f"president-{ballot}", seat, chancellor)
            elif seat == chancellor:
                yield Trace(number, f"chancellor-{ballot}-{stage}", seat, president)
            else:
                yield Trace(number, f"{ballot}-to-president", seat, president)
                yield Trace(number, f"{ballot}-to-chancellor-{stage}", seat, chancellor)

    def session(self, round: Round) -> None:
        if round.enacted is Policy.FASCIST and round.chancellor is not None and not round.by_populace:
            self.tainted |= {round.president, round.chancellor}

    def investigation(self, round: Round) -> list[Trace]:
        """Read what the witness last said about the party it saw; silence leaves no trace."""
        said, witness, seen = round.party_told(), round.witness, round.party_of
        if said is None or witness is None or seen is None:
            return []
        self.cleared.discard(seen)
        if said is Party.LIBERAL:
            self.cleared.add(seen)
        return [Trace(round.number, f"called-{said.name.lower()}", witness, seen)]
