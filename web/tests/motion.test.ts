import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import { Director } from '../src/stage/director.svelte';
import { flightsOf, WAY } from '../src/stage/motion';
import type { View } from '../src/wire/messages';

const view = {
  board: { president: 1, chancellor: 3, discards: 5, draw_pile: 9 },
  rules: { draw: 3 },
  liberal_tiles_left: 6,
  fascist_tiles_left: 10,
} as unknown as View;
const event = (type: string, parts: object = {}) => ({ type, audience: 'everyone', ...parts }) as unknown as AnyEvent;
const ways = (happened: AnyEvent) =>
  flightsOf(happened, view, view).map(({ from, to, thing }) => `${from} ${to} ${thing}`);
const enacted = event('PolicyEnacted', { policy: 'F', by_populace: false });

describe('tiles and placards', () => {
  it.each([
    [event('PoliciesDrawn', { president: 1, tiles: 3 }), Array(3).fill('draw seat-1 covered')],
    [event('PolicyDiscarded', { seat: 1, tiles: 1 }), ['seat-1 discard covered']],
    [event('HandPassed', { chancellor: 3 }), Array(2).fill('seat-1 seat-3 covered')],
    [enacted, ['seat-3 board-F F']],
    [event('PolicyEnacted', { policy: 'L', by_populace: true }), ['draw board-L L']],
    [event('AgendaVetoed', { president: 1, chancellor: 3 }), Array(2).fill('seat-3 discard covered')],
    [event('DeckPeeked', { president: 1 }), Array(3).fill('draw seat-1 covered')],
    [event('DeckShuffled', { tiles: 14 }), Array(3).fill('discard draw covered')],
    [event('PresidencyPassed', { president: 2, special: false }), ['seat-1 seat-2 president']],
    [event('ChancellorNominated', { president: 2, chancellor: 0 }), ['seat-2 seat-0 chancellor']],
    [event('VoteCast', { seat: 2 }), []],
  ])('go from hand to hand: %o', (happened, expected) => expect(ways(happened)).toEqual(expected));

  it('stay covered unless everybody may see them', () => {
    expect(ways(event('HandSeen', { seat: 1, tiles: ['F', 'L', 'L'] }))).toEqual([]);
    expect(ways(event('DiscardSeen', { seat: 1, policy: 'F' }))).toEqual([]);
  });
});

describe('the director', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lets things fly while it goes on', async () => {
    const director = new Director();
    director.cut(view);
    director.feed([event('PresidencyPassed', { president: 2 })], view);
    await vi.advanceTimersByTimeAsync(0);
    expect(director.flights).not.toEqual([]);
    expect(director.scene).toBeNull();
    await vi.advanceTimersByTimeAsync(WAY * 2);
    expect(director.flights).toEqual([]);
    expect(director.caughtUp).toBe(true);
  });

  it('leaves an enacted tile where it landed until the board shows it', async () => {
    const director = new Director();
    director.cut(view);
    director.feed([enacted], view);
    await vi.advanceTimersByTimeAsync(WAY * 3);
    expect(director.flights).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(director.flights).toEqual([]);
  });

  it('drops what is in the air when told to go on', async () => {
    const director = new Director();
    director.cut(view);
    director.feed([enacted], view);
    await vi.advanceTimersByTimeAsync(10);
    director.skip();
    expect(director.flights).toEqual([]);
  });
});
