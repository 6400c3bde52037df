"""Whole games on the kernel: the parameters of uniform play, and what must not depend on workers or seeds."""

import hashlib
import math
import random
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from secret_hitler.chance import natures_move
from secret_hitler.rules import NATURE, OFFICIAL, RULESETS, Discard, Enact, Ending, Policy, Role, Ruleset, begin
from secret_hitler.rules.ruleset import MAX_TILES
from secret_hitler_lab import kernel
from secret_hitler_lab.kernel.batch import Batch
from secret_hitler_lab.kernel.games import play_games
from secret_hitler_lab.kernel.layout import ENDINGS, ruleset_row
from secret_hitler_lab.kernel.observe import observe_games
from secret_hitler_lab.kernel.rng import BITS
from secret_hitler_lab.kernel.steps import step_games
from secret_hitler_lab.observations.claim_numbers import TALK_ACTIONS, WAIT
from secret_hitler_lab.observations.history import ROUND_PARTS, ROUND_SIZE
from secret_hitler_lab.observations.observation import ACTIONS, OBSERVATION_SIZE
from secret_hitler_lab.statistics.simulate import CHUNK, PlayStyle, simulate
from secret_hitler_lab.statistics.uniform_play import Summary, play_uniformly

# of an independent implementation, ten million games each
LIBERALS_WIN = {5: 0.2383, 6: 0.2387, 7: 0.2381, 8: 0.2327, 9: 0.2297, 10: 0.2250}
DECISIONS = {5: 86.76, 6: 115.69, 7: 119.90, 8: 150.00, 9: 152.26, 10: 183.53}


def _parameters(summary: Summary) -> list[object]:
    said = (summary.games, summary.decisions_per_game, summary.endings, summary.nominations, summary.sessions)
    return [*said, summary.chaos, summary.vetoes]


@pytest.mark.parametrize("players", range(5, 11))
def test_uniform_play_has_the_known_figures(players: int) -> None:
    games = 1_000_000
    summary = simulate(OFFICIAL, players, games, seed=1, workers=1)
    share = LIBERALS_WIN[players]
    assert abs(summary.liberal_win_rate - share) < 4.5 * math.sqrt(share * (1 - share) / games) + 0.00005
    assert abs(summary.decisions_per_game - DECISIONS[players]) < 0.3
    assert sum(summary.endings.values()) == pytest.approx(1)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_both_engines_agree_on_every_figure(rules: Ruleset) -> None:
    few, many = play_uniformly(rules, 8, 1500, seed=2), simulate(rules, 8, 300_000, seed=2)
    for ending in ENDINGS:
        share = many.endings[ending]
        assert abs(few.endings[ending] - share) <= 5 * math.sqrt(share * (1 - share) / few.games), ending
    for name in ("decisions_per_game", "nominations", "sessions", "chaos", "vetoes"):
        assert getattr(few, name) == pytest.approx(getattr(many, name), rel=0.08, abs=0.04), name


def test_the_number_of_workers_does_not_change_the_result() -> None:
    games = 3 * CHUNK + 17
    alone, together = (simulate(OFFICIAL, 7, games, seed=5, workers=workers) for workers in (1, 3))
    assert _parameters(alone) == _parameters(together)
    assert alone.games == games


def test_another_seed_gives_another_result() -> None:
    one, other = (simulate(OFFICIAL, 7, 1000, seed=seed) for seed in (1, 2))
    assert _parameters(one) != _parameters(other)


def test_the_party_line_of_one_side_helps_it() -> None:
    uniform, liberals, fascists = (
        simulate(OFFICIAL, 7, 100_000, liberals=liberals, fascists=fascists).endings["liberal_policies"]
        for liberals, fascists in (
            (PlayStyle.UNIFORM, PlayStyle.UNIFORM),
            (PlayStyle.PARTY_LINE, PlayStyle.UNIFORM),
            (PlayStyle.UNIFORM, PlayStyle.PARTY_LINE),
        )
    )
    assert fascists < uniform - 0.02
    assert liberals > uniform + 0.02


@pytest.mark.parametrize(("liberals", "fascists"), [(True, False), (False, True), (True, True)])
def test_the_party_line_is_the_same_on_both_engines(liberals: bool, fascists: bool) -> None:
    played = [_party_line_game(random.Random(seed), liberals, fascists) for seed in range(800)]
    policies = {True: PlayStyle.PARTY_LINE, False: PlayStyle.UNIFORM}
    many = simulate(OFFICIAL, 7, 200_000, liberals=policies[liberals], fascists=policies[fascists])
    for ending in ENDINGS:
        share = many.endings[ending]
        assert abs(played.count(ending) / len(played) - share) < 4.5 * math.sqrt(share * (1 - share) / len(played)), ending


def _party_line_game(rng: random.Random, liberals: bool, fascists: bool) -> Ending | None:
    game = begin(OFFICIAL, 7)
    while game.awaited:
        seat = game.awaited[0]
        if seat == NATURE:
            game.apply(NATURE, natures_move(game, rng.randrange))
            continue
        liberal = game.roles[seat] is Role.LIBERAL
        action = rng.choice(game.legal_actions(seat))
        if liberals if liberal else fascists:
            mine, theirs = (Policy.LIBERAL, Policy.FASCIST) if liberal else (Policy.FASCIST, Policy.LIBERAL)
            if isinstance(action, Discard) and theirs in game.hand:
                action = Discard(theirs)
            if isinstance(action, Enact) and mine in game.hand:
                action = Enact(mine)
        game.apply(seat, action)
    return game.ending


def test_what_was_compiled_is_stale_when_any_file_of_the_kernel_changes() -> None:
    sources = sorted(Path(kernel.__path__[0]).glob("*.py"))
    stamp = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    for entry in (play_games, step_games, observe_games):
        assert stamp in cast(Any, entry)._cache._cache_file._source_stamp


def test_progress_counts_the_games() -> None:
    told: list[int] = []
    simulate(OFFICIAL, 5, 2 * CHUNK + 1, workers=1, progress=told.append)
    assert told == [CHUNK, 2 * CHUNK, 2 * CHUNK + 1]


def test_rules_the_kernel_cannot_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="not 11"):
        ruleset_row(OFFICIAL, 11)
    assert MAX_TILES << BITS < 1 << 63  # a fraction times a pile must fit a machine word


def test_a_batch_plays_uniform_games_like_whole_games() -> None:
    batch = Batch(OFFICIAL, 7, games=512, seed=3)
    endings = np.zeros(len(ENDINGS))
    for _ in range(2500):
        batch.step(batch.uniform())
        endings += [(batch.endings == ending).sum() for ending in range(len(ENDINGS))]
    shares = endings / endings.sum()
    whole = simulate(OFFICIAL, 7, 500_000).endings
    for share, ending in zip(shares, ENDINGS, strict=True):
        # the first games to end are the shorter ones, which is what the allowance is for
        assert share == pytest.approx(whole[ending], abs=5 * math.sqrt(0.25 / endings.sum()) + 0.01)
    assert batch.ended == endings.sum()


def test_rewards_go_by_team_and_only_at_the_end() -> None:
    batch = Batch(OFFICIAL, 9, games=64, seed=4)
    ended = 0
    for _ in range(600):
        batch.step(batch.uniform())
        over = batch.endings >= 0
        ended += over.sum()
        assert (np.abs(batch.rewards) == over[:, None]).all()
        liberals_won = batch.endings[over] <= 1
        assert ((batch.rewards[over] > 0).sum(axis=1) == np.where(liberals_won, 5, 4)).all()
    assert ended > 100


def test_a_game_that_is_over_waits_one_step_if_asked_to() -> None:
    batch = Batch(OFFICIAL, 5, games=32, seed=6, renew=False)
    for _ in range(400):
        over = batch.endings >= 0
        assert ((batch.seats == -1) == over).all()
        assert ((batch.masks == 0) == over).all()
        actions = np.where(over, 0, batch.uniform())
        batch.step(actions)
        assert (batch.endings[over] == -1).all()


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    batch = Batch(OFFICIAL, 7, games=8, seed=7)
    before = batch._table.copy()
    actions = batch.uniform()
    after_choice = batch._table.copy()
    for wrong in (batch.seats[3], -1, ACTIONS, 63):  # a president may not nominate themselves
        actions[3] = wrong
        with pytest.raises(ValueError, match="game 3: action"):
            batch.step(actions)
    assert (batch._table == after_choice).all()
    assert not (before == after_choice).all()
    with pytest.raises(ValueError, match="8 actions"):
        batch.step(actions[:7])


def test_masks_spread_to_columns() -> None:
    batch = Batch(OFFICIAL, 10, games=16)
    legal = batch.legal()
    assert legal.shape == (16, ACTIONS)
    assert (legal.sum(axis=1) == 9).all()
    assert batch.observe().shape == (16, OBSERVATION_SIZE)


def test_the_same_seed_gives_the_same_batch() -> None:
    one, other = Batch(OFFICIAL, 7, 16, seed=8), Batch(OFFICIAL, 7, 16, seed=8)
    for _ in range(200):
        one.step(one.uniform())
        other.step(other.uniform())
    assert (one.observe() == other.observe()).all()


def test_a_batch_with_claims_asks_both_who_governed_and_keeps_what_they_said() -> None:
    batch = Batch(OFFICIAL, 5, games=64, seed=9, claims=True, rounds=8)
    claimed = 0
    for _ in range(400):
        asked = batch.masks >> WAIT & 1 == 1
        claimed += asked.sum()
        assert (batch.legal()[asked].sum(axis=1) > 1).all()
        batch.step(batch.uniform())
    assert claimed > 1000
    assert batch.legal().shape == (64, TALK_ACTIONS)
    assert batch.observe()[:, OBSERVATION_SIZE:].any()
    said = list(ROUND_PARTS).index("president claims so many fascist tiles, counted from 1")
    assert batch.history()[:, :, sum(list(ROUND_PARTS.values())[:said])].any()
    assert batch.history().shape == (64, 8, ROUND_SIZE)


def test_rounds_that_are_not_kept_cannot_be_seen() -> None:
    with pytest.raises(ValueError, match="keeps no rounds"):
        Batch(OFFICIAL, 5, 4).history()
    with pytest.raises(ValueError, match="from 0 to 127"):
        Batch(OFFICIAL, 5, 4, rounds=-1)
