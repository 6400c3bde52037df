"""Check every way a game can go: whether it can get stuck, how it can end, how long it lasts, what lets it go on forever.

The game itself is played, on three maps. On the map of the cards the seats are forgotten: what is left are policies, tracker and the
sizes of the piles. On two maps of the seats the cards are forgotten: any policy may be enacted at any time, the order of the seats counts
for nothing, and seats that no rule tells apart are one; the first map knows who is limited, the second who was investigated. Each map
holds whatever a real game can come to, and perhaps more: what no map shows cannot happen.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

from msgspec import Struct, structs

from .actions import Appoint, Nominate, Shuffle
from .board import Board
from .choices import legal_actions
from .events import AgendaVetoed, ElectionHeld, PoliciesDrawn, PolicyEnacted
from .game import Game, begin, cards_to_shuffle, role_cards
from .powers import BY_PHASE, AnyEvent, Decision, PowerAction, target
from .ruleset import MOST_STATES, FirstPresident, Ruleset, few
from .vocabulary import NATURE, Ending, Phase, Policy, Power, Role, Seat, Tiles

VETOES: Final = "vetoes"
REJECTIONS: Final = "rejections"
State = tuple[object, ...]
Forget = Callable[[Game], Iterator[Game]]


class Checked(Struct, frozen=True):
    states: int
    complete: bool
    """All states were seen; if not, the rest holds for those that were."""
    endings: tuple[Ending, ...]
    stuck: tuple[str, ...]
    """What's wrong with states that no game should reach."""
    rounds: int | None
    """Rounds of the longest game; None if there's no longest one, or not all states were seen."""
    endless: bool
    """A game can go on forever."""
    needed: tuple[str, ...]
    """What lets it go on: without `vetoes` or without `rejections` every game would end."""


class StateMap(Struct):
    after: dict[State, list[tuple[State, str]]]
    """For each state, the states that may follow, and whether a veto or a rejection leads there."""
    endings: set[Ending]
    stuck: set[str]
    complete: bool = True


def check(rules: Ruleset, limit: int = MOST_STATES) -> Checked:
    """Check every number of players, up to this many states. Those with peeks after the same policies share a map of the cards."""
    maps, left = list[StateMap](), limit
    tracks = {tuple(power is Power.PEEK for power in rules.powers[players]): players for players in sorted(rules.fascists)}
    for players, forget in (*((players, forget_seats) for players in tracks.values()), *product(sorted(rules.fascists), SEAT_MAPS)):
        maps.append(explore(rules, players, forget, left))
        left -= len(maps[-1].after)
    of_cards = maps[: len(tracks)]
    rounds, complete = [longest(each) for each in of_cards], all(each.complete for each in maps)
    unending = [each for each, most in zip(of_cards, rounds, strict=True) if most is None]
    found = set[Ending]().union(*(each.endings for each in maps))
    return Checked(
        states=sum(len(each.after) for each in maps),
        complete=complete,
        endings=tuple(ending for ending in Ending if ending in found),
        stuck=tuple(sorted(set[str]().union(*(each.stuck for each in maps)))),
        rounds=None if unending or not complete else max(filter(None, rounds)),
        endless=bool(unending),
        needed=tuple(cause for cause in (VETOES, REJECTIONS) if unending and all(longest(each, without=cause) for each in unending)),
    )


def explore(rules: Ruleset, players: int, forget: Forget, limit: int) -> StateMap:
    found, open_ends = StateMap({}, set(), set()), list[tuple[State, Game]]()

    def meet(game: Game) -> Iterator[State]:
        """Put the states that stand for this one on the map."""
        for kept in forget(game):
            state = state_of(kept)
            if state not in found.after:
                if len(found.after) >= limit:
                    found.complete = False
                    return
                found.after[state] = []
                found.stuck.update(f"with {players} players {wrong}" for wrong in _wrong(kept))
                open_ends.append((state, kept))
            yield state

    list(meet(_opening(rules, players)))
    while open_ends and found.complete:
        state, game = open_ends.pop()
        for after, cause in outcomes(game):
            if after.board.ending is None:
                found.after[state] += [(follower, cause) for follower in meet(after)]
            else:
                found.endings.add(after.board.ending)
    return found


def _opening(rules: Ruleset, players: int) -> Game:
    """Deal, and let the first seat be president."""
    drawn = rules.first_president is FirstPresident.RANDOM
    game = begin(rules, players, None if drawn else Seat(0))
    game.roles = role_cards(rules, players)
    game.board.phase = Phase.SHUFFLE
    game.apply(NATURE, Shuffle(cards_to_shuffle(game)))
    if drawn:
        game.apply(NATURE, Appoint(Seat(0)))
    return game


def outcomes(game: Game) -> Iterator[tuple[Game, str]]:
    """Yield every way the next decision can go; an election is one decision."""
    rules, board = game.rules, game.board
    if board.phase is Phase.ELECTION:
        yield from _drawn(game, Game.hold_election, False)
        _, chancellor = board.government
        for hitler in _hitlers(board, chancellor, matters=board.fascist >= rules.hitler_threshold):
            yield from _drawn(hitler(game), Game.hold_election, True)
        return
    executes = board.phase in BY_PHASE and BY_PHASE[board.phase].executes
    for action in dict.fromkeys(game.legal):
        seat = target(action) if isinstance(action, PowerAction) else None
        for hitler in _hitlers(board, seat, matters=executes and rules.hitler_death_wins):
            yield from _drawn(hitler(game), _act, action)


def _hitlers(board: Board, suspect: Seat | None, matters: bool) -> Iterator[Callable[[Game], Game]]:
    """Yield ways to make this seat Hitler and not Hitler, if that makes a difference."""
    if not matters or suspect is None or suspect in board.not_hitler:
        yield lambda game: game
        return
    for shift in (0, 1):
        yield lambda game, hitler=(suspect + shift) % board.seats: _with_hitler(game, hitler)  # type: ignore[misc]  # because mypy infers no type for a default


def _with_hitler(game: Game, hitler: int) -> Game:
    twin = game.copy()
    twin.roles = tuple(Role.HITLER if seat == hitler else Role.LIBERAL for seat in range(game.board.seats))
    return twin


def _act(game: Game, action: Decision) -> list[AnyEvent]:
    return game.apply(game.board.awaited[0], action)


def _drawn(game: Game, do: Callable[[Game, Any], list[AnyEvent]], what: object) -> Iterator[tuple[Game, str]]:
    """Try every tile that can be on top of the pile, and every hand."""
    after = game.copy()
    told = _shuffled(after, do(after, what), Policy.FASCIST)
    cause = ""
    for event in told:
        if isinstance(event, PoliciesDrawn):
            yield from ((drawn, cause) for drawn in _hands(after))
            return
        if isinstance(event, AgendaVetoed):
            cause = VETOES
        elif isinstance(event, ElectionHeld) and not event.elected:
            cause = REJECTIONS
        elif isinstance(event, PolicyEnacted) and event.by_populace:
            yield from _turned_up(game, do, what, event.policy, cause)
    yield after, cause


def _turned_up(
    game: Game, do: Callable[[Game, Any], list[AnyEvent]], what: object, policy: Policy, cause: str
) -> Iterator[tuple[Game, str]]:
    """Try again with the other tile on top, if there is one."""
    other = Policy.LIBERAL if policy is Policy.FASCIST else Policy.FASCIST
    if other in game.deck + game.discards:
        after = game.copy()
        _lay(after, after.hand, other)
        _shuffled(after, do(after, what), other)
        yield after, cause


def _shuffled(game: Game, told: list[AnyEvent], top: Policy) -> list[AnyEvent]:
    """Shuffle if that's due, with such a tile on top."""
    while game.board.phase is Phase.SHUFFLE:
        cards = sorted(cards_to_shuffle(game), key=lambda tile: tile is not top)
        told = told + game.apply(NATURE, Shuffle(tuple(cards)))
    return told


def _hands(game: Game) -> Iterator[Game]:
    """Yield the game with every hand that the president can draw."""
    size, liberal, fascist = len(game.hand), *_left(game, ())
    for held in range(max(0, size - fascist), min(size, liberal) + 1):
        drawn = game.copy()
        _lay(drawn, _tiles(size - held, held))
        drawn.legal = legal_actions(drawn.rules, drawn.board, drawn.hand, drawn.forgone)
        yield drawn


def _lay(game: Game, hand: Tiles, top: Policy = Policy.FASCIST) -> None:
    """Lay out the tiles that are not enacted: some in hand, as many as before on the pile, this kind on top, and the rest discarded."""
    liberal, fascist = _left(game, hand)
    tiles = _tiles(fascist, liberal) if top is Policy.FASCIST else _tiles(fascist, liberal)[::-1]
    game.hand, game.deck, game.discards = hand, tiles[: len(game.deck)], tiles[len(game.deck) :]


def _left(game: Game, hand: Tiles) -> tuple[int, int]:
    """Count the liberal and the fascist tiles that are neither enacted nor in this hand."""
    held, rules, board = hand.count(Policy.LIBERAL), game.rules, game.board
    return rules.liberal_tiles - board.liberal - held, rules.fascist_tiles - board.fascist - len(hand) + held


def _tiles(fascist: int, liberal: int) -> Tiles:
    return (Policy.FASCIST,) * fascist + (Policy.LIBERAL,) * liberal


def state_of(game: Game) -> State:
    """Collect what the rules can tell apart."""
    board = game.board
    return (
        *(board.phase, board.alive, board.president, board.special, board.chancellor, board.limited_president, board.limited_chancellor),
        *(board.investigated, board.liberal, board.fascist, board.tracker, board.veto_asked, board.round == 1),
        *(len(game.deck), game.hand, game.forgone, game.chosen, game.veto_ballots),
    )


def _wrong(game: Game) -> Iterator[str]:
    rules, board = game.rules, game.board
    if not game.legal:
        yield f"nobody may be chosen in the phase {board.phase} after {few(board.fascist)} fascist policies"
    if board.phase is Phase.PRESIDENT_SESSION and len(game.hand) != rules.draw:
        yield f"the deck serves {len(game.hand)} of {rules.draw} tiles"
    if not 0 <= board.tracker < rules.tracker_length:
        yield f"the tracker stands at {board.tracker}"
    if not board.awaited or not set(board.awaited) <= set(board.alive):
        yield f"nobody alive is awaited in the phase {board.phase}"


# The map of the cards


def forget_seats(game: Game) -> Iterator[Game]:
    """Seat everyone again before a nomination; one choice of seat stands for all, and only the size of a pile counts."""
    board = game.board
    if board.phase is Phase.NOMINATION:
        seats = tuple(map(Seat, range(board.seats)))
        _sit(game, alive=seats, president=seats[0], special=False, investigated=(), limited_president=None, limited_chancellor=None)
    _lay(game, game.hand)
    if game.legal and isinstance(game.legal[0], Nominate | PowerAction):
        game.legal = game.legal[:1]
    yield game


def _sit(game: Game, president: Seat, **marks: Any) -> None:
    """Begin a round at another table, and forget what no longer matters."""
    plain = {"sights": (), "not_hitler": (), "round": min(game.board.round, 2), "awaited": (president,), "anchor": president}
    game.board = structs.replace(game.board, president=president, **plain, **marks)
    game.forgone, game.chosen, game.veto_ballots = False, None, ()
    game.legal = legal_actions(game.rules, game.board, (), False)


# The two maps of the seats


def forget_all_but_limits(game: Game) -> Iterator[Game]:
    return _forget_cards(structs.replace(game, board=structs.replace(game.board, investigated=())))


def forget_all_but_targets(game: Game) -> Iterator[Game]:
    """Without limits it makes no difference who is chancellor."""
    for kept in _forget_cards(structs.replace(game, board=structs.replace(game.board, limited_president=None, limited_chancellor=None))):
        kept.legal = kept.legal[:1] if kept.board.phase is Phase.NOMINATION else kept.legal
        yield kept


def _forget_cards(game: Game) -> Iterator[Game]:
    """Put all tiles back before a nomination, let anyone be president next, and give seats that are alike the same number."""
    board, rules = game.board, game.rules
    if board.phase is Phase.PRESIDENT_SESSION and game.hand.count(Policy.LIBERAL) != 1:
        return  # with one liberal tile everything can come about
    if board.phase is not Phase.NOMINATION:
        yield _one_of_each(game)
        return
    assert board.president is not None
    tiles = _tiles(rules.fascist_tiles - board.fascist, rules.liberal_tiles)
    for president in [board.president] if board.special else {_mark(board, seat): seat for seat in board.alive}.values():
        order = sorted(board.alive, key=lambda seat, first=president: (_mark(board, seat), seat == first), reverse=True)  # type: ignore[misc]  # because mypy infers no type for a default
        renamed: dict[Seat | None, Seat] = {old: Seat(new) for new, old in enumerate(order)}
        twin = structs.replace(game, board=board, deck=tiles, discards=())
        _sit(
            twin,
            president=renamed[president],
            alive=tuple(map(Seat, range(len(order)))),
            investigated=tuple(sorted(renamed[seat] for seat in board.investigated if seat in renamed)),
            limited_president=renamed.get(board.limited_president),
            limited_chancellor=renamed.get(board.limited_chancellor),
            liberal=0,
            tracker=rules.tracker_length - 1,
            draw_pile=len(tiles),
            discards=0,
        )
        yield _one_of_each(twin)


def _mark(board: Board, seat: Seat) -> tuple[bool, bool, bool]:
    return seat == board.limited_chancellor, seat == board.limited_president, seat in board.investigated


def _alike(board: Board, seats: tuple[Seat, ...]) -> list[Seat]:
    """Keep one of the seats that no rule tells apart."""
    return list({(_mark(board, seat), seat == board.president): seat for seat in reversed(seats)}.values())


def _one_of_each(game: Game) -> Game:
    """Keep one action for the seats that no rule tells apart."""
    if game.legal and isinstance(game.legal[0], Nominate | PowerAction):
        by_seat = {target(action): action for action in game.legal if isinstance(action, Nominate | PowerAction)}
        game.legal = tuple(by_seat[seat] for seat in _alike(game.board, tuple(by_seat)))
    return game


SEAT_MAPS: Final = (forget_all_but_limits, forget_all_but_targets)

# The longest game


def longest(found: StateMap, without: str = "none") -> int | None:
    """Count the rounds of the longest way through a map without one cause; None if a way leads back to where it was."""
    after = {state: [follower for follower, cause in ways if cause != without] for state, ways in found.after.items()}
    waiting = dict.fromkeys(after, 0)
    for followers in after.values():
        for follower in followers:
            waiting[follower] += 1
    ready = [state for state, number in waiting.items() if not number]
    rounds = dict.fromkeys(after, 1)
    for state in ready:
        for follower in after[state]:
            opens = follower[0] is Phase.NOMINATION
            rounds[follower] = max(rounds[follower], rounds[state] + opens)
            waiting[follower] -= 1
            if not waiting[follower]:
                ready.append(follower)
    return max(rounds.values(), default=0) if len(ready) == len(after) else None
