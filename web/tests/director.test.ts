import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import { Director } from '../src/stage/director.svelte';
import { hastened, lingering } from '../src/stage/pace';
import type { View } from '../src/wire/messages';

const view = (round: number) => ({ board: { round } }) as unknown as View;
const enacted = { type: 'PolicyEnacted', policy: 'F', by_populace: false, audience: 'everyone' } as AnyEvent;
const voted = { type: 'VoteCast', seat: 1, audience: 'everyone' } as AnyEvent;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the director', () => {
  it('keeps the story while nobody looks, and tells it when they do', async () => {
    const director = new Director();
    director.cut(view(1));
    director.hold();
    director.feed([voted], view(2));
    expect(director.untold).toBe(false);
    director.feed([enacted], view(3));
    await vi.advanceTimersByTimeAsync(5000);
    expect([director.untold, director.shown?.board.round]).toEqual([true, 1]);
    director.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(director.scene?.type).toBe('PolicyEnacted');
    await vi.advanceTimersByTimeAsync(5000);
    expect([director.untold, director.caughtUp, director.shown?.board.round]).toEqual([false, true, 3]);
  });

  it('shows what is no story at once', async () => {
    const director = new Director();
    director.feed([voted], view(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(director.shown?.board.round).toBe(1);
    expect(director.caughtUp).toBe(true);
  });

  it('plays the scene before the view it led to', async () => {
    const director = new Director();
    director.cut(view(1));
    director.feed([enacted], view(2));
    await vi.advanceTimersByTimeAsync(0);
    expect(director.scene?.type).toBe('PolicyEnacted');
    expect(director.shown?.board.round).toBe(1);
    await vi.advanceTimersByTimeAsync(lingering(enacted));
    expect(director.scene).toBeNull();
    expect(director.shown?.board.round).toBe(2);
  });

  it('can be told to go on', async () => {
    const director = new Director();
    director.feed([enacted], view(2));
    director.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(director.caughtUp).toBe(true);
  });

  it('tells each event once, in order', async () => {
    const told: string[] = [];
    const director = new Director((event) => told.push(event.type));
    director.feed([voted, enacted], view(1));
    director.feed([voted], view(2));
    await vi.runAllTimersAsync();
    expect(told).toEqual(['VoteCast', 'PolicyEnacted', 'VoteCast']);
  });

  it('says what a vote came to after the last ballot, and nothing waits for a claim', async () => {
    const told: string[] = [];
    const director = new Director(
      (event) => told.push(event.type),
      () => 0.5,
    );
    const held = { type: 'ElectionHeld', ballots: [true, true, false], audience: 'everyone' } as unknown as AnyEvent;
    director.feed([held, { type: 'ClaimMade' } as AnyEvent, voted], view(2));
    await vi.advanceTimersByTimeAsync(lingering(held) / 2 - 10);
    expect([told, director.scene]).toEqual([[], held]);
    await vi.advanceTimersByTimeAsync(20);
    expect([told, director.caughtUp]).toEqual([['ElectionHeld', 'ClaimMade', 'VoteCast'], true]);
  });

  it('tells no story while it is hurried', async () => {
    const director = new Director();
    director.hurried = true;
    director.feed([enacted], view(3));
    await vi.advanceTimersByTimeAsync(0);
    expect([director.scene, director.shown?.board.round]).toEqual([null, 3]);
  });

  it('forgets a story when a whole view arrives', async () => {
    const director = new Director();
    director.feed([enacted], view(2));
    director.cut(view(9));
    await vi.runAllTimersAsync();
    expect(director.shown?.board.round).toBe(9);
  });
});

describe('the pace', () => {
  it('quickens with what there is to catch up on', () => {
    expect(hastened(1000, 0)).toBe(1000);
    expect(hastened(1000, 4)).toBe(250);
    expect(hastened(1000, 7)).toBe(0);
  });
});
