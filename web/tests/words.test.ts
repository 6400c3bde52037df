import { describe, expect, it } from 'vitest';
import de from '../src/words/catalogues/de.json';
import en from '../src/words/catalogues/en.json';
import es from '../src/words/catalogues/es.json';
import fr from '../src/words/catalogues/fr.json';
import ru from '../src/words/catalogues/ru.json';
import tr from '../src/words/catalogues/tr.json';
import { BAR_TEXTS, DENIAL_TEXTS } from '../src/wire/messages';
import { preferredLanguage } from '../src/words/languages';
import type { Catalogue } from '../src/words/speak.svelte';

const THEMES = ['game', 'cards', 'neutral'];
const catalogues: Record<string, Catalogue> = { de, en, es, fr, ru, tr } as Record<string, Catalogue>;
const isTerm = (key: string) => THEMES.includes(key.split('.')[0]!);
const terms = (catalogue: Catalogue) => new Set(Object.keys(catalogue).filter((key) => key.startsWith('game.')).map((key) => key.slice(5)));
const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function blanks(catalogue: Catalogue, key: string): string[] {
  const text = catalogue[key]!;
  const forms = typeof text === 'string' ? text : Object.values(text).join(' ');
  const known = terms(catalogue);
  return [...new Set([...forms.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).filter((name) => !known.has(lower(name))))].sort();
}

describe.each(Object.keys(catalogues))('the catalogue %s', (language) => {
  const catalogue = catalogues[language]!;

  it('has every message and no other', () => {
    const messages = (one: Catalogue) => Object.keys(one).filter((key) => !isTerm(key)).sort();
    expect(messages(catalogue)).toEqual(messages(catalogues.en!));
  });

  it('leaves the same blanks to fill', () => {
    for (const key of Object.keys(catalogue).filter((key) => !isTerm(key))) {
      expect([key, blanks(catalogue, key)]).toEqual([key, blanks(catalogues.en!, key)]);
    }
  });

  it('has every term in every wording theme', () => {
    for (const theme of THEMES.slice(1)) {
      for (const name of terms(catalogue)) if (name !== 'title') expect(catalogue).toHaveProperty([`${theme}.${name}`]);
    }
  });

  it('has the plural forms of its language', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many' || language === 'ru');
    for (const [key, text] of Object.entries(catalogue)) {
      if (typeof text === 'object') expect([key, Object.keys(text).sort()]).toEqual([key, [...needed].sort()]);
    }
  });

  it('gives a reason for everything that may be refused', () => {
    for (const denial of Object.keys(DENIAL_TEXTS)) expect(catalogue).toHaveProperty([`refused.${denial}`]);
    for (const bar of Object.keys(BAR_TEXTS)) expect(catalogue).toHaveProperty([`bar.${bar}`]);
  });
});

describe('the preferred language', () => {
  it('is the first one we speak', () => expect(preferredLanguage(['pl-PL', 'de-AT', 'en'])).toBe('de'));
  it('is English when we speak none', () => expect(preferredLanguage(['pl'])).toBe('en'));
});
