/** How ballots turn: those of the candidates first, then whatever keeps the vote open longest; the one that decides is held. */

import { ballots as beat } from '../../../src/secret_hitler/wire/rhythm.json';

type Votes = readonly (boolean | null)[];
/** Whose ballot turns when, in milliseconds. */
export type Turn = { seat: number; ja: boolean; at: number; decides: boolean };

const each = (cast: number): number => (cast >= beat.many ? beat.of_many : beat.each);
const cast = (votes: Votes): number => votes.filter((vote) => vote !== null).length;

/** The whole vote, to the end of the stamp. */
export function lasting(votes: Votes): number {
  const end = beat.first + beat.deciding + beat.turn + beat.rest + beat.stamp + beat.hold;
  return each(cast(votes)) * (cast(votes) - 1) + end;
}

/** `needed` is how many ja elect; without it, no ballot is held. */
export function turns(votes: Votes, candidates: number[], needed: number): Turn[] {
  const left = votes.flatMap((ja, seat) => (ja === null ? [] : [{ seat, ja }]));
  const wanted = { true: needed, false: left.length - needed + 1 };
  const pace = each(left.length);
  const order: Turn[] = [];
  let at = beat.first;
  let settled = !needed;
  while (left.length) {
    const next =
      left.find(({ seat }) => candidates.includes(seat)) ??
      left.reduce((one, other) => (wanted[`${other.ja}`] > wanted[`${one.ja}`] ? other : one));
    left.splice(left.indexOf(next), 1);
    const decides = !settled && --wanted[`${next.ja}`] === 0;
    if (decides) at += beat.deciding - pace;
    order.push({ ...next, at, decides });
    at += decides ? beat.turn + beat.rest : settled && needed ? beat.settled : pace;
    settled ||= decides;
  }
  return order;
}

/** How long before it turns everybody looks at the deciding ballot. */
export const HELD = beat.deciding;
