"""Lobby: who sits where, who is host, which options the host chose, and the table's chat and score."""

import re
from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct, field

from ..rules import PUBLIC, RULESETS, Game, Onlooker, Role, Ruleset, Seat, house_rules
from ..rules.ruleset import MAX_SEATS
from ..wire.commands import Room
from ..wire.messages import Said
from ..wire.refusals import Denial
from ..wire.table import Appearance, Hours, Level, Options, ProgramCard, Score, Unrated
from .hours import ALWAYS_THERE
from .log_entries import Spoke, TableOpened


class SeatRequest(Struct):
    """A newcomer who asks for a seat, and the table's votes so far."""

    player: str
    ayes: set[str] = set()
    noes: set[str] = set()


class SeatAssignment(Struct):
    """A chair, as the log describes it."""

    player: str = ""
    bot: Level | None = None
    ready: bool = False
    replace_votes: set[str] = set()
    missed: int = 0
    """How many turns in a row the clock has ended for this person."""
    owner: str = ""
    """The player dealt in here, while someone else plays for them."""
    asking: SeatRequest | None = None

    @property
    def taken(self) -> bool:
        return bool(self.player) or self.bot is not None


class Lobby(Struct):
    options: Options = Options()
    rules: Ruleset = RULESETS[Options().rules]
    password_hash: str = ""
    quick_for: int = 0
    countdown: float = 0.0
    opened: float = 0.0
    host: str = ""
    names: dict[str, str] = {}
    looks: dict[str, Appearance] = {}
    """How players chose to look, in order of choice."""
    origins: dict[str, str] = {}
    identities: dict[str, str] = {}
    """By player; never sent to the table."""
    programs: dict[str, ProgramCard] = {}
    """Players that are programs with an account."""
    rating_agreed: set[str] = set()
    hours: dict[str, Hours] = {}
    webhook: str = ""
    banned: set[str] = set()
    sent_away: set[str] = set()
    locked: bool = False
    places: list[SeatAssignment] = field(default_factory=lambda: [SeatAssignment() for _ in range(MAX_SEATS)])

    @property
    def private(self) -> Denial | None:
        """Return why only admitted people may see this table; None if anyone may watch."""
        return Denial.PASSWORD if self.password_hash else Denial.LOCKED if self.locked else None

    def admits(self, player: str) -> bool:
        """Tell whether this player was let in and not sent away since."""
        return player in self.names and player not in self.banned and player not in self.sent_away

    def player_of_program(self, id: str) -> str:
        """Return the player that this program is here; the latest one, if it was sent away in between."""
        return next((player for player in reversed(self.programs) if id and self.programs[player].id == id), "")

    def has_program(self, id: str) -> bool:
        return self.admits(self.player_of_program(id))

    def seat_of(self, player: str) -> Seat | None:
        if player:
            for seat, place in enumerate(self.places):
                if place.player == player:
                    return Seat(seat)
        return None

    def onlooker(self, player: str) -> Onlooker:
        seat = self.seat_of(player)
        return PUBLIC if seat is None else seat

    def seat_to_return_to(self, player: str) -> Seat | None:
        """Find the seat of this player that someone else plays now or is about to."""
        for seat, place in enumerate(self.places):
            if player and (place.owner == player or (place.player == player and (place.bot is not None or place.asking is not None))):
                return Seat(seat)
        return None

    def humans(self) -> list[str]:
        return [place.player for place in self.places if place.player]

    def hours_of(self, player: str) -> Hours:
        """Return when this player's clock stands still: never, except at slow tables."""
        return self.hours.get(player, ALWAYS_THERE) if self.options.slow else ALWAYS_THERE

    @property
    def unrated(self) -> Unrated | None:
        """Return why a game dealt now isn't rated. Games of strangers are, and games where all who sit agreed and are different people."""
        people = self.humans()
        if self.options.house_rules:
            return Unrated.HOUSE_RULES
        if len(people) < 2:
            return Unrated.ALONE
        if _twice(self.identities[player] for player in people):
            return Unrated.SAME_BROWSER
        if _twice(self.origins.get(player, "") for player in people):
            return Unrated.SAME_ADDRESS
        strangers = self.options.public and self.private is None
        return None if strangers or self.rating_agreed.issuperset(people) else Unrated.NOT_AGREED

    def second_seat(self, identity: str, origin: str, player: str = "") -> bool:
        """Tell whether someone else here may be the same person: at a listed table by browser, at a quick one by address too."""
        others = {other for other in self.humans() if other != player} if self.options.public else set()
        quick = origin if self.quick_for else ""
        return any(identity == self.identities[other] or (quick and quick == self.origins.get(other)) for other in others)

    @property
    def free_chairs(self) -> list[Seat]:
        return [Seat(seat) for seat, place in enumerate(self.places) if not place.taken]

    def name_of(self, seat: Seat) -> str:
        return self.names.get(self.places[seat].player, "") or f"Bot {seat + 1}"

    def names_besides(self, player: str) -> list[str]:
        """List the names of everyone else who was let in, and of the bots."""
        bots = [self.name_of(Seat(seat)) for seat, place in enumerate(self.places) if place.taken and not place.player]
        return [*bots, *(name for other, name in self.names.items() if other != player and self.admits(other))]

    # What the log says of it

    def open(self, entry: TableOpened, time: float) -> None:
        self.opened = time
        self.set_options(entry.options)
        self.password_hash, self.quick_for, self.countdown = entry.password_hash, entry.quick_for, entry.countdown

    def set_options(self, options: Options) -> None:
        self.options = options
        self.rules = rules_of(options)

    def join(self, player: str, name: str, origin: str, identity: str, program: ProgramCard | None = None) -> None:
        if program is not None:
            self.programs[player] = program
        self.names[player] = name
        self.identities[player] = identity or player
        self.origins.setdefault(player, origin)
        self.host = self.host or player

    def take(self, seat: Seat, player: str = "", bot: Level | None = None) -> None:
        """Give a chair to someone, or empty it. Its holder leaves it."""
        self.places[seat] = SeatAssignment(player=player, bot=bot, replace_votes=set())

    def leave(self, player: str, bot: Level | None = None) -> None:
        """Stop waiting for this player; a stand-in gives the seat back to its owner."""
        for seat, place in enumerate(self.places):
            if place.asking is not None and place.asking.player == player:
                place.asking = None
            if place.owner == player:
                place.owner = ""
            if place.player == player:
                self.take(Seat(seat), bot=bot)
                self.places[seat].owner = place.owner

    def take_over(self, seat: Seat, player: str) -> None:
        place = self.places[seat]
        self.take(seat, player)
        self.places[seat].owner = place.owner or place.player

    def nobody_is_ready(self) -> None:
        for place in self.places:
            place.ready = False

    def close_up(self) -> int:
        """Remove the empty chairs for a game, and return how many players sit."""
        self.places = [place for place in self.places if place.taken]
        self.nobody_is_ready()
        for place in self.places:
            place.replace_votes = set()
        return len(self.places)

    def widen(self) -> None:
        """Add chairs after a game; everyone keeps their own."""
        for place in self.places:
            place.owner, place.asking = "", None
        self.places += [SeatAssignment(replace_votes=set()) for _ in range(MAX_SEATS - len(self.places))]


def rules_of(options: Options) -> Ruleset:
    """Return the rules; ValueError if the options name none that exist and are allowed."""
    if options.house_rules:
        return _house_rules(options.house_rules)
    if options.rules not in RULESETS:
        raise ValueError(f"there's no rule set {options.rules!r}: choose {', '.join(RULESETS)}")
    return RULESETS[options.rules]


def _twice(marks: Iterable[str]) -> bool:
    known = [mark for mark in marks if mark]
    return len(known) > len(set(known))


def _names(text: str, name: str) -> bool:
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


_house_rules = lru_cache(64)(house_rules)
"""A server reads house rules in a thread first, so tables don't wait when the options change."""


class ScoreSheet:
    def __init__(self) -> None:
        self.by_player: dict[str, Score] = {}
        self.last_hitler: SeatAssignment | None = None

    def add(self, game: Game, lobby: Lobby) -> None:
        assert game.ending is not None
        for place, role in zip(lobby.places, game.roles, strict=True):
            if role is Role.HITLER:
                self.last_hitler = place
            if place.player:
                score = self.by_player.setdefault(place.player, Score(place.player, "", 0, 0))
                score.name = lobby.names[place.player]
                score.games += 1
                score.wins += role.party is game.ending.winner


REMEMBERED_TALK = 500


class TableTalk:
    def __init__(self) -> None:
        self.remembered: deque[Said] = deque(maxlen=REMEMBERED_TALK)
        self.spoken = 0
        """The number of the latest message."""
        self.oldest: float | None = None
        """When the oldest message still in the log was sent."""
        self.addressed: dict[str, tuple[float, str]] = {}
        """When someone last spoke to each player, and who."""

    def add(self, entry: Spoke, lobby: Lobby, time: float, round: int) -> None:
        self.spoken = max(self.spoken + 1, int(1000 * time))  # because a plain count would show how much spectators say
        if not entry.text:  # because deleted talk leaves only its number
            return
        self.oldest = time if self.oldest is None else self.oldest
        if entry.player and entry.room is Room.TABLE:
            self.addressed |= {player: (time, entry.player) for player in lobby.humans() if _names(entry.text, lobby.names[player])}
            self.addressed.pop(entry.player, None)
        self.remembered.append(
            Said(
                number=self.spoken,
                room=entry.room,
                player=entry.player,
                name=lobby.names[entry.player] if entry.player else lobby.name_of(entry.seat or Seat(0)),
                seat=lobby.seat_of(entry.player) if entry.player else entry.seat,
                text=entry.text,
                time=time,
                sentence=entry.sentence,
                round=round,
            )
        )

    def since(self, number: int) -> list[Said]:
        return [said for said in self.remembered if said.number > number]
