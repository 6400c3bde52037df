/** Every word on the page comes from a catalogue: a typed key, plural forms by Intl, and the terms of the wording theme. The same in Python: words/speaker.py. */

import en from '../../../src/secret_hitler/words/catalogues/en.json';
import { settings } from '../settings/settings.svelte';
import type { Language } from './languages';

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Catalogue = Record<string, string | Plural>;
/** What vite.config.ts leaves out of the page's catalogues is no key here. */
export type Key = Exclude<keyof typeof en, `${'terminal' | 'companion' | 'print' | 'program' | 'rulebook'}.${string}`>;
export type Params = Record<string, string | number>;

const LOAD = import.meta.glob<Catalogue>(
  ['../../../src/secret_hitler/words/catalogues/*.json', '!../../../src/secret_hitler/words/catalogues/en.json'],
  { import: 'default' },
);

type Spoken = { language: Language; catalogue: Catalogue; plurals: Intl.PluralRules };

/** What one screen alone says in English comes with that screen. */
const english: Catalogue = { ...en };
export function bring(words: Catalogue): void {
  Object.assign(english, words);
  if (current.language === 'en') current = { ...current };
}

let current = $state.raw<Spoken>({ language: 'en', catalogue: english, plurals: new Intl.PluralRules('en') });

/** The table played with ordinary cards sets this: no sentence speaks of envelopes, and whoever has not chosen a wording reads card names. */
export const atTheTable = $state({ frenchDeck: false });

/** While a component is shown, words are those of the cards that its table is played with. */
export function wordsFor(rules: () => { cards?: string } | undefined): void {
  $effect(() => {
    atTheTable.frenchDeck = rules()?.cards === 'french-deck';
    return () => (atTheTable.frenchDeck = false);
  });
}

export async function learnLanguage(language: Language): Promise<void> {
  const catalogue =
    language === 'en' ? english : await LOAD[`../../../src/secret_hitler/words/catalogues/${language}.json`]!();
  current = { language, catalogue, plurals: new Intl.PluralRules(language) };
  document.documentElement.lang = language;
}

export function wording(): 'game' | 'cards' | 'neutral' {
  return settings.wording === 'auto' ? (atTheTable.frenchDeck ? 'cards' : 'game') : settings.wording;
}

/** Whether the catalogue has this message: codes that come from a server may be newer than this page. */
export function known(key: string): key is Key {
  return key in english || key in current.catalogue;
}

/** At a table with ordinary cards, the sentence that speaks of no envelope, where there is one. */
function atHand(key: Key): Key {
  const byHand = `${key}.hands`;
  return atTheTable.frenchDeck && known(byHand) ? byHand : key;
}

export function say(given: Key, params: Params = {}): string {
  const key = atHand(given);
  const text = current.catalogue[key] ?? english[key] ?? key;
  const chosen = typeof text === 'string' ? text : (text[current.plurals.select(Number(params.n ?? 0))] ?? text.other);
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => fill(name, params) ?? whole);
}

function fill(name: string, params: Params): string | undefined {
  const value = params[name];
  return value === undefined ? term(name) : String(value);
}

/** A word of the theme; `{Fascists}` is `{fascists}` at the beginning of a sentence. */
export function term(name: string): string | undefined {
  return inTheme(name, wording());
}

/** The word for what a card stands for, where ordinary cards have names of their own. */
export function meaning(name: string): string {
  return inTheme(name, wording() === 'cards' ? 'game' : wording()) ?? name;
}

function inTheme(name: string, theme: ReturnType<typeof wording>): string | undefined {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const found = themed(lower, theme);
  if (found === undefined || lower === name) return found;
  return found.charAt(0).toLocaleUpperCase(current.language) + found.slice(1);
}

function themed(name: string, theme: ReturnType<typeof wording>): string | undefined {
  const word =
    (theme === 'game' ? undefined : current.catalogue[`${theme}.${name}`]) ?? current.catalogue[`game.${name}`];
  return typeof word === 'string' ? word : undefined;
}

/** "Anna, Ben and Carl" in the reader's language. */
export function list(words: string[]): string {
  const last = words.at(-1);
  if (words.length < 2 || last === undefined) return last ?? '';
  const begun = words.slice(0, -1).reduce((a, b) => say('list.next', { a, b }));
  return say(/^(i|hi(?![ae]))/i.test(last) ? 'list.lastBeforeI' : 'list.last', { a: begun, b: last });
}

export function clock(seconds: number): string {
  return new Intl.DateTimeFormat(current.language, { hour: '2-digit', minute: '2-digit' }).format(seconds * 1000);
}
