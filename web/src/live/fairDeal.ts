/** Keeps what the server announced before a deal, and compares it with the record of the game. docs/protocol.md describes it. */

import type { Ruleset, TableState, View } from '../wire/messages';
import { bytesOf, hash } from './sha256';

export type DealCheck = 'kept' | 'broken' | 'unchecked';
/** `Promise` in client/fair_deal.py says what the fields mean. */
export type Promised = { game: number; announcement: string; secret: string; answered: number; renewed: boolean };
type Action = { type: string; roles?: string[]; deck?: string[]; president?: number; policy?: string };
/** As much of a record as its chance. */
export type Written = {
  rules: Ruleset;
  seats: number;
  moves: [number, Action][];
  commitment: string;
  seed: string;
  server_secret: string;
  contributions: { seat: number; commitment: string; secret: string; announcement?: string }[];
};

const placeOf = (code: string, player: string) => `deal ${code} ${player}`;
/** Where a browser keeps nothing, as long as the page is open. */
const here = new Map<string, string>();
export function keptAt(code: string, player: string): Promised | null {
  const place = placeOf(code, player);
  try {
    return JSON.parse(here.get(place) ?? sessionStorage.getItem(place) ?? 'null') as Promised | null;
  } catch {
    return null;
  }
}
export function keep(code: string, player: string, promised: Promised | null): void {
  here.set(placeOf(code, player), JSON.stringify(promised));
  try {
    sessionStorage.setItem(placeOf(code, player), JSON.stringify(promised));
  } catch {
    return;
  }
}

export const commitmentTo = (secret: string) => hash('secret-hitler contribution 1:', bytesOf(secret));
const announcementOf = (server: string, seats: number, players: (readonly [number, string])[]) =>
  hash(
    'secret-hitler announcement 1:',
    bytesOf(server),
    [seats],
    ...players.map(([seat, each]) => [seat, ...bytesOf(each)]),
  );

/** What the table promises now, or else what it promised before; `came` after a new connection. */
export function promisedAt(table: TableState, kept: Promised | null, came: boolean): Promised | null {
  const { commitment, commitments = [], withheld = [], chairs, stage, dealing } = table;
  const named = chairs.filter((chair) => chair.player && withheld.includes(chair.name ?? '')).length;
  const players = commitments.flatMap((each, seat) => (each ? [[seat, each] as const] : []));
  // The deal that I revealed for is off: the server named a player for it, or did so while I was away.
  const calledOff =
    stage === 'playing'
      ? came && kept?.game === table.game && !commitments.includes(commitmentTo(kept?.secret ?? ''))
      : dealing && !players.length && named >= (kept?.answered ?? 0);
  if (kept?.secret && calledOff) return { ...kept, announcement: '', secret: '' };
  if (stage === 'playing' || !dealing || !commitment || !players.length) return kept;
  const announcement = announcementOf(commitment, commitments.length, players);
  const game = (table.game ?? 0) + 1;
  if (kept?.game !== game) return { game, announcement, secret: '', answered: 0, renewed: false };
  if (kept.announcement === announcement) return kept;
  return { ...kept, announcement, secret: '', renewed: kept.renewed || named < kept.answered };
}

/** `view` is what I saw of the game, unless the page has come anew since. */
export function checkDeal(promised: Promised, record: Written, seat: number, view: View | null): DealCheck {
  if (!promised.announcement && !promised.renewed) return 'unchecked';
  const { commitment, contributions, server_secret: server } = record;
  const players = contributions.map((each) => [each.seat, each.commitment] as const);
  const added = contributions.map((each) => [each.seat, ...bytesOf(each.secret)]);
  const fits =
    !promised.renewed &&
    announcementOf(commitment, record.seats, players) === promised.announcement &&
    contributions.every((each) => !each.announcement || each.announcement === promised.announcement) &&
    contributions.every((each) => commitmentTo(each.secret) === each.commitment) &&
    (!promised.secret || contributions.some((each) => each.seat === seat && each.secret === promised.secret)) &&
    hash('secret-hitler commitment 1:', bytesOf(server)) === commitment &&
    hash('secret-hitler seed 2:', bytesOf(server), ...added) === record.seed &&
    drawn(record, view?.rules ?? record.rules) &&
    (!view || seen(record, view));
  return !fits ? 'broken' : promised.secret ? 'kept' : 'unchecked';
}

/** Whether every deal, shuffle and lot is the one that the seed gives. */
function drawn({ seed, seats, moves }: Written, rules: Ruleset): boolean {
  let [bits, block] = ['', 0];
  const below = (n: number): number => {
    const size = n > 1 ? (n - 1).toString(2).length : 0;
    for (; bits.length < size; block++) {
      const digest = bytesOf(hash('secret-hitler lots 1:', bytesOf(seed), [0, 0, 0, 0, 0, 0, block >> 8, block & 255]));
      bits += digest.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    }
    const number = parseInt(bits.slice(0, size) || '0', 2);
    bits = bits.slice(size);
    return number < n ? number : below(n);
  };
  const shuffled = (cards: string) => {
    const order = [...cards];
    for (let last = order.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order.join('');
  };
  const fascists = rules.fascists[seats]!;
  const roles = `${'F'.repeat(fascists)}H${'L'.repeat(seats - fascists - 1)}`;
  let cards = 'F'.repeat(rules.fascist_tiles) + 'L'.repeat(rules.liberal_tiles);
  return moves.every(([by, action], place) => {
    if (by !== -1) return true;
    if (action.type === 'Deal') return action.roles!.join('') === shuffled(roles);
    if (action.type === 'Appoint') return action.president === below(seats);
    if (place > 1) cards = sorted(action.deck!);
    return action.deck!.join('') === shuffled(cards);
  });
}

/** Whether I saw the roles of the record, and in each session a hand from the top of its pile. */
function seen({ moves }: Written, { rules, roles = {}, rounds = [] }: View): boolean {
  let [pile, taken, round, sessions] = [[] as string[], 0, -1, 0];
  const fits = moves.every(([, { type, roles: dealt, deck, policy }]) => {
    if (type === 'Deal') return dealt!.every((role, seat) => (roles[seat] ?? role) === role);
    if (type === 'Nominate') round++;
    // What was enacted since the shuffle left the pile one by one, and each session took the rest of its hand besides.
    if (deck) [pile, taken] = [deck, deck.length - rules.fascist_tiles - rules.liberal_tiles];
    const now = rounds[round];
    if (type !== 'Discard' || !now) return type !== 'Discard';
    const top = taken + now.liberal_before + now.fascist_before;
    const hand = sorted(pile.slice(top, top + rules.draw));
    taken += rules.draw - (now.vetoed ? 0 : 1);
    const enacted = now.by_populace ? null : now.enacted;
    if (enacted) sessions++;
    return (
      sorted(now.president_hand ?? hand) === hand &&
      sorted([policy!, ...(now.chancellor_hand ?? hand.replace(policy!, ''))]) === hand &&
      (!enacted || hand.replace(policy!, '').includes(enacted))
    );
  });
  return fits && sessions === rounds.filter((each) => each.enacted && !each.by_populace).length;
}

const sorted = (cards: Iterable<string>) => [...cards].sort().join('');
