import { describe, expect, it } from 'vitest';
import { caption, loudness, read, sound } from '../src/voice/frames';

const bytes = (...of: number[]) => new Uint8Array(of).buffer;
const chunk = { byteLength: 2, copyTo: (to: Uint8Array) => to.set([7, 8]) } as unknown as EncodedAudioChunk;

describe('frames of voice', () => {
  it('have the form that the protocol says', () => {
    expect([...sound(100, 0.06, chunk)]).toEqual([1, 100, 0, 3, 7, 8]);
    expect([...sound(100, 65_537 * 0.02, chunk)].slice(2, 4)).toEqual([0, 1]);
    expect([...caption('hé')]).toEqual([2, 104, 195, 169]);
  });
  it('are read as the server writes them, and anything else is nothing', () => {
    expect(read(bytes(4, 1, 90, 0, 5, 7, 8))).toMatchObject({ kind: 'sound', seat: 4, loudness: 90, time: 0.1 });
    expect(read(bytes(3, 2, 104, 105))).toEqual({ kind: 'caption', seat: 3, text: 'hi' });
    expect(read(bytes(255, 2, 5))).toEqual({ kind: 'silence', seats: [0, 2, 9] });
    for (const bad of [bytes(), bytes(1), bytes(3, 9, 1, 1), bytes(3, 1, 2, 3, 4)]) expect(read(bad)).toBeNull();
  });
  it('tell silence from a shout', () => {
    expect(loudness(new Float32Array(480))).toBe(0);
    expect(loudness(new Float32Array(480).fill(1))).toBe(255);
  });
});
