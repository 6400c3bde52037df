/** Every moment that fills the screen has a sound of its own kind, and a policy, a shot and an end do not sound alike. */

import { describe, expect, it } from 'vitest';
import type { AnyEvent } from '../src/live/fold';
import { cue } from '../src/sound/score';
import { staged } from '../src/stage/pace';

const event = (type: string, more: object = {}) => ({ type, ...more }) as unknown as AnyEvent;

describe('the score', () => {
  const moments = [
    'PolicyEnacted',
    'PowerGranted',
    'LoyaltyInvestigated',
    'SpecialElectionCalled',
    'DeckPeeked',
    'PlayerExecuted',
    'AgendaVetoed',
  ];
  it.each(moments)('has a cue for %s', (type) => {
    expect(staged(event(type))).toBe(true);
    expect(cue(event(type))).toBeDefined();
  });

  it('tells a policy, chaos, a shot and the ends apart', () => {
    const heard = [
      cue(event('PolicyEnacted', { by_populace: false })),
      cue(event('PolicyEnacted', { by_populace: true })),
      cue(event('PlayerExecuted')),
      cue(event('GameEnded', { ending: 'liberal_policies' })),
      cue(event('GameEnded', { ending: 'fascist_policies' })),
      cue(event('GameEnded', { ending: 'hitler_elected' })),
    ];
    expect(new Set(heard).size).toBe(heard.length);
  });
});
