import { describe, expect, it } from 'vitest';
import type { Round, View } from '../src/wire/messages';
import { tellings, unspoken } from '../src/words/claims';

const round = { number: 1, president_hand: ['F', 'F', 'L'], chancellor_hand: ['F', 'L'], peek: ['L', 'F', 'L'], claims: [] } as unknown as Round;

describe('what can be told', () => {
  it('of a hand: every count, fascist first', () => {
    expect(tellings('president-hand', round).map((tiles) => tiles.join(''))).toEqual(['FFF', 'FFL', 'FLL', 'LLL']);
    expect(tellings('chancellor-hand', round).map((tiles) => tiles.join(''))).toEqual(['FF', 'FL', 'LL']);
  });

  it('of a peek: every order', () => expect(tellings('peek', round)).toHaveLength(8));

  it('is asked for until it was said', () => {
    const view = { rounds: [round], sights: [{ seat: 2, about: 'president-hand', round: 1 }] } as unknown as View;
    expect(unspoken(view, 2)).toHaveLength(1);
    const said = { ...round, claims: [{ seat: 2, claim: { type: 'ClaimTiles', about: 'president-hand', round: 1, tiles: null } }] } as unknown as Round;
    expect(unspoken({ ...view, rounds: [said] }, 2)).toHaveLength(0);
  });
});
