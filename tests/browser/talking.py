"""People whose microphone hums a tone of its own, and what can be heard at their table."""

import math
import struct
import wave
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import FLAGS, SHELL
from tests.browser.person import PATIENCE, Person
from tests.server.laid_out import LaidOut
from tests.server.live_server import LiveServer
from tests.server.process import ServerProcess

TONES = [330, 440, 560, 700, 860, 1040, 1240, 1460, 1700, 1960]
"""Hertz, by seat: no two are near each other, and none is a multiple of another."""

LISTEN = """() => {
  const connect = AudioNode.prototype.connect;
  window.heard = { started: 0, frames: 0, ears: new Map() };
  AudioNode.prototype.connect = function (to, ...more) {
    const { context } = this;
    if (to === context.destination && !(this instanceof AnalyserNode)) {
      if (!window.heard.ears.has(context)) {
        const ear = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
        connect.call(ear, context.destination);
        window.heard.ears.set(context, ear);
      }
      return connect.call(this, window.heard.ears.get(context), ...more);
    }
    return connect.call(this, to, ...more);
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...at) {
    window.heard.started += !this.loop;
    return start.apply(this, at);
  };
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...address) {
      super(...address);
      this.addEventListener('message', ({ data }) => {
        if (data instanceof ArrayBuffer && data.byteLength > 6) window.heard.frames++;
      });
    }
  };
  window.tones = (wanted) => {
    const near = (ear, hertz) => {
      const bins = new Float32Array(ear.frequencyBinCount);
      ear.getFloatFrequencyData(bins);
      const bin = Math.round((hertz * ear.fftSize) / ear.context.sampleRate);
      return Math.max(...bins.slice(bin - 2, bin + 3));
    };
    const levels = wanted.map((hertz) => Math.max(...[...window.heard.ears.values()].map((ear) => near(ear, hertz))));
    return levels.map((level) => level > -60 && level > Math.max(...levels) - 30);
  };
}"""
"""Put an ear before what the page plays, and count what comes and what is played of it."""


def hum(path: Path, hertz: int, seconds: float = 10) -> None:
    """Make a tone that swells and fades a little, so that no noise suppression takes it for noise."""
    rate = 48_000
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        shape = (
            math.sin(2 * math.pi * hertz * at / rate) * (0.6 + 0.4 * math.sin(2 * math.pi * 3 * at / rate))
            for at in range(int(seconds * rate))
        )
        file.writeframes(b"".join(struct.pack("<h", int(14_000 * value)) for value in shape))


@contextmanager
def humming(browser: Browser, folder: Path, server: LiveServer | ServerProcess, table: LaidOut, seats: int) -> Iterator[list[Person]]:
    """So many of a table, each in a Chromium of their own."""
    server.lay_out(table)
    people = []
    with ExitStack() as stack:
        for seat in range(seats):
            hum(file := folder / f"{seat}.wav", TONES[seat])
            fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-audio-capture={file}"]
            own = browser.browser_type.launch(executable_path=SHELL, chromium_sandbox=False, args=[*FLAGS, *fake])
            stack.callback(own.close)
            person = Person(own, f"Player {seat + 1}")
            person.context.grant_permissions(["microphone"], origin=server.url)
            person.page.add_init_script(f"({LISTEN})()")
            person.comes_back(server, table, seat)
            people.append(person)
        yield people


def opens_the_microphone(person: Person) -> None:
    person.page.locator(".mic:not([aria-disabled=true])").click()
    person.page.locator(".mic.open").wait_for()


def heard_by(person: Person, seats: int) -> set[int]:
    """Whose tones this person's page plays now, and goes on to play: a click has every tone in it for a moment."""
    heard = set(range(seats))
    for _ in range(3):
        found: list[bool] = person.page.evaluate("wanted => window.tones(wanted)", TONES[:seats])
        heard &= {seat for seat, there in enumerate(found) if there}
        person.page.wait_for_timeout(60)
    return heard


def waits_to_hear(person: Person, seats: int, wanted: set[int]) -> None:
    person.page.wait_for_function(
        "([all, wanted]) => { const now = window.tones(all); return wanted.every((there, at) => there === now[at]); }",
        arg=[TONES[:seats], [seat in wanted for seat in range(seats)]],
        polling=20,
        timeout=1000 * PATIENCE,  # since ten browsers at once leave gaps in what each of them plays
    )
