import { describe, expect, it } from 'vitest';
import { HELD, lasting, turns } from '../src/stage/ballots';

const [ja, nein] = [true, false];

describe('ballots turn', () => {
  it('those of the candidates first, and the one that decides last, after a silence', () => {
    const order = turns([ja, ja, nein, nein, ja, null, nein, ja], [1, 2], 4);
    expect(order.slice(0, 2).map(({ seat }) => seat)).toEqual([1, 2]);
    expect(order.map(({ decides }) => decides)).toEqual([...Array(6).fill(false), true]);
    const [before, last] = order.slice(-2);
    expect(last!.at - before!.at).toBe(HELD);
  });

  it('quickly, once it is settled', () => {
    const order = turns(Array(7).fill(ja), [0, 1], 4);
    expect(order.findIndex(({ decides }) => decides)).toBe(3);
    expect(order[6]!.at - order[5]!.at).toBe(120);
  });

  it('within the time that the table gives them', () => {
    for (const votes of [Array(10).fill(nein), [ja, nein, ja, nein, ja], Array(6).fill(ja)])
      expect(turns(votes, [0, 1], Math.floor(votes.length / 2) + 1).at(-1)!.at).toBeLessThan(lasting(votes) - 1400);
  });
});
