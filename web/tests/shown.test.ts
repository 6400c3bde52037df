/** While an outcome is being told, the table shows what is true of it, and nothing of the round before or after. */

import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import { ballotsOf, governmentOf, temperature, termLimited } from '../src/game/shown';
import type { View } from '../src/wire/messages';

type Told = {
  phase: string;
  president: number | null;
  chancellor: number | null;
  rounds?: object[];
  term_limited?: number[];
};
const view = ({ rounds = [], term_limited = [], ...board }: Told) =>
  ({ board, rounds, term_limited }) as unknown as View;
const election = (elected: boolean) =>
  ({
    type: 'ElectionHeld',
    president: 1,
    chancellor: 2,
    elected,
    ballots: [true, true, false, null, true],
  }) as unknown as AnyEvent;
const held = { president: 1, chancellor: 2, ballots: [true, true, false, null, true] };

describe('ballots', () => {
  it('lie open while they are counted', () => {
    expect(ballotsOf(view({ phase: 'election', president: 1, chancellor: 2 }), election(true))).toEqual(held.ballots);
  });
  it('stay as long as their government is in session', () => {
    expect(ballotsOf(view({ phase: 'president-session', president: 1, chancellor: 2, rounds: [held] }), null)).toEqual(
      held.ballots,
    );
  });
  it('of another round are not shown under this government', () => {
    expect(
      ballotsOf(view({ phase: 'chancellor-session', president: 3, chancellor: 2, rounds: [held] }), null),
    ).toBeNull();
    expect(ballotsOf(view({ phase: 'nomination', president: 2, chancellor: null, rounds: [held] }), null)).toBeNull();
  });
});

describe('the government', () => {
  it('that is being told as elected is no candidate any more', () => {
    expect(governmentOf(view({ phase: 'election', president: 1, chancellor: 2 }), election(true))).toEqual({
      president: 1,
      chancellor: 2,
      elected: true,
    });
    expect(governmentOf(view({ phase: 'election', president: 1, chancellor: 2 }), null).elected).toBe(false);
  });
});

describe('a term limit', () => {
  const limits = { term_limited: [1, 2], president: 1, chancellor: 2 };
  it('is not shown of who governs now, nor after the end', () => {
    expect(termLimited(view({ phase: 'president-session', ...limits }), 2)).toBe(false);
    expect(termLimited(view({ phase: 'over', ...limits, president: 0, chancellor: null }), 2)).toBe(false);
    expect(termLimited(view({ phase: 'nomination', ...limits, president: 3, chancellor: null }), 2)).toBe(true);
  });
});

it('the light gets colder with each fascist policy, warmer with each liberal one, and another with the third', () => {
  const light = (fascist: number, liberal: number) =>
    temperature({
      board: { fascist, liberal },
      rules: { hitler_threshold: 3 },
      hitler_can_win: fascist >= 3,
    } as unknown as View);
  const mix = (f: number, l: number) => light(f, l).mix;
  expect([mix(0, 0), mix(1, 0), mix(2, 0), mix(3, 0)]).toEqual([0, 16, 32, 100]);
  expect(mix(2, 2)).toBeLessThan(mix(2, 0));
  expect(light(5, 0).frost).toBeGreaterThan(light(4, 0).frost);
});
