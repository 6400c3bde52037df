/** The letter that a party or a role carries besides its colour and form; school words have letters of their own. */

import type { Role } from '../wire/messages';
import { say, wording } from './speak.svelte';

export function letter(role: Role): string {
  return say(wording() === 'neutral' ? `neutral.letter.${role}` : `letter.${role}`);
}
