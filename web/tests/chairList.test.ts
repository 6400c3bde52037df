import { describe, expect, it } from 'vitest';
import { FEWEST, resized, namedChair } from '../src/lobby/chairList';

describe('chairs around a real table', () => {
  it('come and go at the end, and keep their names', () => {
    const seven = resized(
      ['Anna', 'Ben'].map((name) => namedChair(name)),
      7,
    );
    expect(seven.map(({ name }) => name)).toEqual(['Anna', 'Ben', '', '', '', '', '']);
    expect(resized(seven, 5)).toEqual(seven.slice(0, 5));
    expect(new Set(seven.map(({ id }) => id)).size).toBe(7);
  });

  it('are never fewer than can play', () => expect(resized([], 0)).toHaveLength(FEWEST));
});
