"""What voice costs a server and the game, against a bare relay; and in a real Chromium from mouth to ear, through a bad network too.

python -m benchmarks.voice relay [tables] [seconds]   processor time of a frame beside a relay written with websockets, turn by turn
python -m benchmarks.voice game [tables] [seconds]    from an action to the last of ten screens, while ever more of the tables talk
python -m benchmarks.voice load FILE seconds          what `game` runs beside itself, so that its own screens are not held up by the talk
python -m benchmarks.voice network [seconds]          share of frames that come in time through TCP with 5% loss and 200 ms jitter
python -m benchmarks.voice listen [seconds]           processor time of a page that listens, beside one that cannot
python -m benchmarks.voice page [seconds]             mouth to ear, share of frames played, also with 5% loss and 200 ms jitter

Frames have 180 bytes and 60 ms, as the page sends them. Everything stays on this machine's loopback, and stops by itself.
"""

import asyncio
import contextlib
import json
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks import bad_network
from benchmarks.floods import FIRST_IN_LINE
from benchmarks.screens import SEATS, Count, Ten, cpu_seconds, play, seated
from secret_hitler.server.listening import EVERY_ADDRESS
from secret_hitler.wire import PROTOCOL
from tests.ports import free_port
from tests.server.process import ServerProcess

FRAME_SECONDS = 0.06
SOUND = bytes(168)
TALKERS, VOICES = 2, 5
EVERY = 2.0
"""Seconds between two actions of a table, on the average."""
BARE = """
import asyncio, sys
from websockets.asyncio.server import broadcast, serve

groups = {}

async def talk(socket):
    members = groups.setdefault(socket.request.path, set())
    members.add(socket)
    try:
        async for frame in socket:
            broadcast(members - {socket}, frame)
    finally:
        members.discard(socket)

async def main():
    async with serve(talk, "127.0.0.1", int(sys.argv[1]), compression=None):
        await asyncio.get_running_loop().create_future()

asyncio.run(main())
"""


class Ear(WSListener):
    """One voice connection: counts what it hears, and how long it was under way."""

    def __init__(self, count: Count, hello: str) -> None:
        self.count, self.hello = count, hello
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        if self.hello:
            transport.send(WSMsgType.TEXT, self.hello.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        heard = frame.get_payload_as_bytes()
        if frame.msg_type == WSMsgType.BINARY and len(heard) > len(SOUND):
            self.count.messages += 1
            self.count.latencies.append(time.perf_counter() - struct.unpack("!d", heard[-8:])[0])

    def says(self) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.BINARY, bytes([1, 100, 0, 0]) + SOUND + struct.pack("!d", time.perf_counter()))


async def ears(count: Count, url: str, hellos: list[str]) -> list[Ear]:
    found = []
    for hello in hellos:
        _, ear = await ws_connect(partial(Ear, count, hello), url)
        assert isinstance(ear, Ear)
        found.append(ear)
    return found


async def talk(tables: list[list[Ear]], seconds: float) -> None:
    """Two of each table talk, each a frame after the other; tables begin at times of their own."""

    async def one(ear: Ear, begin: float) -> None:
        while begin < until:
            await asyncio.sleep(begin - time.perf_counter())
            ear.says()
            begin += FRAME_SECONDS

    now = time.perf_counter()
    until = now + seconds
    speakers = [ear for table in tables for ear in table[:TALKERS]]
    await asyncio.gather(*(one(ear, now + random.random() * FRAME_SECONDS) for ear in speakers))
    await asyncio.sleep(0.2)


def quantiles(latencies: list[float]) -> str:
    times = statistics.quantiles(latencies, n=100)
    return f"median {times[49] * 1e3:.1f} ms, p99 {times[98] * 1e3:.1f} ms"


async def relay(tables: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", voice_frames=1_000_000) as server:
        ours, bare = Count(), Count()
        found = await seated(server.url, tables, ours, voice=True)
        voices = [await _at_table(ours, server.port, table.code, table.tokens) for table in found]
        async with _bare(Path(folder)) as (port, pid):
            groups = [await ears(bare, f"ws://127.0.0.1:{port}/{number}", [""] * SEATS) for number in range(tables)]
            for _ in range(int(seconds / 2)):
                for count, of, process in ((ours, voices, server.pid), (bare, groups, pid)):
                    messages, used, began = count.messages, cpu_seconds(process), time.perf_counter()
                    await talk(of, 2.0)
                    count.seconds += time.perf_counter() - began
                    count.cpu += cpu_seconds(process) - used
                    count.delivered += count.messages - messages
    for name, count in (("ours", ours), ("bare relay", bare)):
        core = count.cpu / count.seconds / tables
        each = f"{count.cost * 1e6:.1f} us a frame delivered, {core:.2%} of a core a table"
        print(f"{name}: {each}, socket to socket {quantiles(count.latencies)}")
    print(f"{tables} tables of {SEATS}, {TALKERS} talk: ratio {ours.cost / bare.cost:.2f} (wanted: at most 1.5)")


async def game(tables: int, seconds: float) -> None:
    """Take turns of five seconds: nobody talks, then two at some of the tables, and nobody again before more of them do.

    The talkers' processor time stands apart from the server's: their own machines would spend it."""
    loads = [0, max(1, tables // 10), max(1, tables // 3), tables]
    order = [each for load in loads[1:] for each in (0, load)]
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", voice_frames=1_000_000) as server:
        count = Count()
        playing = await seated(server.url, tables, count, voice=True)
        for table in playing:
            table.every = EVERY
            await table.connect([server.port])
        turns = {load: Turns() for load in loads}
        for _ in range(max(1, int(seconds / 16 / len(loads[1:])))):
            for load in order:
                turn = turns[load]
                async with _talking(Path(folder) / "voices.json", server.port, playing[:load]) as voices:
                    count.latencies = []
                    pids = (server.pid, os.getpid(), *([voices.pid] if voices else []))
                    before, began = [cpu_seconds(pid) for pid in pids], time.perf_counter()
                    await play(playing, Count(), lambda: 0, 5)
                    turn.seconds += time.perf_counter() - began
                    turn.cpu.append([cpu_seconds(pid) - used for pid, used in zip(pids, before, strict=True)])
                    turn.medians.append(statistics.median(count.latencies))
                    turn.latencies += count.latencies
                    await asyncio.sleep(1.5 * EVERY)  # until nothing is due any more
                    turn.heard = (await voices.stdout.read()).decode().strip() if voices and voices.stdout else ""
    quiet = turns[0].medians
    for place, (load, turn) in enumerate(turns.items(), -1):
        before = quiet[place :: len(loads) - 1] if load else quiet
        ratios = sorted(median / other for median, other in zip(turn.medians, before, strict=True))
        server_, screens, talkers = [sum(used[who] for used in turn.cpu if who < len(used)) / turn.seconds for who in range(3)]
        print(
            f"{load} of {tables} tables talk: an action {quantiles(turn.latencies)}, "
            f"ratio to the quiet turn before {statistics.median(ratios):.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f} (wanted: at most 1.1)"
        )
        print(f"  cores: server {server_:.2f}, screens {screens:.2f}, talkers {talkers:.2f}; voices, socket to socket: {turn.heard or '-'}")


IN_TIME = (0.3, 0.5)
"""Seconds from a mouth to the page: it plays what comes later too late or not at all."""


def network(seconds: float = 20) -> None:
    """Two people talk, and three hear them through a network that loses packets; the server is on the good side."""
    if not bad_network.possible():
        print("network: left out. It takes Linux, root, ip and /dev/net/tun.")
        return
    with bad_network.namespaces():
        for loss, jitter in ((0.0, 0.0), (0.0, 0.2), (0.05, 0.2)):
            command = [*bad_network.within(bad_network.INNER), sys.executable, "-m", "benchmarks.voice"]
            subprocess.run([*command, "inside", str(seconds), str(loss), str(jitter)], check=True)


async def inside(seconds: float, loss: float, jitter: float) -> None:
    os.setpriority(os.PRIO_PROCESS, 0, FIRST_IN_LINE)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data", host=EVERY_ADDRESS[0]) as server:
        (table,) = await seated(server.url, 1, Count(), voice=True)
        work = Path(folder) / "ears.json"
        work.write_text(json.dumps([server.port, table.code, table.tokens[TALKERS:VOICES]]))
        with bad_network.tunnel(loss, jitter):
            command = [
                "ip",
                "netns",
                "exec",
                bad_network.OUTER,
                sys.executable,
                "-m",
                "benchmarks.voice",
                "hear",
                str(work),
                str(seconds + 3),
            ]
            hearing = await asyncio.create_subprocess_exec(*command, stdout=-1)
            assert hearing.stdout is not None
            await hearing.stdout.readline()
            mouths = await _at_table(Count(), server.port, table.code, table.tokens[:TALKERS])
            await talk([mouths], seconds)
            said = TALKERS * int(seconds / FRAME_SECONDS) * (VOICES - TALKERS)
            heard = json.loads(await hearing.stdout.read())
            await hearing.wait()
    shares = ", ".join(f"{sum(each <= limit for each in heard) / said:.1%} within {limit * 1e3:.0f} ms" for limit in IN_TIME)
    print(
        f"{loss:.0%} loss, up to {jitter * 1e3:.0f} ms jitter: of {said} frames {len(heard) / said:.1%} came, {shares}; {quantiles(heard)}",
        flush=True,
    )


async def hear(file: str, seconds: float) -> None:
    port, code, tokens = json.loads(Path(file).read_text())
    heard = Count()
    await _at_table(heard, port, code, tokens, bad_network.OURS)
    print("connected", flush=True)
    await asyncio.sleep(seconds)
    print(json.dumps(heard.latencies))


class Turns:
    """What was measured while so many tables talked."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.medians: list[float] = []
        """Of each turn."""
        self.cpu: list[list[float]] = []
        """Of the server, the screens, and the talkers, if there are any."""
        self.seconds = 0.0
        self.heard = ""


@asynccontextmanager
async def _talking(work: Path, port: int, tables: list[Ten]) -> "AsyncIterator[asyncio.subprocess.Process | None]":
    if not tables:
        yield None
        return
    work.write_text(json.dumps([port, [[table.code, table.tokens[:VOICES]] for table in tables]]))
    voices = await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmarks.voice", "load", str(work), "8", stdout=-1)
    assert voices.stdout is not None
    await voices.stdout.readline()
    yield voices
    await voices.wait()


NOTE = """() => {
  const now = () => performance.timeOrigin + performance.now();
  window.spoken = {};
  window.played = {};
  window.arrived = 0;
  const step = (micros) => Math.round(micros / 20000) & 65535;
  const encode = AudioEncoder.prototype.encode;
  AudioEncoder.prototype.encode = function (piece) {
    window.spoken[step(piece.timestamp)] = now() - piece.duration / 1000;
    return encode.call(this, piece);
  };
  const decode = AudioDecoder.prototype.decode;
  const decoding = [];
  AudioDecoder.prototype.decode = function (chunk) {
    decoding.push(step(chunk.timestamp));
    return decode.call(this, chunk);
  };
  const copyTo = AudioData.prototype.copyTo;
  let latest = 0;
  AudioData.prototype.copyTo = function (...to) {
    window.arrived++;
    latest = decoding.shift();
    return copyTo.apply(this, to);
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at) {
    if (!this.loop && at) window.played[latest] = now() + 1000 * (at - this.context.currentTime + this.context.baseLatency);
    return start.call(this, at);
  };
}"""
"""Note when each frame begins to be spoken, and when it begins to be heard."""
NETWORK = """(loss, jitter) => {
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    set onmessage(hear) {
      let due = 0;
      super.onmessage = (event) => {
        if (!(event.data instanceof ArrayBuffer) || event.data.byteLength < 6) return hear(event);
        if (Math.random() < loss) return;
        due = Math.max(due, performance.now() + Math.random() * jitter);
        setTimeout(() => hear(event), due - performance.now());
      };
    }
  };
}"""
"""Lose some of the frames on the way to the page, and hold each up by some milliseconds, in their order."""


def page(seconds: float = 20) -> None:
    """Two people in a Chromium each, at loopback and by way of a network that loses 5% of the frames and delays each by up to 200 ms."""
    from playwright.sync_api import sync_playwright

    from secret_hitler.wire.table import Options
    from tests.browser.conftest import FLAGS, SHELL
    from tests.browser.talking import humming, opens_the_microphone
    from tests.server.laid_out import LaidOut
    from tests.server.live_server import LiveServer

    for name, loss, jitter in (("loopback", 0.0, 0.0), ("5% loss, 200 ms jitter", 0.05, 200.0)):
        with sync_playwright() as started, tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder) / "data") as server:
            browser = started.chromium.launch(executable_path=SHELL, chromium_sandbox=False, args=FLAGS)
            table = LaidOut(people=5, bots=0, options=Options(voice=True))
            with humming(browser, Path(folder), server, table, 2) as (speaker, listener):
                for person in (speaker, listener):
                    person.page.add_init_script(f"({NOTE})()")
                listener.page.add_init_script(f"({NETWORK})({loss}, {jitter})")
                for person in (speaker, listener):
                    person.page.reload()
                    person.page.locator(".dock h2, .dock p").first.wait_for()
                    person.page.mouse.click(2, 300)
                opens_the_microphone(speaker)
                listener.page.wait_for_timeout(seconds * 1000)
                spoken, (played, arrived) = (
                    speaker.page.evaluate("window.spoken"),
                    listener.page.evaluate("[window.played, window.arrived]"),
                )
                delays = [played[frame] - spoken[frame] for frame in played if frame in spoken]
                sent = len(spoken)
                print(f"{name}: {len(played)} of {sent} frames played ({len(played) / sent:.1%}), of {arrived} that arrived")
                print(f"  mouth to ear {quantiles([delay / 1000 for delay in delays])}")


def listen(seconds: float = 30) -> None:
    """One person hums, one listens, one has no decoder, each in a Chromium: count all its processes over the same time."""
    from playwright.sync_api import sync_playwright

    from secret_hitler.wire.table import Options
    from tests.browser.conftest import FLAGS, SHELL
    from tests.browser.talking import humming, opens_the_microphone
    from tests.server.laid_out import LaidOut
    from tests.server.live_server import LiveServer

    with sync_playwright() as started, tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder) / "data") as server:
        browser = started.chromium.launch(executable_path=SHELL, chromium_sandbox=False, args=FLAGS)
        table = LaidOut(people=5, bots=0, options=Options(voice=True))
        with humming(browser, Path(folder), server, table, 3) as (speaker, *others):
            pages = {}
            for name, person in zip(("listens", "cannot listen"), others, strict=True):
                page = person.context.new_page()  # without the ear that the tests put before what a page plays
                if name != "listens":
                    page.add_init_script("delete window.AudioDecoder")
                person.page.close()
                page.goto(f"{server.url}/t/{table.code}")
                page.locator(".dock p").wait_for()
                page.mouse.click(2, 300)
                pages[name] = page
            for what in ("nobody talks", "one person talks all the time"):
                if what != "nobody talks":
                    opens_the_microphone(speaker)
                speaker.page.wait_for_timeout(3000)
                before = {name: _page_seconds(page) for name, page in pages.items()}
                began = time.perf_counter()
                speaker.page.wait_for_timeout(seconds * 1000)
                took = time.perf_counter() - began
                used = {name: (_page_seconds(page) - before[name]) / took for name, page in pages.items()}
                print(f"{what}: {', '.join(f'a page that {name} {core:.2%} of a core' for name, core in used.items())}")


def _page_seconds(page: Any) -> float:
    """Processor time of the page's Chromium so far: all of its processes, by the DevTools protocol."""
    session = page.context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(process["cpuTime"] for process in processes))


async def load(file: str, seconds: float) -> None:
    port, tables = json.loads(Path(file).read_text())
    heard = Count()
    voices = [await _at_table(heard, port, code, tokens) for code, tokens in tables]
    print("connected", flush=True)
    await talk(voices, seconds)
    print(quantiles(heard.latencies))


async def _at_table(count: Count, port: int, code: str, tokens: list[str], host: str = "127.0.0.1") -> list[Ear]:
    hellos = [json.dumps({"protocol": PROTOCOL, "token": token}) for token in tokens]
    return await ears(count, f"ws://{host}:{port}/voice/{code}", hellos)


@asynccontextmanager
async def _bare(folder: Path) -> AsyncIterator[tuple[int, int]]:
    port = free_port()
    (folder / "bare.py").write_text(BARE)
    process = subprocess.Popen([sys.executable, str(folder / "bare.py"), str(port)])
    try:
        for _ in range(100):
            await asyncio.sleep(0.1)
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    what, *numbers = sys.argv[1:]
    if what in ("page", "listen", "network"):
        {"page": page, "listen": listen, "network": network}[what](*map(float, numbers))
    elif what in ("load", "hear"):
        asyncio.run({"load": load, "hear": hear}[what](numbers[0], float(numbers[1])))
    elif what == "inside":
        asyncio.run(inside(*map(float, numbers)))
    else:
        asyncio.run(
            {"relay": relay, "game": game}[what](
                *[kind(number) for kind, number in zip((int, float), numbers or ("20", "20"), strict=False)]
            )
        )
