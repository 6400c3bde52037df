import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import Scene from '../src/game/Scene.svelte';
import type { View } from '../src/wire/messages';

const shot = { type: 'PlayerExecuted', president: 0, seat: 3, audience: 'everyone' } as AnyEvent;

function words(...after: object[]): string {
  const view = { rules: {}, board: { seats: 7 }, rounds: [] } as unknown as View;
  const scene = mount(Scene, {
    target: document.body,
    props: { event: shot, story: [shot, ...(after as AnyEvent[])], view, nameOf: (seat: number) => `P${seat}` },
  });
  flushSync();
  const text = document.querySelector('.foot')!.textContent;
  void unmount(scene);
  return text;
}

describe('an enacted policy', () => {
  it('is named in the order of the language, the longest word large', () => {
    const view = {
      rules: { liberal_goal: 5, powers: {} },
      board: { seats: 7, liberal: 1, fascist: 0 },
      rounds: [],
    } as unknown as View;
    const event = { type: 'PolicyEnacted', policy: 'L', by_populace: false, audience: 'everyone' } as AnyEvent;
    const scene = mount(Scene, { target: document.body, props: { event, view, nameOf: String } });
    flushSync();
    const words = [...document.querySelectorAll('.title > *')].map((word) => `${word.localName} ${word.textContent}`);
    expect(words).toEqual(['b liberal', 'small policy', 'i 2 of 5']);
    void unmount(scene);
  });
});

describe('the shot', () => {
  it('says of the dead that it was not Hitler', () =>
    expect(words({ type: 'ProvedNotHitler', seat: 3 })).toContain('not Hitler'));

  it('says nothing where it was Hitler, nor of anybody else', () => {
    expect(words({ type: 'GameEnded', ending: 'hitler-executed' })).not.toContain('Hitler');
    expect(words({ type: 'ProvedNotHitler', seat: 4 })).not.toContain('Hitler');
  });
});
