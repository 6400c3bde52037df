"""Ruleset: every number and switch of a rule set, and the check that no game gets stuck under it."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from .vocabulary import Power, Role, cache_members

MIN_SEATS = 5
MAX_SEATS = 10
MAX_TILES = 60
MAX_DRAW = 8
"""Each extra tile doubles the orders of a peek, and we list them all."""
MOST_STATES = 40_000
"""How many states a check looks at, in a second or two; the written rule sets have a third of that."""
MAX_NAME = 60
MAX_TEXT = 4000
"""Characters in house rules."""


@cache_members
class FirstPresident(StrEnum):
    RANDOM = "random"
    HOST = "host"
    HOST_THEN_LAST_HITLER = "host-then-last-hitler"


@cache_members
class TermLimits(StrEnum):
    """Which pair can't be nominated chancellor."""

    LAST_ELECTED = "last-elected"
    LAST_ENACTING = "last-enacting"


@cache_members
class Count(StrEnum):
    """Which players count towards the last president's exemption."""

    ALIVE = "alive"
    DEALT = "dealt"


@cache_members
class TrackerReset(StrEnum):
    ON_ENACTMENT = "on-enactment"
    ON_ELECTION = "on-election"


@cache_members
class VetoStyle(StrEnum):
    REQUEST = "request"
    SEALED = "sealed"


@cache_members
class Cards(StrEnum):
    """How tiles and roles look on a real table."""

    TILES = "tiles"
    FRENCH_DECK = "french-deck"


class StrandedGame(ValueError):
    """Under this rule set a game could get stuck, or could never end as written."""


class Ruleset(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    liberal_tiles: int
    fascist_tiles: int
    draw: int
    liberal_goal: int
    fascist_goal: int
    hitler_threshold: int
    veto_threshold: int
    tracker_length: int
    fascists: dict[int, int]
    """Ordinary fascists by number of players; the keys are the numbers of players allowed."""
    powers: dict[int, tuple[Power, ...]]
    """By number of players: the power granted by fascist policy 1, 2, ... up to the one before the last."""
    fascists_know_team: bool
    hitler_knows_up_to: int
    """Hitler knows the fascists in games of at most this many players."""
    first_president: FirstPresident
    term_limits: TermLimits
    president_exempt_at: int
    """The last president can be nominated when at most this many players count."""
    president_exempt_by: Count
    tracker_reset: TrackerReset
    reshuffle_after_populace: bool
    veto: VetoStyle
    veto_needs_fascist_hand: bool
    special_election_of_self: bool
    session_silence: bool
    cards: Cards
    base: str = ""
    """The written rule set that house rules change; they keep its opening and its boards."""
    # Readings: what a text leaves open. The default is how we read it, and the other answer works as well.
    powers_on_self: bool = False
    """Presidents may investigate or execute themselves. No: "a player" means another one, or the power would be wasted."""
    special_lifts_limits: bool = False
    """A special president may nominate anybody. No: limits are for chancellors, and a special election names a president."""
    chaos_grants_powers: bool = False
    """The last candidate uses the power of the policy that chaos enacted. No: all texts that speak of it ignore the power."""
    peek_optional: bool = False
    """The president may leave the top of the deck unseen. No: powers must be used."""
    investigate_again: bool = False
    """A player may be investigated twice. No: one text doesn't say, and all others forbid it."""
    veto_moves_tracker: bool = True
    """A veto counts as a failed government. Yes: otherwise vetoes could go on forever."""
    first_chancellor_given: bool = False
    """The first government takes office without a vote. No: one text mentions it in passing, without a rule."""
    hitler_death_wins: bool = True
    """Liberals win if Hitler is executed. Yes: one text doesn't say, and without it the power would hardly pay."""
    president_sees_pick: bool = False
    """The president sees what the chancellor picked before the sealed veto. No: the vote is secret, and so is the agenda."""
    veto_mixed_hand: bool = False
    """One fascist tile in hand is enough where a veto needs a fascist hand. No: a liberal policy is never vetoed."""
    dead_roles_shown: bool = False
    """The role of an executed player is shown. No: only Hitler is revealed."""
    chaos_enacts: bool = True
    """A full tracker enacts the top tile; otherwise it only lifts term limits, and starts again."""

    def __post_init__(self) -> None:
        reasons = list(_out_of_bounds(self)) or [*_stranding_deck(self), *_stranding_seats(self)]
        if reasons:
            raise StrandedGame(f"rule set {self.name[:MAX_NAME]!r} is refused: " + "; ".join(reasons))

    def liberals(self, seats: int) -> int:
        return seats - self.fascists[seats] - 1

    def powers_used(self, seats: int | None = None) -> set[Power]:
        """Collect the powers that a game with this many players can grant; without a number, any game."""
        return {power for players in self.fascists if seats in (None, players) for power in self.powers[players]}

    def informed(self, seats: int) -> tuple[Role, ...]:
        """List the roles that learn at the start who else is in the fascist party."""
        told = {Role.FASCIST: self.fascists_know_team, Role.HITLER: seats <= self.hitler_knows_up_to}
        return tuple(role for role, so in told.items() if so)


def _out_of_bounds(rules: Ruleset) -> Iterator[str]:
    """Find numbers and names that no table needs, before anything is computed from the rules."""
    if not 0 < len(rules.name) <= MAX_NAME or not rules.name.isprintable():
        yield f"a name has 1 to {MAX_NAME} characters that can be printed"
    for name in Ruleset.__struct_fields__:
        number = getattr(rules, name)
        if isinstance(number, int) and abs(number) > MAX_TILES:
            yield f"{name} is beyond {MAX_TILES}"
    if rules.draw > MAX_DRAW:
        yield f"draw is {few(rules.draw)}, and may be {MAX_DRAW} at most"
    if rules.liberal_tiles + rules.fascist_tiles > MAX_TILES:
        yield f"a deck has at most {MAX_TILES} tiles"
    for seats in {*rules.fascists, *rules.powers}:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            yield f"{few(seats)} players are not between {MIN_SEATS} and {MAX_SEATS}"
    if any(abs(count) > MAX_SEATS for count in rules.fascists.values()) or any(len(track) > MAX_TILES for track in rules.powers.values()):
        yield "there are more fascists or powers than any game can have"


def few(number: int) -> int | str:
    """Write a number into a sentence, shortened if it's absurd."""
    return number if abs(number) <= MAX_TILES else f"more than {MAX_TILES}"


def seats_in(written: str) -> int:
    """Check a number of players before using it: a range of a few letters may reach into the millions."""
    if len(written) > len(str(MAX_SEATS)) or not MIN_SEATS <= int(written) <= MAX_SEATS:
        raise StrandedGame(f"{written[:MAX_SEATS]} players are not between {MIN_SEATS} and {MAX_SEATS}")
    return int(written)


def _stranding_deck(rules: Ruleset) -> Iterator[str]:
    for name, least in (("liberal_goal", 1), ("fascist_goal", 1), ("tracker_length", 1), ("draw", 2)):
        if getattr(rules, name) < least:
            yield f"{name} is {getattr(rules, name)}, and must be at least {least}"
    for name in ("liberal_tiles", "fascist_tiles", "hitler_threshold", "veto_threshold", "hitler_knows_up_to", "president_exempt_at"):
        if getattr(rules, name) < 0:
            yield f"{name} is negative"
    if rules.liberal_tiles < rules.liberal_goal:
        yield f"liberals need {rules.liberal_goal} policies to win and the deck has {rules.liberal_tiles} liberal tiles"
    if rules.fascist_tiles < rules.fascist_goal:
        yield f"fascists need {rules.fascist_goal} policies to win and the deck has {rules.fascist_tiles} fascist tiles"
    if rules.hitler_threshold >= rules.fascist_goal:
        yield f"Hitler's election needs {rules.hitler_threshold} fascist policies, and {rules.fascist_goal} end the game before it"
    left = rules.liberal_tiles + rules.fascist_tiles - (rules.liberal_goal - 1) - (rules.fascist_goal - 1)
    if left < rules.draw:
        yield f"the deck cannot serve a draw of {rules.draw}: late in the game only {left} tiles are left"


def _stranding_seats(rules: Ruleset) -> Iterator[str]:
    if not rules.fascists:
        yield "no number of players is allowed: the table of fascists is empty"
    for seats in sorted(rules.fascists):
        if rules.fascists[seats] < 0 or rules.liberals(seats) < 1:
            yield f"{seats} players with {rules.fascists[seats]} fascists and Hitler leave {rules.liberals(seats)} liberals"
        elif seats not in rules.powers:
            yield f"there is no fascist track for {seats} players"
        else:
            yield from _stranding_track(rules, seats)


def _stranding_track(rules: Ruleset, seats: int) -> Iterator[str]:
    track = rules.powers[seats]
    if len(track) != rules.fascist_goal - 1:
        yield f"the fascist track for {seats} players has {len(track)} powers; before the last policy there are {rules.fascist_goal - 1}"
    alive, investigated = seats, 0
    for policy, power in enumerate(track, start=1):
        if power is Power.INVESTIGATE and not rules.investigate_again:
            if alive - (not rules.powers_on_self) - investigated < 1:
                yield f"with {seats} players nobody may be left to investigate at fascist policy {policy}"
            investigated += 1
        if power is Power.EXECUTE:
            alive -= 1
    counted = seats if rules.president_exempt_by is Count.DEALT else alive
    barred = 2 + (counted > rules.president_exempt_at)  # the president, the last chancellor and perhaps the last president
    if alive <= barred:
        yield f"with {seats} players and {seats - alive} executions nobody may be left to nominate"
