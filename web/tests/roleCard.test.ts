import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import RoleCard from '../src/game/RoleCard.svelte';
import type { Role, View } from '../src/wire/messages';

const rules = { liberal_goal: 5, fascist_goal: 6, hitler_threshold: 3, powers: { 5: ['execute'], 7: ['peek'] } };

function told(roles: Record<number, Role>, informed: Role[], part = '.knows', seats = 5): string {
  const card = mount(RoleCard, {
    target: document.body,
    props: {
      view: { rules, roles, informed, board: { seats } } as unknown as View,
      seat: 0,
      nameOf: (seat: number) => `P${seat}`,
    },
  });
  flushSync();
  const text = document.querySelector(part)!.textContent;
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
    expect(told({ 0: 'L' }, [])).toBe("You don't know anyone's role.");
    expect(told({ 0: 'F' }, ['H'])).toBe("You don't know anyone's role.");
    expect(told({ 0: 'H' }, [])).toBe("You don't know anyone's role.");
    expect(told({ 0: 'H', 3: 'F' }, ['H'])).toBe('Your team: P3.');
  });
});

describe('the role card says what its owner wants', () => {
  it('and speaks of executions only where one can come', () => {
    expect(told({ 0: 'L' }, [], '.words p', 5)).toContain('execute');
    expect(told({ 0: 'L' }, [], '.words p', 7)).not.toContain('execute');
    expect(told({ 0: 'L' }, [], '.words p', 7)).toContain('5 liberal policies');
  });
});
