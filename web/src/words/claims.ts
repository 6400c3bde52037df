/** Claims in words. */

import type { About, ClaimMade, Round } from '../wire/messages';
import { say, type Key } from './speak.svelte';

export type Claim = ClaimMade['claim'];

export function aboutOf(claim: Claim): About {
  return claim.type === 'ClaimParty' ? 'party' : claim.about;
}

export function claimInWords(claim: Claim, round: Round | undefined, nameOf: (seat: number) => string): string {
  const about = aboutOf(claim);
  const name = round?.target === null || round?.target === undefined ? '?' : nameOf(round.target);
  if (claim.type === 'ClaimParty') return claim.party ? say(`claim.party.${claim.party}`, { name }) : say('claim.refused.party', { name });
  if (claim.tiles === null) return say(`claim.refused.${about}` as Key);
  return say(`claim.${about}` as Key, { tiles: claim.tiles.join(' ') });
}
