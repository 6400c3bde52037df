"""The process in which long work is done: another than the server's, gone with it, and started again if it breaks."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from secret_hitler.server.jobs.process import WorkProcess
from secret_hitler.tables.refusal import Refusal

PATIENCE = 60

SERVER = """
import asyncio, os
from secret_hitler.server.work_process import WorkProcess
async def main():
    print(await WorkProcess().run(os.getpid), flush=True)
    await asyncio.sleep(3600)
if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_work_is_done_in_another_process_and_again_after_one_broke() -> None:
    async with asyncio.timeout(PATIENCE):
        process = WorkProcess()
        first = await process.run(os.getpid)
        assert first != os.getpid()
        with pytest.raises(Refusal, match="went wrong"):
            await process.run(os._exit, 1)
        assert await process.run(os.getpid) not in (first, os.getpid())
        process.stop()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the end of a process can be awaited on Linux alone")
def test_a_killed_server_leaves_no_process_behind() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        worker = os.pidfd_open(int(server.stdout.readline()))
        server.send_signal(signal.SIGKILL)
    asyncio.run(asyncio.wait_for(_ends(worker), PATIENCE))
    os.close(worker)


async def _ends(process: int) -> None:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(process, ended.set)
    await ended.wait()
    loop.remove_reader(process)
