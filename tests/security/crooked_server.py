"""A server whose operator cheats: everything is the real thing but for what is replaced here, once all secrets are known to it."""

import itertools
import secrets
from typing import Any

import pytest
from msgspec.structs import replace

from secret_hitler.chance import announcement_hash, player_commitment, seed_from, server_commitment
from secret_hitler.records import Record
from secret_hitler.rules import Deal, Role, Seat
from secret_hitler.tables import dealing, decide, live_table, view_updates
from secret_hitler.tables.dealt_game import DealtGame, opening
from secret_hitler.tables.log_entries import AnyLogEntry, DealCalledOff, Dealt
from secret_hitler.tables.table import Table
from secret_hitler.wire.commands import Reveal
from secret_hitler.wire.messages import TableChanged

FAVOURITE = Seat(1)
"""Who is to be Hitler, in every game."""

deal_fairly, reveal_fairly = dealing._dealt, dealing.reveal


def hitler_of(dealt: Dealt) -> Seat:
    (roles,) = [move.action.roles for move in dealt.moves if isinstance(move.action, Deal)]
    return Seat(roles.index(Role.HITLER))


def dealt_with(dealt: Dealt, seats: int, secret: str) -> Dealt:
    """Deal as if the server had committed itself to another secret."""
    seed = seed_from(bytes.fromhex(secret), [(each.seat, bytes.fromhex(each.secret)) for each in dealt.contributions]).hex()
    return replace(dealt, server_secret=secret, seed=seed, moves=opening(dealt.rules, seats, dealt.opener, seed))


def told_what_fits(dealt: Dealt, seats: int) -> Dealt:
    """Rewrite the views of all players so that they fit the commitments there are now."""
    by_seat = {each.seat: each.commitment for each in dealt.contributions}
    fitting = announcement_hash(server_commitment(bytes.fromhex(dealt.server_secret)), [by_seat.get(Seat(seat)) for seat in range(seats)])
    return replace(dealt, contributions=[replace(each, announcement=fitting) for each in dealt.contributions])


def ground(dealt: Dealt, seats: int) -> Dealt:
    """Secrets of the server's are tried until the favourite is Hitler."""
    tries = (dealt_with(dealt, seats, secrets.token_hex(32)) for _ in itertools.count())
    return next(each for each in tries if hitler_of(each) == FAVOURITE)


def ground_for_a_stooge(dealt: Dealt, seats: int) -> Dealt:
    """Try secrets of the last player, who is in the plot; the server's own stays as it was."""
    while True:
        secret = secrets.token_bytes(32)
        stooge = replace(dealt.contributions[-1], secret=secret.hex(), commitment=player_commitment(secret))
        dealt = dealt_with(replace(dealt, contributions=[*dealt.contributions[:-1], stooge]), seats, dealt.server_secret)
        if hitler_of(dealt) == FAVOURITE:
            return dealt


def ground_by_order(dealt: Dealt, seats: int) -> Dealt:
    """All secrets are those that were committed to; only the order in which they are put together is tried. Few secrets have few orders."""
    orders = (replace(dealt, contributions=list(order)) for order in itertools.permutations(dealt.contributions))
    others = (each for order in orders if (each := dealt_with(order, seats, dealt.server_secret)).seed != dealt.seed)
    first = next(others)
    return next((each for each in itertools.chain([first], others) if hitler_of(each) == FAVOURITE), first)


def ground_by_one_more(dealt: Dealt, seats: int) -> Dealt:
    """Put a secret that nobody announced beside that of the first player, whose own comes after it."""
    while True:
        secret = secrets.token_bytes(32)
        more = replace(dealt.contributions[0], secret=secret.hex(), commitment=player_commitment(secret))
        crooked = dealt_with(replace(dealt, contributions=[more, *dealt.contributions]), seats, dealt.server_secret)
        if hitler_of(crooked) == FAVOURITE:
            return crooked


WAYS = {"stooge": ground_for_a_stooge, "another order": ground_by_order, "one more": ground_by_one_more}


def cheat(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """From now on every server in this process deals to its liking."""
    if way == "two announcements":
        monkeypatch.setattr(live_table.LiveTable, "show_table", show_two_tables)
        monkeypatch.setattr(decide, "reveal", reveal_anything)
        return
    if way == "another try":
        monkeypatch.setattr(decide, "reveal", reveal_and_try_again)
        return

    def deal(table: Table, sitting: list[Any], secret: str, commitments: Any, revealed: Any) -> Dealt:
        fair, seats = deal_fairly(table, sitting, secret, commitments, revealed), len(sitting)
        if not fair.contributions:
            return fair
        crooked = WAYS.get(way.partition(",")[0], ground)(fair, seats)
        if "forged views" in way:
            return told_what_fits(crooked, seats)
        if way == "another record":
            promised[crooked.record] = fair
        return crooked

    monkeypatch.setattr(dealing, "_dealt", deal)
    if way == "another record":
        monkeypatch.setattr(DealtGame, "record", record_as_promised)


promised: dict[str, Dealt] = {}
"""What should have been dealt, by the id of the record."""
record_truly = DealtGame.record


def record_as_promised(game: DealtGame, notes: dict[str, str]) -> Record:
    """All that was promised stands in the record; only the cards were others."""
    record, fair = record_truly(game, notes), promised[game.dealt.record]
    return replace(
        record,
        moves=[*fair.moves, *record.moves[len(fair.moves) :]],
        commitment=server_commitment(bytes.fromhex(fair.server_secret)),
        seed=fair.seed,
        server_secret=fair.server_secret,
        contributions=fair.contributions,
    )


def reveal_and_try_again(table: Table, player: str, command: Reveal) -> list[AnyLogEntry]:
    """All secrets are known and the cards are not liked: the deal is announced anew, and nobody is named for it."""
    entries = reveal_fairly(table, player, command)
    if isinstance(entries[-1], Dealt) and not table.withheld:
        return [entries[0], DealCalledOff(missing=[])]
    return entries


OTHER = "5e" * 32
"""The commitment of the server that the host alone is shown."""


def show_two_tables(live: live_table.LiveTable) -> None:
    live.shown_changes, state = live.table.changes, live.state()
    for connection in live.connections:
        other = live.table.announced is not None and connection.player == live.table.lobby.host
        connection.push(view_updates.encode(TableChanged(table=replace(state, commitment=OTHER) if other else state)))


def reveal_anything(table: Table, player: str, command: Reveal) -> list[AnyLogEntry]:
    """Write down what each player says that they were shown, whatever it is."""
    revealed, *dealt = reveal_fairly(table, player, replace(command, announcement=""))
    sitting = [place.player for place in table.lobby.places if place.taken]

    def own(entry: Any) -> Any:
        added = [replace(each, announcement=command.announcement) if sitting[each.seat] == player else each for each in entry.contributions]
        return replace(entry, contributions=added)

    return [replace(revealed, announcement=command.announcement), *map(own, dealt)]
