"""At a slow table the clock stands still while a player sleeps and on vacation, and nobody is replaced overnight."""

import random

import pytest

from secret_hitler.play import Move
from secret_hitler.rules import Game, Phase, Seat
from secret_hitler.tables.absence import vote_replace
from secret_hitler.tables.connection import Presence
from secret_hitler.tables.dealing import deal
from secret_hitler.tables.decide import decide
from secret_hitler.tables.hours import DAY, HOUR, LONGEST_NIGHT, MINUTE, after, night_of
from secret_hitler.tables.log_entries import AnyLogEntry, HoursSet, LogLine, Played
from secret_hitler.tables.refusal import Refusal
from secret_hitler.wire.commands import SetHours
from secret_hitler.wire.table import Hours, Options
from tests.server.laid_out import LaidOut, laid_out

MIDNIGHT = 20_000.0 * DAY
NIGHT = Hours(quiet_from=22 * 60, quiet_until=8 * 60)
"""From ten to eight, in UTC."""


def minute_by_minute(hours: Hours, start: float, seconds: float) -> float:
    """Find the same by going through every minute."""
    now = max(start, hours.away_until or 0.0)
    while True:
        into = (now - hours.quiet_from * MINUTE) % DAY
        if into < night_of(hours):
            now += night_of(hours) - into
            continue
        if seconds <= 0:
            return now
        step = min(MINUTE - now % MINUTE, seconds)
        now, seconds = now + step, seconds - step
        if seconds <= 0:  # because a clock that runs out as the night begins has run out
            return now


def test_only_a_players_own_time_counts() -> None:
    rng = random.Random("own time")
    for _ in range(200):
        hours = Hours(quiet_from=rng.randrange(1440), quiet_until=rng.randrange(1440))
        start, seconds = MIDNIGHT + rng.randrange(2 * DAY), rng.choice([0, rng.randrange(3 * DAY), MINUTE * rng.randrange(1440)])
        assert after(hours, start, seconds) == minute_by_minute(hours, start, seconds), (hours, start, seconds)


def test_a_vacation_takes_no_time() -> None:
    back = MIDNIGHT + 3 * DAY + 12 * HOUR
    assert after(Hours(away_until=back), MIDNIGHT, HOUR) == back + HOUR
    assert after(Hours(away_until=back), back + DAY, HOUR) == back + DAY + HOUR, "one that is over changes nothing"
    asleep = MIDNIGHT + 3 * DAY + 23 * HOUR
    assert after(Hours(quiet_from=22 * 60, quiet_until=8 * 60, away_until=asleep), MIDNIGHT) == MIDNIGHT + 4 * DAY + 8 * HOUR


def nominating(options: Options, begins: float, people: int = 5) -> LaidOut:
    return laid_out(
        lambda game: game.board.phase is Phase.NOMINATION, "slow", people=people, bots=5 - people, options=options, starts=begins
    )


def says(table: LaidOut, player: str, hours: Hours) -> None:
    table.writes(HoursSet(player=player, hours=hours))


def asked(table: LaidOut) -> str:
    (seat,) = table.table.awaited
    return table.players[seat]


def test_a_decision_asked_for_in_the_evening_is_due_in_the_morning() -> None:
    table = nominating(Options(decision_seconds=4 * HOUR), MIDNIGHT + 21 * HOUR)
    assert table.table.deadline == MIDNIGHT + 25 * HOUR
    says(table, asked(table), NIGHT)
    assert table.table.deadline == MIDNIGHT + DAY + 11 * HOUR, "one hour before the night, three after it"
    assert table.table.time_left(MIDNIGHT + 21 * HOUR) == 14 * HOUR


def test_a_vote_waits_for_whoever_sleeps_longest() -> None:
    table = laid_out(voting, "slow", people=5, bots=0, options=Options(decision_seconds=HOUR), starts=MIDNIGHT + 21.5 * HOUR)
    assert table.table.deadline == MIDNIGHT + 22.5 * HOUR
    says(table, table.players[2], NIGHT)
    assert table.table.deadline == MIDNIGHT + DAY + 8.5 * HOUR
    table.plays(Seat(2), next(iter(table.game.legal_actions(Seat(2)))))
    assert table.table.deadline == MIDNIGHT + 22.5 * HOUR, "who has voted is waited for no longer"


def voting(game: Game) -> bool:
    return game.board.phase is Phase.ELECTION


def test_claims_and_the_votes_of_others_give_nobody_more_time() -> None:
    table = laid_out(voting, "slow", people=5, bots=0, options=Options(decision_seconds=HOUR), starts=MIDNIGHT)
    due = table.table.deadline
    table.now = MIDNIGHT + HOUR / 2
    table.plays(Seat(0), next(iter(table.game.legal_actions(Seat(0)))))
    assert table.table.deadline == due
    assert table.table.playing.turns.keys() == set(table.table.awaited)


def test_at_a_fast_table_nobody_sleeps() -> None:
    table = nominating(Options(decision_seconds=60), MIDNIGHT + 23 * HOUR)
    says(table, asked(table), NIGHT)
    assert table.table.deadline == MIDNIGHT + 23 * HOUR + 60


def here(table: LaidOut, now: float, *left: str) -> Presence:
    everyone = frozenset(table.players)
    return Presence(everyone - set(left), dict.fromkeys(left, MIDNIGHT + 21 * HOUR), MIDNIGHT, now)


def test_nobody_is_replaced_overnight() -> None:
    table = nominating(Options(decision_seconds=2 * HOUR), MIDNIGHT + 20 * HOUR)
    sleeper = asked(table)
    says(table, sleeper, NIGHT)
    other, seat = next(player for player in table.players if player != sleeper), table.table.awaited[0]
    for hour in (22, 25, 31):
        with pytest.raises(Refusal, match="might still come back"):
            vote_replace(table.table, other, seat, here(table, MIDNIGHT + hour * HOUR, sleeper))
    assert vote_replace(table.table, other, seat, here(table, MIDNIGHT + 33 * HOUR, sleeper))


def test_the_table_sees_a_vacation() -> None:
    from secret_hitler.tables.table_state import table_state

    table = nominating(Options(decision_seconds=DAY), MIDNIGHT)
    says(table, table.players[3], Hours(quiet_from=1, away_until=MIDNIGHT + DAY))
    chairs = table_state(table.table, here(table, MIDNIGHT), 0).chairs
    assert [chair.away_until for chair in chairs] == [None, None, None, MIDNIGHT + DAY, None]


@pytest.mark.parametrize(
    "hours", [Hours(quiet_from=0, quiet_until=721), Hours(away_until=MIDNIGHT + 15 * DAY), Hours(quiet_from=1, quiet_until=0)]
)
def test_a_table_cannot_be_made_to_wait_for_ever(hours: Hours) -> None:
    table = nominating(Options(decision_seconds=DAY), MIDNIGHT)
    with pytest.raises(Refusal):
        decide(table.table, table.players[0], SetHours(id="1", hours=hours), here(table, MIDNIGHT), _no_deal)
    allowed = Hours(quiet_from=0, quiet_until=LONGEST_NIGHT // MINUTE, away_until=MIDNIGHT + 14 * DAY)
    assert decide(table.table, table.players[0], SetHours(id="1", hours=allowed), here(table, MIDNIGHT), _no_deal).entries


def test_a_silenced_player_cannot_signal_by_their_hours() -> None:
    table = laid_out(lambda game: game.board.in_session, "slow", people=5, bots=0, options=Options(decision_seconds=DAY), starts=MIDNIGHT)
    president = table.players[table.game.board.president]  # type: ignore[index]  # because there is one in a session
    with pytest.raises(Refusal):
        decide(table.table, president, SetHours(id="1", hours=NIGHT), here(table, MIDNIGHT), _no_deal)


def test_hours_are_as_they_were_after_another_deal() -> None:
    from secret_hitler.tables.log_lines import resumed, snapshot_before_deal

    table = LaidOut(people=5, bots=0, options=Options(decision_seconds=DAY), starts=MIDNIGHT)
    says(table, table.players[1], NIGHT)
    again = resumed(table.code, snapshot_before_deal(table.table))
    again.apply(LogLine(time=MIDNIGHT, entries=deal(again, "00" * 32)))
    assert again.lobby.hours_of(table.players[1]) == NIGHT
    again.apply(LogLine(time=MIDNIGHT, entries=[Played(moves=again.playing.try_move(_first(again.playing.game)).moves)]))
    assert again.deadline is not None


def _first(game: Game) -> Move:
    seat = game.awaited[0]
    return Move(seat, next(iter(game.legal_actions(seat))))


def _no_deal(*_: object) -> list[AnyLogEntry]:
    raise AssertionError("nobody deals")
