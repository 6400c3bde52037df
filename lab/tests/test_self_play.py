"""A network that learns by playing itself: the same result whether it was killed or not, and a bot wherever one is named.

What learns is asked in a process of its own: JAX starts threads, and a process that has them must not fork again.
"""

import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pytest
from msgspec.structs import replace

from secret_hitler.bots import UnknownBot, find_bot
from secret_hitler.records import Record
from secret_hitler.rules import OFFICIAL, Phase
from secret_hitler_lab.kernel.batch import Batch
from secret_hitler_lab.observations.claim_numbers import WAIT
from secret_hitler_lab.observations.observation import FASCIST_TILE, LIBERAL_TILE, PHASES, part
from secret_hitler_lab.tournament.arena import Contest, arena
from secret_hitler_lab.training.event_file import add_event, checksum, start_events
from secret_hitler_lab.training.network import Shape, load_arrays, new_network, save_arrays
from secret_hitler_lab.training.rollout import Lesson, party_line, play_lesson

if TYPE_CHECKING:
    from secret_hitler_lab.training.self_play import TrainingPoint

T = TypeVar("T")
learning = pytest.mark.skipif(not find_spec("jax"), reason="needs the extra learn")

SHAPE = Shape(players=5, rounds=4, hidden=(16,))

CONFIG = """
updates = 4
games = 16
steps = 24
seed = 3

[shape]
players = 5
rounds = 4
hidden = [16]

[pace]
rate = 1e-3
clip = 0.2
entropy = 0.01
epochs = 1
rows = 64
"""


def network_file(folder: Path, shape: Shape = SHAPE) -> str:
    save_arrays(folder / "policy.npz", shape, new_network(shape, np.random.default_rng(1)).weights)
    return str(folder / "policy.npz")


def apart(work: Callable[..., T], *given: object) -> T:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(work, *given).result()


def trained(config: Path, *folders: Path) -> tuple[list[list["TrainingPoint"]], list[str], str]:
    """Return the curve of a run in each folder, what all of them said, and why another config is refused in the last."""
    from secret_hitler_lab.training.self_play import BadTraining, read_config, train

    said = list[str]()
    curves = [train(read_config(config), folder, said.append) for folder in folders]
    with pytest.raises(BadTraining) as refused:
        train(replace(read_config(config), seed=4), folders[-1], said.append)
    return curves, said, str(refused.value)


def moved_chances() -> tuple[float, float]:
    """By how much the chance of what was liked and of what was not has moved, after a lesson that likes even actions."""
    from secret_hitler_lab.training.ppo import Learner, LearningPace

    network = new_network(SHAPE, np.random.default_rng(1))
    lesson = play_lesson(network, OFFICIAL, 16, 24, 0.0, 0.95, (1, 1))
    assert (lesson.legal.sum(axis=1) > 1).all()
    liked = np.where(lesson.chosen % 2 == 0, 1, -1).astype(np.float32)
    learner = Learner(network, LearningPace(rate=3e-3, clip=0.2, entropy=0.01, epochs=4, rows=64))
    learner.learn(
        Lesson(lesson.seen, lesson.legal, lesson.chosen, lesson.chance, liked, lesson.outcome, 0, 0, 0, 0), np.random.default_rng(1), 1
    )
    chances, _ = learner.network().think(lesson.seen, lesson.legal)
    moved = chances[np.arange(len(liked)), lesson.chosen] - lesson.chance
    return float(moved[liked > 0].mean()), float(moved[liked < 0].mean())


def refused_configs(folder: Path) -> list[str]:
    """Return what is said of each config that cannot be."""
    from secret_hitler_lab.training.self_play import BadTraining, read_config

    assert read_config(Path(__file__).parents[2] / "examples" / "self_play.toml").shape.players == 5
    path, said = folder / "wrong.toml", list[str]()
    for wrong in ("games = 1", "games = 'many'", "gmaes = 1", "rules = 'none'"):
        path.write_text(f"{wrong}\n{CONFIG.replace('games = 16', '') if wrong.startswith('games') else CONFIG}", encoding="utf-8")
        with pytest.raises(BadTraining) as refused:
            read_config(path)
        said.append(str(refused.value))
    return said


@learning
def test_a_run_that_was_killed_goes_on_to_the_same_result(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "secret_hitler_lab.training.self_play", str(config), str(tmp_path / "killed")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line.startswith("update 2 of 4"):
                run.kill()
    (killed, whole), said, refused = apart(trained, config, tmp_path / "killed", tmp_path / "whole")
    assert said[0].startswith("going on after update ")
    assert killed == whole
    assert [point.update for point in whole] == [1, 2, 3, 4]
    assert (tmp_path / "killed" / "curve.csv").read_text() == (tmp_path / "whole" / "curve.csv").read_text()
    assert next((tmp_path / "killed").glob("events*")).read_bytes().count(b"liberals_beat_line") == 4
    assert (tmp_path / "whole" / "curve.png").stat().st_size > 1000
    weights = [load_arrays(tmp_path / name / "policy.npz")[1] for name in ("killed", "whole")]
    assert all((weights[0][name] == weights[1][name]).all() for name in weights[1])
    assert arena(Contest(rules=OFFICIAL, players=5, liberals=str(tmp_path / "whole" / "policy.npz"), fascists="random"), 1).games == 1
    assert "another config: it differs in seed" in refused


@learning
def test_a_bad_config_is_named(tmp_path: Path) -> None:
    for said, named in zip(apart(refused_configs, tmp_path), ("do not fill", "games", "gmaes", "no rules 'none'"), strict=True):
        assert named in said


@learning
def test_what_came_out_better_than_expected_becomes_likelier() -> None:
    liked, other = apart(moved_chances)
    assert liked > 0.02
    assert other < -0.02


def test_curves_have_the_checksums_that_tensorboard_asks_for(tmp_path: Path) -> None:
    assert checksum(b"123456789") == 0xE3069283
    path = tmp_path / "events"
    start_events(path, 1.5)
    add_event(path, 2.5, 300, {"wins": 0.25})
    data, events = path.read_bytes(), list[bytes]()
    while data:
        size = struct.unpack("<Q", data[:8])[0]
        for told, crc in ((data[:8], data[8:12]), (data[12 : 12 + size], data[12 + size : 16 + size])):
            right = checksum(told)
            assert struct.unpack("<I", crc)[0] == ((right >> 15 | right << 17) + 0xA282EAD8) & 0xFFFFFFFF
        events.append(data[12 : 12 + size])
        data = data[16 + size :]
    assert events[0].endswith(b"brain.Event:2")
    assert events[1].endswith(b"\x10\xac\x02\x2a\x0d\x0a\x0b\x0a\x04wins\x15" + struct.pack("<f", 0.25))


def test_a_seat_that_learns_from_a_game_expects_what_came_out() -> None:
    """With nothing but outcomes believed, every decision of a finished game is told who won it."""
    network = new_network(SHAPE, np.random.default_rng(1))
    lesson = play_lesson(network, OFFICIAL, 4, 400, 0.0, 1.0, (2, 2))
    assert lesson.games > 8
    early = lesson.outcome[: 4 * 150]
    assert (np.abs(np.abs(early) - 1) < 1e-4).mean() > 0.9


def test_the_party_line_of_lessons_is_that_of_the_bot() -> None:
    batch, tiles = Batch(OFFICIAL, 5, 64, seed=2, claims=True, rounds=1), 0
    for _ in range(200):
        observed, rows = batch.observe(), np.arange(64)
        liberal = observed[:, part("known to be of the liberal party")][rows, batch.seats] == 1
        actions = party_line(batch, observed, liberal)
        phases = observed[:, part("phase")]
        for phase, mine, theirs in (
            (Phase.PRESIDENT_SESSION, FASCIST_TILE, LIBERAL_TILE),
            (Phase.CHANCELLOR_SESSION, LIBERAL_TILE, FASCIST_TILE),
        ):
            choosing = (phases[:, PHASES.index(phase)] == 1) & (batch.masks >> LIBERAL_TILE & 3 == 3)
            assert (actions[choosing] == np.where(liberal, mine, theirs)[choosing]).all()
            tiles += choosing.sum()
        assert (actions[batch.masks >> WAIT & 1 == 1] == WAIT).all()
        batch.step(actions)
    assert tiles > 200


def test_a_network_in_a_file_is_a_bot_that_plays_and_speaks(tmp_path: Path) -> None:
    records = list[Record]()
    contest = Contest(rules=OFFICIAL, players=5, liberals=network_file(tmp_path), fascists="party-line", seed=1)
    result = arena(contest, 4, each=lambda game: records.append(game.record))
    assert result.games == 4
    assert any(type(move.action).__name__.startswith("Claim") for record in records for move in record.moves)


def test_a_file_that_is_no_network_or_for_another_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_text("no network", encoding="utf-8")
    for path in (tmp_path / "bad.npz", tmp_path / "missing.npz"):
        with pytest.raises(UnknownBot, match="cannot be read"):
            find_bot(str(path))
    with pytest.raises(ValueError, match="the game of 5 players, not of 7"):
        arena(Contest(rules=OFFICIAL, players=7, liberals=network_file(tmp_path), fascists="party-line"), 1)
