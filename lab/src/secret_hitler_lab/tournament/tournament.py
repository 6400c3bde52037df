"""A tournament: every bot as liberals against every bot as fascists, over the same numbered deals."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from secret_hitler import __version__, belief, bots, rules
from secret_hitler.bots import UnknownBot, Usage, find_bot
from secret_hitler.rules import Ending, Ruleset

from .arena import Contest, add_usage, attempts
from .workers import spread

BATCH = 20
"""Games of a match, the least that is written down: what a kill may lose for each worker."""


@cache
def _minds() -> str:
    """Return a short name for what the bots think with."""
    folders = [Path(package.__file__).parent for package in (belief, bots, rules) if package.__file__]
    files = sorted(file for folder in folders for file in folder.iterdir() if file.suffix in (".py", ".json"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


class BadTournament(ValueError):
    """Settings under which nothing could be played or compared."""


class Setting(Struct, frozen=True, kw_only=True):
    """All that decides the result; how many workers play it does not."""

    rules: Ruleset
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    """Deals of each pairing at each number of players."""
    seed: int = 0
    version: str = __version__
    minds: str = field(default_factory=_minds)
    """Of the bots' code and figures: games of bots that have learned since cannot be added to."""

    def __post_init__(self) -> None:
        for complaint in _complaints(self):
            raise BadTournament(complaint)

    def extended(self, by: "Setting") -> "Setting":
        """More bots, counts of players or games; the same but for those."""
        bots, players = dict.fromkeys((*self.bots, *by.bots)), dict.fromkeys((*self.players, *by.players))
        return replace(by, bots=tuple(bots), players=tuple(players), games=max(self.games, by.games))


class Match(Struct, frozen=True):
    """A run of numbered deals between one bot as liberals and one as fascists."""

    players: int
    liberals: str
    fascists: str
    first: int
    games: int

    @property
    def deals(self) -> range:
        return range(self.first, self.first + self.games)


class Outcome(Struct, frozen=True, omit_defaults=True):
    match: Match
    endings: tuple[Ending | None, ...]
    """In the order of the deals; None of a void game."""
    failures: tuple[str, ...] = ()
    """Why games are void."""
    usage: dict[str, Usage] = {}


def matches(setting: Setting, played: Iterable[Match] = ()) -> list[Match]:
    """Return what is left to play: early deals of all pairings before later ones, so that half a tournament has half of every pairing."""
    done = Counter[tuple[int, int, str, str]]()
    for match in played:
        done[match.first // BATCH, match.players, match.liberals, match.fascists] += match.games
    found = []
    for first, players, liberals, fascists in product(range(0, setting.games, BATCH), setting.players, setting.bots, setting.bots):
        begun = done[first // BATCH, players, liberals, fascists]
        games = min(BATCH, setting.games - first) - begun
        if games > 0:
            found.append(Match(players, liberals, fascists, first + begun, games))
    return found


def play_match(setting: Setting, match: Match) -> Outcome:
    contest = Contest(rules=setting.rules, players=match.players, liberals=match.liberals, fascists=match.fascists, seed=setting.seed)
    played, usage = list(attempts(contest, match.deals, 1)), dict[str, Usage]()
    for game in played:
        add_usage(usage, game.usage)
    return Outcome(match, tuple(game.ending for game in played), tuple(game.failure for game in played if game.failure), usage)


def play_here(setting: Setting, left: Sequence[Match], workers: int = 1) -> Iterator[Outcome]:
    """Yield the outcomes as they come; which worker plays a match, and when, changes none of them."""
    return spread(partial(play_match, setting), left, workers)


def games_of(played: Iterable[Match]) -> int:
    return sum(match.games for match in played)


def _complaints(setting: Setting) -> Iterator[str]:
    if setting.games < 1:
        yield "at least one game must be played"
    for what, chosen in (("bot", setting.bots), ("number of players", setting.players)):
        if not chosen:
            yield f"a tournament needs a {what}"
        for one in chosen:
            if chosen.count(one) > 1:
                yield f"the {what} {one} is named twice"
    for bot in setting.bots:
        try:
            find_bot(bot)
        except UnknownBot as error:
            yield str(error)
    allowed = setting.rules.fascists
    for players in setting.players:
        if players not in allowed:
            yield f"{setting.rules.name} is for {min(allowed)} to {max(allowed)} players, not {players}"
