import type { Ending } from '../wire/messages';
import { say } from './speak.svelte';

/** How a game ended, where its winners are named already: what the sentence about the end says after its colon. */
export function endingInWords(ending: Ending): string {
  const why = say(`event.GameEnded.${ending}`).replace(/^.*?:\s*/, '');
  return why.charAt(0).toLocaleUpperCase() + why.slice(1);
}
