import { describe, expect, it } from 'vitest';
import { withChanges } from '../src/live/fold';
import type { Round, View } from '../src/wire/messages';

const round = (number: number, more: Partial<Round> = {}) =>
  ({ number, president: 0, claims: [], ...more }) as unknown as Round;

describe('an update', () => {
  it('changes only the fields it carries', () => {
    const view = { ballot: null, hand: ['F'], rounds: [] } as unknown as View;
    expect(withChanges(view, { ballot: true })).toMatchObject({ ballot: true, hand: ['F'] });
  });

  it('puts changed rounds in place by their number', () => {
    const view = { rounds: [round(1), round(2)] } as unknown as View;
    const next = withChanges(view, { rounds: [round(2, { enacted: 'F' }), round(3)] });
    expect(next.rounds.map((one) => [one.number, one.enacted])).toEqual([
      [1, undefined],
      [2, 'F'],
      [3, undefined],
    ]);
  });

  it('leaves the earlier view as it was', () => {
    const view = { rounds: [round(1)] } as unknown as View;
    withChanges(view, { rounds: [round(2)] });
    expect(view.rounds).toHaveLength(1);
  });
});
