/** How long the table looks at what happened before the next thing is shown, in milliseconds. */

import type { AnyEvent } from '../live/fold';

/** What is shown large, as a scene of its own. */
const SCENES: Partial<Record<AnyEvent['type'], number>> = {
  ChancellorNominated: 1100,
  ElectionHeld: 3000,
  VetoRequested: 1500,
  VetoRefused: 1500,
  AgendaVetoed: 1900,
  PolicyEnacted: 2000,
  PowerGranted: 1500,
  LoyaltyInvestigated: 1700,
  SpecialElectionCalled: 1700,
  DeckPeeked: 1500,
  PlayerExecuted: 2900,
  GameEnded: 2600,
};

/** What only moves over the table; the next thing begins before it has quite arrived. */
const MOVES: Partial<Record<AnyEvent['type'], number>> = {
  PresidencyPassed: 180,
  PoliciesDrawn: 260,
  PolicyDiscarded: 160,
  HandPassed: 260,
  DeckShuffled: 200,
};

export function staged(event: AnyEvent): boolean {
  return event.type in SCENES;
}

export function lingering(event: AnyEvent): number {
  if (event.type === 'PolicyEnacted' && event.by_populace) return 2800;
  return SCENES[event.type] ?? MOVES[event.type] ?? 0;
}

/** With much to catch up on, the story is told faster, and at last only its outcome. */
export function hastened(time: number, behind: number): number {
  if (behind > 6) return 0;
  return behind > 1 ? time / behind : time;
}
