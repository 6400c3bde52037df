/** What the table shows of a view while the page still tells how it came about. */

import type { AnyEvent } from '../live/fold';
import type { View } from '../wire/messages';

/** Open ballots lie before the seats while they are counted, and as long as the government they elected is in session. */
export function ballotsOf(view: View, scene: AnyEvent | null): (boolean | null)[] | null {
  if (scene?.type === 'ElectionHeld') return scene.ballots;
  const last = view.rounds.at(-1);
  const session = view.board.phase.endsWith('session') || view.board.phase.startsWith('veto');
  const same = last?.president === view.board.president && last?.chancellor === view.board.chancellor;
  return session && same ? (last?.ballots ?? null) : null;
}

/** How many tiles the government holds: those that are neither enacted nor in a pile. */
export const tilesInHands = ({ board, liberal_tiles_left, fascist_tiles_left }: View): number =>
  liberal_tiles_left + fascist_tiles_left - board.draw_pile - board.discards;

export type Government = { president: number | null; chancellor: number | null; elected: boolean };

/** Who governs, or stands for it. An election that is just being told has already decided. */
export function governmentOf(view: View, scene: AnyEvent | null): Government {
  if (scene?.type === 'ElectionHeld')
    return { president: scene.president, chancellor: scene.chancellor, elected: scene.elected };
  const { president, chancellor, phase } = view.board;
  return { president, chancellor, elected: !['nomination', 'election'].includes(phase) };
}

/** A term limit is news for the next nomination: not for who governs now, and not after the end. */
export function termLimited(view: View, seat: number): boolean {
  const { phase, president, chancellor } = view.board;
  return phase !== 'over' && view.term_limited.includes(seat) && seat !== president && seat !== chancellor;
}

/** How cold the light is: percent of the way to the cold room, and beyond it to frost. */
export function temperature({ board, rules, hitler_can_win }: View): { mix: number; frost: number } {
  const { fascist, liberal } = board;
  if (!hitler_can_win) return { mix: Math.max(0, fascist * 16 - liberal * 6), frost: 0 };
  return { mix: 100, frost: Math.max(0, (fascist - rules.hitler_threshold) * 42 - liberal * 6) };
}
