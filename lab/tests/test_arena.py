"""The arena: paired deals, the same result whatever the number of workers, and the strength that the levels promise."""

import msgspec
import pytest

from secret_hitler.rules import OFFICIAL
from secret_hitler_lab.tournament.arena import BATCH, Contest, arena, play
from tests.sizes import size


def test_the_number_of_workers_changes_nothing_but_the_time() -> None:
    contest = Contest(rules=OFFICIAL, players=5, liberals="party-line", fascists="random", seed=4)
    one, two = (arena(contest, BATCH * 2, workers) for workers in (1, 2))
    assert msgspec.structs.replace(one, seconds=0) == msgspec.structs.replace(two, seconds=0)


def test_deals_are_paired_whoever_plays() -> None:
    bold, meek = (play(OFFICIAL, 7, level, level, 9, 3) for level in ("random", "party-line"))
    assert bold.roles == meek.roles
    assert bold.record.moves[:3] == meek.record.moves[:3]


def test_the_result_says_what_the_command_prints() -> None:
    result = arena(Contest(rules=OFFICIAL, players=7, liberals="random", fascists="random"), 30)
    assert {"games", "liberal_win_rate", "stderr", "endings", "seconds"} <= set(msgspec.to_builtins(result))
    assert sum(result.endings.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("liberals", "fascists", "least", "most"), [("deducer", "party-line", 0.6, 1.0), ("party-line", "deducer", 0.0, 0.2)]
)
def test_a_deducer_beats_the_party_line_from_both_sides(liberals: str, fascists: str, least: float, most: float) -> None:
    contest = Contest(rules=OFFICIAL, players=7, liberals=liberals, fascists=fascists, seed=1)
    assert least <= arena(contest, size("deals in which levels show their strength")).liberal_win_rate <= most


@pytest.mark.parametrize("players", [5, 8])
def test_thinking_together_changes_no_move(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    together = [
        play(OFFICIAL, players, "strategist", "deducer", 6, number).record.moves for number in range(size("games that must be the same"))
    ]
    monkeypatch.setattr("secret_hitler_lab.tournament.arena.share_thoughts", lambda bots: None)
    assert together == [
        play(OFFICIAL, players, "strategist", "deducer", 6, number).record.moves for number in range(size("games that must be the same"))
    ]
