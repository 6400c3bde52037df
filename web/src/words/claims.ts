/** A claim, and what it speaks of. */

import type { About, ClaimMade } from '../wire/messages';

export type Claim = ClaimMade['claim'];

export function aboutOf(claim: Claim): About {
  return claim.type === 'ClaimParty' ? 'party' : claim.about;
}
