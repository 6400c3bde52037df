import { describe, expect, it } from 'vitest';
import { SAYING, stepAt } from '../src/opening/steps';
import type { Cue } from '../src/wire/messages';

const cue = (saying: Cue['saying'], pause: number): Cue => ({ saying, pause, look: pause > 3 });
const told = { cues: [cue('close-eyes', 3), cue('all-look', 10), cue('eyes-shut', 3)], began: 1000 };

describe('the opening on every screen of a table', () => {
  it('is at the same step at the same time by the clock of the server', () => {
    expect([1000, 1000 + SAYING + 2.9].map((now) => stepAt(told, now))).toEqual([0, 0]);
    expect([1000 + SAYING + 3, 1000 + 2 * SAYING + 12.9].map((now) => stepAt(told, now))).toEqual([1, 1]);
    expect(stepAt(told, 1000 + 2 * SAYING + 13)).toBe(2);
  });

  it('lets those who look have the whole of their pause', () => {
    const looking = Array.from({ length: 600 }, (_, tenth) => 1000 + tenth / 10).filter(
      (now) => stepAt(told, now) === 1,
    );
    expect(looking.length / 10).toBeGreaterThanOrEqual(SAYING + 10 - 0.1);
  });

  it('ends', () => {
    expect(stepAt(told, 1000 + 3 * SAYING + 16)).toBeNull();
  });
});
