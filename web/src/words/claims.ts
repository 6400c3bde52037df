/** A claim, and what it speaks of. */

import type { About, ClaimMade, Round } from '../wire/messages';

export type Claim = ClaimMade['claim'];

export function aboutOf(claim: Claim): About {
  return claim.type === 'ClaimParty' ? 'party' : claim.about;
}

/** Who was shown a party, and whose. */
export function partyShown(round: Round): { witness: number | null; of: number | null } {
  const own = round.power === 'show-party';
  return own ? { witness: round.target, of: round.president } : { witness: round.president, of: round.target };
}
