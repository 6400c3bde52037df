/** Who sits around the table of a lobby, from whoever looks on: people, bots, and free chairs. */

import type { LiveTable } from '../live/table.svelte';
import type { Reaction } from '../wire/messages';
import { say } from '../words/speak.svelte';

export type Guest = {
  seat: number;
  name: string;
  me?: boolean;
  free?: boolean;
  bot?: boolean;
  host?: boolean;
  away?: boolean;
  ready?: boolean;
  reaction?: Reaction | undefined;
};

/** From the chair of whoever looks on, or the one that would be theirs. */
export function guestsOf(live: LiveTable, near = live.seat ?? 0): Guest[] {
  const chairs = live.table!.chairs;
  return [...chairs.slice(near), ...chairs.slice(0, near)].map((chair) => {
    const free = !chair.player && !chair.bot;
    const me = chair.seat === live.seat;
    const name = live.nameOf(chair.seat);
    return {
      seat: chair.seat,
      name: free
        ? say('lobby.free')
        : chair.bot
          ? say('lobby.botPlate', { name })
          : me
            ? `${name} (${say('lobby.you')})`
            : name,
      me,
      free,
      bot: chair.bot !== null,
      away: chair.player !== null && !chair.connected && !chair.bot,
      ready: chair.ready && !chair.bot,
      reaction: live.reactions.findLast((one) => one.seat === chair.seat)?.reaction,
    };
  });
}
