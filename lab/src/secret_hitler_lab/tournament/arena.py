"""Arena: bots of one level as liberals against bots of another as fascists, or a bot a seat, over many paired deals."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import chain
from math import nan, sqrt

import msgspec
from msgspec import Struct

from secret_hitler.bots import Bot, BotFailed, Usage, sit
from secret_hitler.bots.deducer import Deducer
from secret_hitler.bots.expert import Expert
from secret_hitler.bots.vote_evidence import VoteEvidence
from secret_hitler.chance import opener_by_lot
from secret_hitler.client.engine import EngineBot
from secret_hitler.client.model import ModelBot
from secret_hitler.client.model_endpoint import Call
from secret_hitler.play import Session
from secret_hitler.records import Record
from secret_hitler.rules import NATURE, Deal, Ending, Game, Party, Phase, Role, Ruleset, Seat, View

from .seated_bots import SeatedBots
from .workers import spread

Player = str | Callable[[View, random.Random], Bot]
"""A level by name, or whatever else can take a seat."""

BATCH = 20
"""Games a worker plays before it reports."""


class OnFailure(StrEnum):
    """What becomes of a game in which a model or an engine fails."""

    VOID = "void"
    FORFEIT = "forfeit"
    """Its party loses."""


class Contest(Struct, frozen=True, kw_only=True):
    """Who plays whom; with `seats` a bot a seat, moved on by one seat from game to game, each deal as often as there are seats."""

    rules: Ruleset
    players: int
    liberals: str = ""
    fascists: str = ""
    seats: tuple[str, ...] = ()
    seed: int = 0
    on_failure: OnFailure = OnFailure.VOID
    keep_calls: bool = False
    keep_prompts: bool = True


class ArenaGame(Struct, kw_only=True):
    number: int
    bots: tuple[str, ...]
    """By seat."""
    roles: tuple[Role, ...]
    winner: Party | None
    """None of a void game."""
    ending: Ending | None
    """None of a game that was broken off."""
    failure: str = ""
    """Where and why a model or an engine failed."""
    usage: dict[str, Usage] = {}
    talk: list[tuple[int, Seat, str]] = []
    """What was said, by whom, and after how many moves."""
    calls: list[Call] = []
    record: Record


class Result(Struct, kw_only=True):
    rules: str
    players: int
    liberals: str
    fascists: str
    seed: int
    games: int
    liberal_win_rate: float
    """Of the games that count, as all shares; null if none does."""
    stderr: float
    endings: dict[str, float]
    seconds: float
    seats: tuple[str, ...] = ()
    void: int = 0
    forfeits: int = 0
    failures: dict[str, int] = {}
    """Why games were broken off, and how many."""
    usage: dict[str, Usage] = {}
    bots: dict[str, Counter[str]] = {}
    """By bot, how many seats of each party it held, and how many of them won."""
    stopped: str = ""


def arena(
    contest: Contest,
    games: int,
    workers: int = 1,
    each: Callable[[ArenaGame], object] = lambda _: None,
    played: Iterable[ArenaGame] = (),
    max_cost: float | None = None,
) -> Result:
    """Game n of a seed has the same deal and first deck whoever plays, so that bots are compared on the same luck.

    Play on from the games that a journal holds; a cost limit lets no further game begin, and what workers are at is lost.
    """
    started, found, spent, stopped = time.perf_counter(), list[ArenaGame](), 0.0, ""
    before = list(played)[:games]
    for game in chain(before, attempts(contest, range(len(before), games), workers, 1 if contest.keep_calls or max_cost else BATCH)):
        each(game)
        found.append(msgspec.structs.replace(game, calls=[], talk=[], record=Record(rules=contest.rules, seats=contest.players)))
        spent += sum(usage.cost for usage in game.usage.values())
        if max_cost is not None and spent >= max_cost and len(found) < games:
            stopped = f"the cost limit of {max_cost:g} was reached after {len(found):,} of {games:,} games"
            break
    return _result(contest, found, stopped, time.perf_counter() - started)


def _result(contest: Contest, games: list[ArenaGame], stopped: str, seconds: float) -> Result:
    counting = [game for game in games if game.winner is not None]
    endings, usage, tallies = Counter(game.ending for game in counting), dict[str, Usage](), dict[str, Counter[str]]()
    rate = sum(game.winner is Party.LIBERAL for game in counting) / len(counting) if counting else nan
    for game in games:
        add_usage(usage, game.usage)
    for game in counting:
        for name, role in zip(game.bots, game.roles, strict=True):
            side = role.party.name.lower()
            tallies.setdefault(name, Counter()).update({side: 1, f"{side}_won": int(game.winner is role.party)})
    return Result(
        rules=contest.rules.name,
        players=contest.players,
        liberals=contest.liberals,
        fascists=contest.fascists,
        seed=contest.seed,
        games=len(games),
        liberal_win_rate=rate,
        stderr=sqrt(rate * (1 - rate) / len(counting)) if counting else nan,
        endings={ending.value: endings[ending] / max(1, len(counting)) for ending in Ending},
        seconds=seconds,
        seats=contest.seats,
        void=len(games) - len(counting),
        forfeits=endings[None],
        failures=reasons(game.failure for game in games),
        usage=usage,
        bots=tallies,
        stopped=stopped,
    )


def reasons(failures: Iterable[str]) -> dict[str, int]:
    """Count why games were broken off, wherever in a game that was."""
    return dict(Counter(failure.partition(": ")[2] for failure in failures if failure))


def add_usage(total: dict[str, Usage], more: dict[str, Usage]) -> None:
    for name, used in more.items():
        total.setdefault(name, Usage()).add(used)


def attempts(contest: Contest, numbers: range, workers: int, batch: int = BATCH) -> Iterator[ArenaGame]:
    """Yield the games in the order of their numbers."""
    lots = [numbers[start : start + batch] for start in range(0, len(numbers), batch)]
    return chain.from_iterable(spread(partial(_attempt_all, contest), lots, workers, in_order=True))


def _attempt_all(contest: Contest, numbers: range) -> list[ArenaGame]:
    return [attempt(contest, number) for number in numbers]


def attempt(contest: Contest, number: int) -> ArenaGame:
    """Play a game to its end, or until a model or an engine fails in it."""
    deal, turn = divmod(number, contest.players) if contest.seats else (number, 0)
    seating, failure, game_usage, calls = contest.seats[turn:] + contest.seats[:turn], "", dict[str, Usage](), list[Call]()
    table = seat_bots(contest.rules, contest.players, contest.liberals, contest.fascists, contest.seed, deal, seating)
    game, loser = table.session.game, None
    try:
        for _ in play_on(table):
            pass
    except BotFailed as failed:
        failure = str(failed)
        loser = game.roles[failed.seat].party if contest.on_failure is OnFailure.FORFEIT else None
    names = seating or tuple(contest.liberals if role is Role.LIBERAL else contest.fascists for role in game.roles)
    for seat, bot in table.bots.items():
        if isinstance(bot, ModelBot | EngineBot):
            game_usage.setdefault(names[seat], Usage()).add(bot.usage)
        if isinstance(bot, EngineBot):
            bot.close()  # after a failure others are still at the table; an ending sent them away
        if isinstance(bot, ModelBot) and contest.keep_calls:
            calls += bot.calls if contest.keep_prompts else [msgspec.structs.replace(call, prompt=[]) for call in bot.calls]
    return ArenaGame(
        number=number,
        bots=names,
        roles=game.roles,
        winner=game.ending.winner if game.ending else None if loser is None else next(party for party in Party if party is not loser),
        ending=game.ending,
        failure=failure,
        usage=game_usage,
        talk=table.said if contest.keep_calls else [],
        calls=calls,
        record=_record(table.session),
    )


def seat_bots(
    rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, number: int, seats: Sequence[Player] = ()
) -> SeatedBots:
    """Bots at game `number` of a seed: the roles are drawn first, so that each seat gets a bot of its party's level, and then dealt."""
    nature = random.Random(f"{seed} {number} nature")
    opener = opener_by_lot(rules, players, nature.randrange)
    session = Session(rules, players, nature.randrange, map(Seat, range(players)), opener)
    deal = session.draw()
    assert isinstance(deal.action, Deal)
    levels = list(seats) or [liberals if role is Role.LIBERAL else fascists for role in deal.action.roles]
    rngs = [random.Random(f"{seed} {number} seat {seat}") for seat in range(players)]
    bots = {Seat(seat): _take_seat(level, session.views[Seat(seat)], rngs[seat]) for seat, level in enumerate(levels)}
    share_thoughts(list(bots.values()))
    table = SeatedBots(session, bots)
    table.play(deal)
    return table


def share_thoughts(bots: list[Bot]) -> None:
    """Whatever all bots at a table would work out alike, from what everyone sees, is worked out once."""
    shared: dict[int, VoteEvidence] = {}
    for bot in bots:
        if isinstance(bot, Deducer | Expert):
            bot.share(shared)


def _take_seat(player: Player, view: View, rng: random.Random) -> Bot:
    return sit(player, view, rng) if isinstance(player, str) else player(view, rng)


def play(rules: Ruleset, players: int, liberals: Player, fascists: Player, seed: int, number: int) -> "PlayedGame":
    """One game to its end; the same whatever process plays it."""
    table = seat_bots(rules, players, liberals, fascists, seed, number)
    for _ in play_on(table):
        pass
    game = table.session.game
    assert game.ending is not None
    return PlayedGame(game.ending, game.roles, _record(table.session))


def _record(session: Session) -> Record:
    game = session.game
    return Record(rules=game.rules, seats=game.board.seats, opener=game.opener, moves=session.moves, ending=game.ending)


def play_on(table: SeatedBots) -> Iterator[Game]:
    """Yield the game after each step: a shuffle, the first president, or the decisions of all who are awaited."""
    game = table.session.game
    while awaited := game.awaited:
        if awaited[0] == NATURE:
            table.play(table.session.draw())
        else:
            if game.board.phase in (Phase.NOMINATION, Phase.ELECTION):
                table.talk()
            table.decide(*awaited)
        table.speak()
        yield game


class PlayedGame(Struct):
    ending: Ending
    roles: tuple[Role, ...]
    record: Record
