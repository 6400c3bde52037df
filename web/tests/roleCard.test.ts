import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import RoleCard from '../src/table/RoleCard.svelte';
import { Narrator } from '../src/stage/narrator.svelte';
import type { Role, View } from '../src/wire/messages';

const rules = { liberal_goal: 5, fascist_goal: 6, hitler_threshold: 3 };

function told(roles: Record<number, Role>, informed: Role[]): string {
  const card = mount(RoleCard, { target: document.body, props: { view: { rules, roles, informed } as unknown as View, seat: 0, nameOf: (seat: number) => `P${seat}` } });
  flushSync();
  const text = document.querySelector('.knows')!.textContent;
  void unmount(card);
  return text;
}

describe('the role card says who knows whom', () => {
  it('where all of the party know each other', () => {
    expect(told({ 0: 'L' }, ['F', 'H'])).toContain('know each other');
    expect(told({ 0: 'F', 3: 'H' }, ['F', 'H'])).toContain('knows you too');
    expect(told({ 0: 'H', 3: 'F' }, ['F', 'H'])).toContain('They know you too');
  });

  it('where Hitler knows nobody', () => {
    expect(told({ 0: 'F', 3: 'H', 4: 'F' }, ['F'])).toContain('P4');
    expect(told({ 0: 'H' }, ['F'])).toContain('They know you');
  });

  it('where the fascists know nobody', () => {
    expect(told({ 0: 'L' }, [])).toBe('You know nobody.');
    expect(told({ 0: 'F' }, ['H'])).toBe('You know nobody.');
    expect(told({ 0: 'H' }, [])).toBe('You know nobody.');
    expect(told({ 0: 'H', 3: 'F' }, ['H'])).toBe('Your side: P3.');
  });
});

describe('the narrator of the big screen', () => {
  it('says who sees whom in the envelopes only where somebody learns something', () => {
    const narrator = new Narrator();
    const told: string[][] = [];
    narrator.recite = async (cues) => void told.push(cues.map(({ line }) => line));
    narrator.open({ informed: [] } as unknown as View);
    narrator.open({ informed: ['H'] } as unknown as View);
    expect(told.map((lines) => lines.length)).toEqual([2, 3]);
    expect(told[0]).toEqual([told[1]![0], told[1]![2]]);
  });
});
