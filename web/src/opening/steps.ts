/** Which step of the opening is told at a time by the server's clock: all screens of a table agree, whatever their language. */

import type { OpeningTold } from '../wire/messages';

/** Seconds to say a line, in any language. */
export const SAYING = 4;

export function stepAt({ cues, began }: Pick<OpeningTold, 'cues' | 'began'>, now: number): number | null {
  let end = began;
  for (const [place, { pause }] of cues.entries()) {
    end += SAYING + (pause ?? 0);
    if (now < end) return place;
  }
  return null;
}
