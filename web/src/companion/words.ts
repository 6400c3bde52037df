/** Entries and what came of them, as the group reads them. */

import type { Filled } from '../wire/messages';
import { say, type Key } from '../words/speak.svelte';
import type { Entry } from './sheet.svelte';

type NameOf = (seat: number | null | undefined) => string;

/** What a button says that makes this entry. */
export function choiceInWords(entry: Entry, nameOf: NameOf): string {
  switch (entry.type) {
    case 'Began':
      return nameOf(entry.president);
    case 'Nominated':
      return nameOf(entry.chancellor);
    case 'Targeted':
      return nameOf(entry.seat);
    case 'Voted':
      return say(entry.elected ? 'paper.elected' : 'paper.rejected');
    case 'Unmasked':
      return say(entry.hitler ? 'role.H' : 'paper.notHitler');
    case 'Enacted':
      return say(`tile.${entry.policy}`);
    case 'VetoAsked':
      return say('paper.vetoAsked');
    case 'VetoAnswered':
      return say(entry.agreed ? 'paper.vetoAgreed' : 'paper.vetoRefused');
    case 'Vetoed':
      return say('paper.vetoed');
    case 'Told':
      return say('paper.entry.Told', { name: nameOf(entry.seat) });
    case 'Opened':
      return say('paper.entry.Opened');
  }
}

/** The entry by itself, where no question stands above it. */
export function entryInWords(entry: Entry, nameOf: NameOf): string {
  if (entry.type === 'Began' || entry.type === 'Nominated' || entry.type === 'Targeted')
    return say(`paper.entry.${entry.type}`, { name: choiceInWords(entry, nameOf) });
  return choiceInWords(entry, nameOf);
}

export function questionInWords(filled: Filled, nameOf: NameOf): string {
  const board = filled.view.board;
  return say(`paper.due.${filled.due === 'power' ? board.phase : filled.due}` as Key, {
    president: nameOf(board.president),
    chancellor: nameOf(board.chancellor),
    name: nameOf(filled.suspect),
    n: filled.rules.draw,
  });
}
