import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import Scene from '../src/game/Scene.svelte';
import type { View } from '../src/wire/messages';

const shot = { type: 'PlayerExecuted', president: 0, seat: 3, audience: 'everyone' } as AnyEvent;

const told = (scene: AnyEvent, ...after: AnyEvent[]) => ({
  scene,
  said: null,
  story: [scene, ...after],
  skip: () => undefined,
});

function words(...after: object[]): string {
  const view = { rules: {}, board: { seats: 7 }, rounds: [] } as unknown as View;
  const scene = mount(Scene, {
    target: document.body,
    props: { told: told(shot, ...(after as AnyEvent[])), view, nameOf: (seat: number) => `P${seat}` },
  });
  flushSync();
  const text = document.querySelector('.stage-foot')!.textContent;
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
    const scene = mount(Scene, { target: document.body, props: { told: told(event), view, nameOf: String } });
    flushSync();
    const words = [...document.querySelectorAll('.title > *')].map((word) => `${word.localName} ${word.textContent}`);
    expect(words).toEqual(['b liberal', 'small policy', 'i 2 of 5']);
    void unmount(scene);
  });
});

describe('the shot', () => {
  it('says of the dead that it was not Hitler', () =>
    expect(words({ type: 'ProvedNotHitler', seat: 3 })).toContain('Not Hitler'));

  it('says nothing where it was Hitler, nor of anybody else', () => {
    expect(words({ type: 'GameEnded', ending: 'hitler-executed' })).not.toContain('Hitler');
    expect(words({ type: 'ProvedNotHitler', seat: 4 })).not.toContain('Hitler');
  });
});

describe('the vote', () => {
  it('says no total before its ballots turn, and all of it after a tap', () => {
    const event = {
      type: 'ElectionHeld',
      president: 1,
      chancellor: 2,
      elected: true,
      ballots: [true, true, true, false, true],
      audience: 'everyone',
    } as AnyEvent;
    const params = { ja: 4, nein: 1, needed: 3, president: 1, chancellor: 2 };
    const said = { key: 'event.ElectionHeld.elected', params };
    const view = { onlooker: 0, rules: {}, board: { seats: 5 }, rounds: [] } as unknown as View;
    const props = { told: { ...told(event), said }, view, nameOf: (seat: number) => `P${seat}` };
    const scene = mount(Scene, { target: document.body, props });
    flushSync();
    const stage = document.querySelector<HTMLElement>('[data-scene]')!;
    expect(stage.textContent).toContain('0 Ja');
    expect(stage.textContent).not.toMatch(/4|Elected/);
    stage.click();
    flushSync();
    expect(stage.textContent).toContain('4 Ja');
    expect(stage.querySelector('.stamp')!.textContent).toBe('Elected');
    void unmount(scene);
  });
});
