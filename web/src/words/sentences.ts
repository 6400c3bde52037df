/** Which sentence an event, a claim or a remark of a bot becomes: sentences.json says it, and words/sentences.py reads it in the same way. */

import table from '../../../src/secret_hitler/words/sentences.json';
import type { AnyEvent } from '../live/fold';
import type { Because, Round, Said, View } from '../wire/messages';
import { aboutOf, type Claim } from './claims';
import { bring, known, say, term, type Key, type Params } from './speak.svelte';

export type NameOf = (seat: number) => string;
type Facts = Record<string, unknown>;
type Voice = 'table' | 'paper';

const VARIES: Record<string, string[]> = table.varies;
const COUNTS: Record<string, string> = table.counts;

/** What happened, in one sentence; nothing when it is no news. */
export function eventInWords(event: AnyEvent, view: View, nameOf: NameOf, voice: Voice = 'table'): string | null {
  const { prefixes, silent }: { prefixes: string[]; silent: string[] } = table.voices[voice];
  const facts = factsOf(event, view, nameOf);
  for (const prefix of prefixes) {
    const key = keyOf(`${prefix}.${event.type}`, VARIES[event.type] ?? [], facts);
    if (key) return silent.includes(key) ? null : say(key, paramsOf(facts, nameOf));
  }
  return null;
}

/** What is claimed, without who says it. */
export function claimInWords(claim: Claim, round: Round | undefined, nameOf: NameOf): string {
  const facts = claimed(claim, round);
  return say(keyOf('claim', VARIES.ClaimMade!, facts)!, paramsOf(facts, nameOf));
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

/** A sentence of the catalogue that speaks of people by their seats; a review gives the reasons of bots too. */
export function becauseInWords(because: Because, nameOf: NameOf): string {
  if (known(because.key)) return say(because.key, paramsOf(because.params, nameOf));
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

/** The fields of the event, and what has to be counted or looked up for its sentence. */
function factsOf(event: AnyEvent, view: View, nameOf: NameOf): Facts {
  const facts: Facts = { ...event, draw: view.rules.draw };
  switch (event.type) {
    case 'DeckShuffled':
      facts.again = event.tiles < view.rules.liberal_tiles + view.rules.fascist_tiles;
      break;
    case 'TrackerMoved':
      facts.raised = event.tracker > 0;
      break;
    case 'ElectionHeld':
      facts.ja = event.ballots.filter((ballot) => ballot === true).length;
      facts.nein = event.ballots.filter((ballot) => ballot === false).length;
      facts.uncounted = facts.ja === 0 && facts.nein === 0;
      break;
    case 'PresidencyPassed':
      facts.round = view.rounds.findLast((round) => round.president === event.president)?.number ?? view.board.round;
      break;
    case 'VetoRefused':
      facts.chancellor = view.rounds.findLast((round) => round.veto_asked)?.chancellor;
      break;
    case 'RolesRevealed':
      facts.roles = event.roles.map((role, seat) => `${nameOf(seat)} ${say(`role.${role}`)}`).join(', ');
      break;
    case 'ClaimMade':
      Object.assign(
        facts,
        claimed(
          event.claim,
          view.rounds.find((round) => round.number === event.claim.round),
        ),
      );
      break;
  }
  const count = COUNTS[event.type];
  return count ? { ...facts, n: facts[count] } : facts;
}

function claimed(claim: Claim, round: Round | undefined): Facts {
  const said = claim.type === 'ClaimParty' ? claim.party : claim.tiles;
  return { ...claim, about: aboutOf(claim), target: round?.target, refused: said === null };
}

function paramsOf(facts: Facts, nameOf: NameOf): Params {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, paramOf(name, value, nameOf)]),
  ) as Params;
}

function paramOf(name: string, value: unknown, nameOf: NameOf): unknown {
  if (table.seats.includes(name)) return typeof value === 'number' ? nameOf(value) : '?';
  if (table.tiles.includes(name) && typeof value !== 'number')
    return value === 'nothing' ? say('bot.nothing') : [...((value ?? '') as string)].join(' ');
  if (table.named.includes(name) && typeof value === 'string') return say(`${name}.${value}` as Key);
  return name === 'policy' ? (term(`${value}Tile`) ?? value) : value;
}
