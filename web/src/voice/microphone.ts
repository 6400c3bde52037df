/** The microphone: opened by one's own tap alone, and encoded as Opus. */

import { loudness, sound } from './frames';
import worklet from './worklet.js?url';

export const RATE = 48_000;

const CONFIG: AudioEncoderConfig = {
  codec: 'opus',
  sampleRate: RATE,
  numberOfChannels: 1,
  bitrate: 24_000,
  opus: { frameDuration: 60_000, usedtx: true, application: 'voip', signal: 'voice' } as OpusEncoderConfig,
};
/** Opus sends a byte or two now and then to say that there is nothing to hear. */
const NOTHING = 2;

export async function canTalk(): Promise<boolean> {
  if (!navigator.mediaDevices || typeof AudioEncoder === 'undefined') return false;
  return (await AudioEncoder.isConfigSupported(CONFIG)).supported === true;
}

export class Microphone {
  #stream: MediaStream | undefined;
  #source: MediaStreamAudioSourceNode | undefined;
  #node: AudioWorkletNode | undefined;
  #encoder: AudioEncoder | undefined;
  #at = 0;
  #loudness = 0;

  /** Without `send` it is only tested. */
  constructor(
    readonly audio: AudioContext,
    readonly heard: (loudness: number) => void,
    readonly send?: (frame: Uint8Array<ArrayBuffer>) => void,
  ) {}

  /** Ask for it; rejects where the person or the system says no. */
  async open(): Promise<void> {
    this.#stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
    });
    await this.audio.audioWorklet.addModule(worklet);
    this.#node = new AudioWorkletNode(this.audio, 'microphone', { numberOfOutputs: 0, channelCount: 1 });
    this.#source = this.audio.createMediaStreamSource(this.#stream);
    if (this.send) {
      this.#encoder = new AudioEncoder({ output: (chunk) => this.#encoded(chunk), error: () => this.close() });
      this.#encoder.configure(CONFIG);
    }
    this.#at = this.audio.currentTime;
    this.#node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => this.#take(data);
    this.#source.connect(this.#node);
  }

  close(): void {
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#source?.disconnect();
    this.#node?.port.close();
    if (this.#encoder?.state === 'configured') this.#encoder.close();
    this.#stream = this.#source = this.#node = this.#encoder = undefined;
  }

  #take(data: Float32Array<ArrayBuffer>): void {
    this.#loudness = loudness(data);
    this.heard(this.#loudness);
    if (this.#encoder?.state === 'configured') {
      const timestamp = Math.round(this.#at * 1e6);
      const piece = new AudioData({
        format: 'f32-planar',
        sampleRate: RATE,
        numberOfFrames: data.length,
        numberOfChannels: 1,
        timestamp,
        data,
      });
      this.#encoder.encode(piece);
      piece.close();
    }
    this.#at += data.length / RATE;
  }

  #encoded(chunk: EncodedAudioChunk): void {
    if (chunk.byteLength > NOTHING) this.send?.(sound(this.#loudness, chunk.timestamp / 1e6, chunk));
  }
}
