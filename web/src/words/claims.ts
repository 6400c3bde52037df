/** Claims in words, and the things one could claim. */

import type { About, ClaimMade, Policy, Round, View } from '../wire/messages';
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

/** What this seat saw, may speak of, and has not yet spoken of; the latest first. */
export function unspoken(view: View, seat: number): { about: About; round: Round }[] {
  return view.sights
    .map((sight) => ({ about: sight.about, round: view.rounds.find((round) => round.number === sight.round)! }))
    .filter(({ about, round }) => round && !round.claims.some((claimed) => claimed.seat === seat && aboutOf(claimed.claim) === about))
    .reverse();
}

/** Every way to tell a hand; a peek is told in order, a hand fascist first. */
export function tellings(about: About, round: Round): Policy[][] {
  const seen = about === 'president-hand' ? round.president_hand : about === 'chancellor-hand' ? round.chancellor_hand : round.peek;
  const size = seen?.length ?? 0;
  if (about === 'peek') return orders(size);
  return Array.from({ length: size + 1 }, (_, liberal) => [...Array<Policy>(size - liberal).fill('F'), ...Array<Policy>(liberal).fill('L')]);
}

function orders(size: number): Policy[][] {
  if (size === 0) return [[]];
  return orders(size - 1).flatMap((rest) => [['F', ...rest] as Policy[], ['L', ...rest] as Policy[]]);
}
