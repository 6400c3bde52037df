/** SHA-256 of bytes. Our own, since a browser offers one to secure pages alone, and a table in the living room is served over plain HTTP. */

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const bytesOf = (text: string) => Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** The hash of a tag and what follows it, in hexadecimal. */
export const hash = (tag: string, ...parts: Iterable<number>[]) =>
  hex(sha256(new Uint8Array([...new TextEncoder().encode(tag), ...parts.flatMap((part) => [...part])])));

/** The constants of SHA-256 are the first bits of the fractional parts of roots of primes. */
const PRIMES = (() => {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  return primes;
})();
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

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
