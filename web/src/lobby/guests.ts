/** Who sits around the table of a lobby, from whoever looks on: people, bots, and a chair or two for who may still come. */

import type { LiveTable } from '../live/table.svelte';
import type { Reaction } from '../wire/messages';
import { say } from '../words/speak.svelte';

export type Guest = {
  seat: number;
  name: string;
  me?: boolean;
  free?: boolean;
  away?: boolean;
  ready?: boolean;
  reaction?: Reaction | undefined;
};

const FEWEST = 6;

export function guestsOf(live: LiveTable): Guest[] {
  const chairs = live.table!.chairs;
  const taken = chairs.filter((chair) => chair.player || chair.bot);
  const free = chairs.filter((chair) => !chair.player && !chair.bot).slice(0, Math.max(1, FEWEST - taken.length));
  const shown = [...taken, ...free].sort((a, b) => a.seat - b.seat);
  const near = Math.max(
    0,
    shown.findIndex((chair) => chair.seat === live.seat),
  );
  return [...shown.slice(near), ...shown.slice(0, near)].map((chair) => ({
    seat: chair.seat,
    name: free.includes(chair)
      ? say('lobby.free')
      : chair.bot
        ? say('lobby.botPlate', { name: live.nameOf(chair.seat) })
        : live.nameOf(chair.seat),
    me: chair.seat === live.seat,
    free: free.includes(chair),
    away: chair.player !== null && !chair.connected && !chair.bot,
    ready: chair.ready && !chair.bot,
    reaction: live.reactions.findLast((one) => one.seat === chair.seat)?.reaction,
  }));
}
