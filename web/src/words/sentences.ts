/** Fills in the sentences that the server chose; which words a claim in a View becomes, sentences.json says to both. */

import table from '../../../src/secret_hitler/words/sentences.json';
import type { Because, Round, Said } from '../wire/messages';
import { aboutOf, partyShown, type Claim } from './claims';
import { bring, known, say, term, type Key, type Params } from './speak.svelte';

export type NameOf = (seat: number) => string;
type Facts = Record<string, unknown>;

/** What is claimed, without who says it. */
export function claimInWords(claim: Claim, round: Round | undefined, nameOf: NameOf): string {
  const facts = claimed(claim, round);
  return say(keyOf('claim', table.varies.ClaimMade, facts)!, paramsOf(facts, nameOf));
}

/** What was said, in the listener's language where a bot said it. */
export function saidInWords(said: Said, nameOf: NameOf): string {
  if (!said.sentence) return said.text;
  const { code, params } = said.sentence;
  const [key, because] = [`bot.${code}`, `bot.because.${params.reason}`];
  if (!known(key)) {
    bringBots();
    return said.text;
  }
  const words = paramsOf(params, nameOf);
  if (params.reason === undefined) return say(key, words);
  return known(because) ? say(key, { ...words, reason: say(because, words) }) : said.text;
}

/** The first one to speak fetches what bots say in English; until that is there, and if it is newer than this page, the table reads what was sent along. */
let fetched: Promise<void> | null = null;
const bringBots = (): void => void (fetched ??= import('catalogue:bots').then((bots) => bring(bots.default)));

/** A sentence that the server chose, filled in for this reader: what happened, or what a review says. */
export function inWords({ key, params }: Because, nameOf: NameOf): string {
  if (known(key)) return say(key, paramsOf(params, nameOf));
  bringBots();
  return '';
}

/** The longest key there is; what a later field says is left out first. */
function keyOf(stem: string, varies: string[], facts: Facts): Key | null {
  const parts = [stem];
  for (const field of varies) {
    const value = facts[field];
    if (value !== undefined && value !== null && value !== false) parts.push(value === true ? field : String(value));
  }
  while (parts.length > 1 && !known(parts.join('.'))) parts.pop();
  const key = parts.join('.');
  return known(key) ? key : null;
}

function claimed(claim: Claim, round: Round | undefined): Facts {
  const said = claim.type === 'ClaimParty' ? claim.party : claim.tiles;
  return { ...claim, about: aboutOf(claim), target: round && partyShown(round).of, refused: said === null };
}

function paramsOf(facts: Facts, nameOf: NameOf): Params {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, paramOf(name, value, nameOf)]),
  ) as Params;
}

function paramOf(name: string, value: unknown, nameOf: NameOf): unknown {
  if (name === 'roles')
    return [...String(value)].map((role, seat) => `${nameOf(seat)} ${say(`role.${role}` as Key)}`).join(', ');
  if (table.seats.includes(name)) return typeof value === 'number' ? nameOf(value) : '?';
  if (table.tiles.includes(name) && typeof value !== 'number')
    return value === 'nothing' ? say('bot.nothing') : [...((value ?? '') as string)].join(' ');
  if (table.named.includes(name) && typeof value === 'string') return say(`${name}.${value}` as Key);
  return name === 'policy' ? (term(`${value}Tile`) ?? value) : value;
}
