/** How long the table looks at what happened before the next thing is shown, in milliseconds. Bots wait as long: rhythm.py reads the same file. */

import rhythm from '../../../src/secret_hitler/wire/rhythm.json';
import type { AnyEvent } from '../live/fold';
import type { Speed } from '../wire/messages';
import { lasting } from './ballots';

const TELLING: Partial<Record<AnyEvent['type'], number>> = rhythm.telling;
/** What takes time, and lies on the table or is said there: nothing waits for it. */
const ASIDE: AnyEvent['type'][] = ['EnvelopesDealt', 'ClaimMade'];
/** What only moves over the table; all else that takes time is a scene of its own. */
const MOVES: AnyEvent['type'][] = ['PresidencyPassed', 'DeckShuffled'];
const CHAOS = 2800;

export function staged(event: AnyEvent): boolean {
  return lingering(event) > 0 && !MOVES.includes(event.type);
}

export function lingering(event: AnyEvent): number {
  if (event.type === 'ElectionHeld') return lasting(event.ballots);
  if (event.type === 'PolicyEnacted' && event.by_populace) return CHAOS;
  return ASIDE.includes(event.type) ? 0 : (TELLING[event.type] ?? 0);
}

/** How much longer everything takes at a speed. */
export const slowness = (speed: Speed): number => rhythm.speeds[speed] / 100;

/** With much to catch up on, the story is told faster, and at last only its outcome. */
export function hastened(time: number, behind: number): number {
  if (behind > 6) return 0;
  return behind > 1 ? time / behind : time;
}
