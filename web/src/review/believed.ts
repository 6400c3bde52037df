/** What could be believed after a round of a finished game, by everybody or by one seat. */

import type { Believed, SeatKnowledge } from '../wire/messages';

export type BelievedThen = {
  line: Believed;
  chances: number[];
  /** In hundredths, since the round before. */ moved: number[];
};

/** Rounds count from 1 on the page; the belief is the one after the last round that is over. */
export function believedAt(lines: Believed[], round: number, knowledge?: SeatKnowledge): BelievedThen | null {
  const at = lines.findLastIndex((one) => one.round + 1 < Math.max(2, round));
  const line = lines[at];
  if (!line) return null;
  const beliefs = knowledge?.fascist ?? lines.map((one) => one.fascist);
  const chances = beliefs[Math.min(at, beliefs.length - 1)] ?? [];
  const before = at > 0 ? beliefs[at - 1] : undefined;
  return {
    line,
    chances,
    moved: chances.map((chance, seat) => (before ? Math.round(100 * (chance - before[seat]!)) : 0)),
  };
}
