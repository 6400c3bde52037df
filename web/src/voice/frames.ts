/** What goes over the socket for voice, as docs/protocol.md has it: one byte says what a frame is, and one before it whose. */

const SOUND = 1;
const CAPTION = 2;
const SILENCE = 255;

/** The sender's clock counts steps of 20 ms, in two bytes. */
export const STEP = 0.02;
export const ROUND = 65_536 * STEP;

export type Heard =
  | { kind: 'sound'; seat: number; loudness: number; time: number; opus: Uint8Array<ArrayBuffer> }
  | { kind: 'caption'; seat: number; text: string }
  | { kind: 'silence'; seats: number[] };

export function read(data: ArrayBuffer): Heard | null {
  const view = new DataView(data);
  if (data.byteLength === 3 && view.getUint8(0) === SILENCE) {
    const bits = view.getUint16(1);
    return {
      kind: 'silence',
      seats: Array.from({ length: 10 }, (_, seat) => seat).filter((seat) => (bits >> seat) & 1),
    };
  }
  if (data.byteLength < 3) return null;
  const seat = view.getUint8(0);
  if (view.getUint8(1) === CAPTION) return { kind: 'caption', seat, text: new TextDecoder().decode(data.slice(2)) };
  if (view.getUint8(1) !== SOUND || data.byteLength < 6) return null;
  return {
    kind: 'sound',
    seat,
    loudness: view.getUint8(2),
    time: view.getUint16(3) * STEP,
    opus: new Uint8Array(data, 5),
  };
}

export function sound(loudness: number, seconds: number, opus: EncodedAudioChunk): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(4 + opus.byteLength);
  const view = new DataView(frame.buffer);
  view.setUint8(0, SOUND);
  view.setUint8(1, loudness);
  view.setUint16(2, Math.round(seconds / STEP) & 65_535);
  opus.copyTo(frame.subarray(4));
  return frame;
}

export function caption(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([CAPTION, ...new TextEncoder().encode(text.slice(0, 160))]);
}

/** Loudness of some samples as a byte: 0 is -70 dB and less, 255 is as loud as it gets. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length + 1e-12);
  return Math.max(0, Math.min(255, Math.round(((decibels + 70) / 60) * 255)));
}
