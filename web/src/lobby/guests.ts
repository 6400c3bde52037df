/** Who sits around the table of a lobby, from whoever looks on: people, bots, and the chairs of who may still come. */

import type { LiveTable } from '../live/table.svelte';
import type { Reaction } from '../wire/messages';
import { say } from '../words/speak.svelte';

export type Guest = {
  seat: number;
  name: string;
  me?: boolean;
  free?: boolean;
  away?: boolean;
  bot?: boolean;
  ready?: boolean;
  reaction?: Reaction | undefined;
};

/** A phone has room for so many; where more sit, there are more. */
const FEWEST = 7;

/** Whose chair is `near` sits at the near edge. */
export function guestsOf(live: LiveTable, fewest = FEWEST, near = live.seat): Guest[] {
  const chairs = live.table!.chairs;
  const taken = chairs.filter((chair) => chair.player || chair.bot);
  const free = chairs.filter((chair) => !chair.player && !chair.bot).slice(0, Math.max(1, fewest - taken.length));
  const shown = [...taken, ...free].sort((a, b) => a.seat - b.seat);
  const first = Math.max(
    0,
    shown.findIndex((chair) => chair.seat === near),
  );
  return [...shown.slice(first), ...shown.slice(0, first)].map((chair) => ({
    seat: chair.seat,
    name: free.includes(chair)
      ? say('lobby.free')
      : chair.bot
        ? say('lobby.botPlate', { name: live.nameOf(chair.seat) })
        : chair.seat === live.seat
          ? `${live.nameOf(chair.seat)} (${say('lobby.you')})`
          : live.nameOf(chair.seat),
    me: chair.seat === live.seat,
    free: free.includes(chair),
    away: chair.player !== null && !chair.connected && !chair.bot,
    bot: chair.bot !== null,
    ready: chair.ready && !chair.bot,
    reaction: live.reactions.findLast((one) => one.seat === chair.seat)?.reaction,
  }));
}
