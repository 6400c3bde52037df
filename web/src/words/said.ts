/** What a bot said, in the listener's language. Params that name a seat become the name that sits there. */

import type { Said, Sentence } from '../wire/messages';
import { known, say, term, type Params } from './speak.svelte';

const SEATS = ['suspect', 'actor', 'other'];
const TILES = ['first', 'second'];

export function saidInWords(said: Said, nameOf: (seat: number) => string): string {
  if (!said.sentence) return said.text;
  const { code, params } = said.sentence;
  const [key, because] = [`bot.${code}`, `bot.because.${params.reason}`];
  if (!known(key)) return said.text;
  const words = named(params, nameOf);
  if (params.reason === undefined) return say(key, words);
  return known(because) ? say(key, { ...words, reason: say(because, words) }) : said.text;
}

function named(params: Sentence['params'], nameOf: (seat: number) => string): Params {
  const words = Object.entries(params).map(([key, value]) => {
    if (SEATS.includes(key)) return [key, nameOf(Number(value))];
    if (TILES.includes(key)) return [key, value === 'nothing' ? say('bot.nothing') : [...String(value)].join(' ')];
    if (key === 'policy') return [key, term(`${value}Tile`) ?? value];
    return [key, value];
  });
  return Object.fromEntries(words) as Params;
}
