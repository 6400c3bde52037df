/** What one seat says, played with as little delay as its frames allow: late frames lengthen it, and above 300 ms frames are left out. */

import { ROUND, type Heard } from './frames';
import { RATE } from './microphone';

const SHORTEST = 0.06;
const LONGEST = 0.3;
/** How much longer the delay is made by a frame that came too late, and how much shorter by one that did not. */
const STEP_UP = 0.03;
const STEP_DOWN = 0.0005;
/** A gap up to this is a lost frame, and hidden; a longer one is a pause. */
const HIDDEN = 0.13;

export class Speaker {
  /** Of the frames that are being decoded: what a decoder says itself counts no frame that is missing. */
  #times: number[] = [];
  #decoder = this.#fresh();
  #playing = new Set<AudioBufferSourceNode>();
  #delay = SHORTEST;
  /** From the sender's time to ours. */
  #offset: number | undefined;
  /** When the last frame will have been played. */
  #end = 0;
  #last: AudioBuffer | undefined;
  #time = 0;

  constructor(readonly audio: AudioContext) {}

  hear({ time, opus }: Extract<Heard, { kind: 'sound' }>): void {
    if (this.#decoder.state === 'closed') this.#decoder = this.#fresh();
    // The sender's clock goes round every 22 minutes.
    this.#time += ((time - (this.#time % ROUND) + 1.5 * ROUND) % ROUND) - ROUND / 2;
    if (this.#time < 0) this.#time += ROUND;
    this.#times.push(this.#time);
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: Math.round(this.#time * 1e6), data: opus }));
  }

  /** Say nothing more, not even what has come already. */
  hush(): void {
    for (const source of this.#playing) source.stop();
    this.#playing.clear();
    this.#offset = undefined;
    if (this.#decoder.state !== 'closed') this.#decoder.close();
  }

  #fresh(): AudioDecoder {
    this.#times = [];
    const decoder = new AudioDecoder({ output: (data) => this.#decoded(data), error: () => undefined });
    decoder.configure({ codec: 'opus', sampleRate: RATE, numberOfChannels: 1 });
    return decoder;
  }

  #decoded(data: AudioData): void {
    const buffer = this.audio.createBuffer(1, data.numberOfFrames, data.sampleRate);
    const samples = new Float32Array(data.numberOfFrames);
    data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    buffer.copyToChannel(samples, 0);
    data.close();
    const time = this.#times.shift() ?? 0;
    const at = this.#when(time, buffer.duration);
    if (at === null) return;
    const gap = at - this.#end;
    if (this.#last && gap > 0.002 && gap <= HIDDEN) this.#play(this.#last, this.#end, gap);
    this.#play(buffer, at);
    this.#end = at + buffer.duration;
    this.#last = buffer;
  }

  /** When to play a frame of this time; null if it is left out, to catch up. */
  #when(time: number, duration: number): number | null {
    const now = this.audio.currentTime;
    const at = this.#offset === undefined ? 0 : time + this.#offset;
    if (at < now + 0.005) {
      const paused = this.#offset === undefined || now - this.#end > HIDDEN;
      if (!paused) this.#delay = Math.min(LONGEST - duration, this.#delay + STEP_UP);
      this.#offset = now + this.#delay - time;
      return now + this.#delay;
    }
    this.#delay = Math.max(SHORTEST, this.#delay - STEP_DOWN);
    if (at <= now + LONGEST) return at;
    this.#offset! -= duration;
    return null;
  }

  /** For some seconds only, and fading, where it stands for one that was lost. */
  #play(buffer: AudioBuffer, at: number, seconds?: number): void {
    const source = new AudioBufferSourceNode(this.audio, { buffer });
    this.#playing.add(source);
    source.onended = () => this.#playing.delete(source);
    source.start(at);
    if (seconds === undefined) return void source.connect(this.audio.destination);
    const fading = new GainNode(this.audio, { gain: 0.7 });
    fading.gain.setValueAtTime(0.7, at);
    fading.gain.linearRampToValueAtTime(0, at + seconds);
    source.connect(fading).connect(this.audio.destination);
    source.loop = true;
    source.stop(at + seconds);
  }
}
