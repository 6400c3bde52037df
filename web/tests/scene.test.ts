import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import Scene from '../src/table/Scene.svelte';
import type { View } from '../src/wire/messages';

const shot = { type: 'PlayerExecuted', president: 0, seat: 3, audience: 'everyone' } as AnyEvent;

function words(...after: object[]): string {
  const view = { rules: {}, board: { seats: 7 }, rounds: [] } as unknown as View;
  const scene = mount(Scene, { target: document.body, props: { event: shot, story: [shot, ...(after as AnyEvent[])], view, nameOf: (seat: number) => `P${seat}` } });
  flushSync();
  const text = document.querySelector('.foot')!.textContent;
  void unmount(scene);
  return text;
}

describe('the shot', () => {
  it('says of the dead that it was not Hitler', () => expect(words({ type: 'ProvedNotHitler', seat: 3 })).toContain('not Hitler'));

  it('says nothing where it was Hitler, nor of anybody else', () => {
    expect(words({ type: 'GameEnded', ending: 'hitler-executed' })).not.toContain('Hitler');
    expect(words({ type: 'ProvedNotHitler', seat: 4 })).not.toContain('Hitler');
  });
});
