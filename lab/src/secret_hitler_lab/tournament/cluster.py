"""Matches played on a Ray cluster: the machines at an address, or processes that Ray starts on this one."""

import logging
import os
from collections.abc import Iterator, Sequence
from socket import gethostname

from secret_hitler import __version__

from ..extra import extra
from .tournament import Match, Outcome, Setting, play_match
from .workers import WorkerLost

with extra("cluster"):
    import ray

LOCAL = "local"
"""The address that asks for a cluster of this machine's own, which ends with the tournament."""
MATCHES_A_TASK = 10
"""A task costs Ray milliseconds; hundreds of games make that nothing."""
RETRIES = 10
"""Of a task whose worker or machine was lost."""


def play_on_cluster(setting: Setting, left: Sequence[Match], address: str, workers: int) -> Iterator[Outcome]:
    """Yield the outcomes as they come. The number of workers is for a local cluster; any other has what its machines offer."""
    _join(address, workers)
    try:
        play = ray.remote(max_retries=RETRIES)(_play_matches)
        shared = ray.put(setting)
        pending = [play.remote(shared, left[start : start + MATCHES_A_TASK]) for start in range(0, len(left), MATCHES_A_TASK)]
        while pending:
            (done,), pending = ray.wait(pending)
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise WorkerLost(str(error.cause)) from error
    except ray.exceptions.RayError as error:
        raise WorkerLost(f"the Ray cluster {address} failed, what was finished is kept: {error}") from error
    finally:
        ray.shutdown()


def _join(address: str, workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that a tournament is played
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=max(1, workers), include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        else:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # because Ray raises bare exceptions too, as when a busy machine starts it too slowly
        raise WorkerLost(f"there is no Ray cluster at {address}: {error}") from error


def _play_matches(setting: Setting, some: Sequence[Match]) -> list[Outcome]:
    if setting.version != __version__:
        raise WorkerLost(f"{gethostname()} has version {__version__} of secret-hitler, the tournament is of {setting.version}")
    return [play_match(setting, match) for match in some]
