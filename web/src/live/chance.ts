/** My part in the chance of a deal: a secret made here, committed to before the deal and revealed for it. docs/protocol.md describes it. */

import type { TableState } from '../wire/messages';
import type { Request } from './tableSocket';

const TAG = 'secret-hitler contribution 1:';
const BYTES = 32;

export class Chance {
  #secret = '';
  #commitment = '';
  #revealed = false;
  #committing = false;

  /** What has to be said at this table now, if anything; `came` after every new connection. Whoever still has their secret keeps to it: a deal
   * may be called before another commitment arrives. */
  follow(table: TableState, seat: number | null, came: boolean): Request | null {
    const dealt = table.commitments ?? [];
    if (table.stage === 'playing') {
      this.#secret = '';
      this.#committing = false;
      return null;
    }
    if (seat === null) return null;
    if (table.dealing && dealt.some(Boolean)) {
      if (!this.#secret || this.#revealed || !dealt.includes(this.#commitment)) return null;
      this.#revealed = true;
      return { type: 'Reveal', secret: this.#secret };
    }
    if (table.chairs[seat]?.committed) this.#committing = false;
    if (this.#committing || (table.chairs[seat]?.committed && (this.#secret || !came))) return null;
    const secret = crypto.getRandomValues(new Uint8Array(BYTES));
    this.#secret = hex(secret);
    this.#commitment = commitmentTo(secret);
    this.#revealed = false;
    this.#committing = true;
    return { type: 'Commit', commitment: this.#commitment };
  }
}

export const commitmentTo = (secret: Uint8Array) =>
  hex(sha256(new Uint8Array([...new TextEncoder().encode(TAG), ...secret])));

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The constants of SHA-256 are the first bits of the fractional parts of roots of primes. */
const PRIMES = (() => {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  return primes;
})();
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Our own, since a browser offers one to secure pages alone, and a table in the living room is served over plain HTTP. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  for (let at = 0; at < padded.length; at += 64) {
    const words = Array.from({ length: 16 }, (_, place) => view.getInt32(at + 4 * place));
    for (let place = 16; place < 64; place++) {
      const [early, late] = [words[place - 15]!, words[place - 2]!];
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[place] = (words[place - 16]! + small + words[place - 7]! + large) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let place = 0; place < 64; place++) {
      const choice = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
      const first = (h + choice + fraction(Math.cbrt(PRIMES[place]!)) + words[place]!) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = (state[place]! + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}
