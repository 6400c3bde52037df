"""The process in which long work is done: another than the server's, gone with it, and started again if it breaks."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

from secret_hitler.server.jobs import finished_games
from secret_hitler.server.jobs.finished_games import WAITING_OF_ONE, FinishedGames
from secret_hitler.server.jobs.pool import Pool, Priority, ProcessFailed
from secret_hitler.storage.key_value import memory_storage
from secret_hitler.tables.refusal import Refusal

PATIENCE = 60

SERVER = """
import asyncio, os
from secret_hitler.server.jobs.pool import Pool, Priority
async def main():
    print(await Pool().run(os.getpid, priority=Priority.SHOWN_AT_ONCE), flush=True)
    await asyncio.sleep(3600)
if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_work_is_done_in_another_process_and_again_after_one_broke() -> None:
    async with asyncio.timeout(PATIENCE):
        pool = Pool()
        first = await pool.run(os.getpid, priority=Priority.SHOWN_AT_ONCE)
        assert first != os.getpid()
        with pytest.raises(ProcessFailed):
            await pool.run(os._exit, 1, priority=Priority.SHOWN_AT_ONCE)
        assert await pool.run(os.getpid, priority=Priority.SHOWN_AT_ONCE) not in (first, os.getpid())
        pool.stop()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the end of a process can be awaited on Linux alone")
async def test_a_killed_server_leaves_no_process_behind() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        worker = os.pidfd_open(int(server.stdout.readline()))
        server.send_signal(signal.SIGKILL)
    await _ends(worker)
    os.close(worker)


async def _ends(process: int) -> None:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(process, ended.set)
    await ended.wait()
    loop.remove_reader(process)


async def test_what_two_ask_for_at_the_same_time_is_worked_out_once() -> None:
    pool = Pool()
    finished = FinishedGames(memory_storage(), pool)
    try:
        async with asyncio.timeout(PATIENCE):
            one, other = await asyncio.gather(*(finished.answer("a number", "somebody", os.urandom, 8) for _ in range(2)))
        assert one == other
        assert await finished.answer("a number", "somebody", os.urandom, 8) == one
    finally:
        pool.stop()


async def test_those_who_ask_take_turns_and_none_fills_the_queue() -> None:
    pool = Pool()
    del pool._background[1:]
    finished, done = FinishedGames(memory_storage(), pool), list[str]()

    async def ask(who: str, number: int) -> None:
        await finished.answer((who, number), who, os.urandom, 8)
        done.append(who)

    try:
        async with asyncio.timeout(PATIENCE):
            greedy = [asyncio.create_task(ask("greedy", number)) for number in range(WAITING_OF_ONE)]
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="Wait a moment"):
                await ask("greedy", WAITING_OF_ONE)
            await ask("modest", 0)
            await asyncio.gather(*greedy)
        assert done.index("modest") == 2  # one was being worked out, and one came first
    finally:
        pool.stop()


async def test_what_takes_too_long_is_stopped_and_not_tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "ANSWER_SECONDS", 0.2)
    pool = Pool()
    finished = FinishedGames(memory_storage(), pool)
    try:
        async with asyncio.timeout(PATIENCE):
            for _ in range(2):
                with pytest.raises(Refusal) as refused:
                    await finished.answer("for ever", "somebody", time.sleep, 3600)  # type: ignore[arg-type]  # it never answers
                assert refused.value.code == "failed"
            monkeypatch.setattr(finished_games, "ANSWER_SECONDS", PATIENCE)
            assert len(await finished.answer("a number", "somebody", os.urandom, 8)) == 8
    finally:
        pool.stop()
