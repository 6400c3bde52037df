import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import bots from 'catalogue:bots';
import join from 'catalogue:join';
import lesson from 'catalogue:lesson';
import operator from 'catalogue:operator';
import paper from 'catalogue:paper';
import engine from 'catalogue:engine';
import people from 'catalogue:people';
import review from 'catalogue:review';
import table from 'catalogue:table';
import mine from 'catalogue:mine';
import pass from 'catalogue:pass';
import about from 'catalogue:about';
import options from 'catalogue:options';
import how from 'catalogue:how';
import choices from 'catalogue:settings';
import { settings } from '../src/settings/settings.svelte';
import type { Because } from '../src/wire/messages';
import type { Claim } from '../src/words/claims';
import { preferredLanguage, type Language } from '../src/words/languages';
import { claimInWords, inWords, saidInWords } from '../src/words/sentences';
import { LESSON } from '../src/learn/lesson';
import { atTheTable, bring, learnLanguage, list, say, type Key } from '../src/words/speak.svelte';
import { refusalInWords } from '../src/words/refusals';

/** What the Python side says, written by `python -m tests.words.spoken`; a test there keeps it current. */
const spoken = JSON.parse(readFileSync('../tests/words/spoken.json', 'utf-8'));
for (const words of [
  join,
  lesson,
  table,
  people,
  operator,
  paper,
  engine,
  review,
  mine,
  pass,
  choices,
  bots,
  about,
  options,
  how,
])
  bring(words);
const nameOf = (seat: number) => spoken.names[seat];

afterEach(async () => {
  settings.wording = 'auto';
  await learnLanguage('en');
});

describe.each(Object.keys(spoken.languages) as Language[])('the page says the same as Python in %s', (language) => {
  const { asked, view } = spoken;
  const told = spoken.languages[language];

  it('for every sentence, plural and wording', async () => {
    await learnLanguage(language);
    for (const [place, { key, params, wording }] of asked.sentences.entries()) {
      settings.wording = wording;
      expect([key, say(key as Key, params)]).toEqual([key, told.sentences[place]]);
    }
  });

  it('for lists, events, claims, bots and refusals', async () => {
    await learnLanguage(language);
    settings.wording = 'game';
    expect(asked.lists.map(list)).toEqual(told.lists);
    const happened = asked.events.map((said: Because | null) => said && inWords(said, nameOf));
    expect(happened).toEqual(told.events);
    expect(asked.claims.map((claim: Claim) => claimInWords(claim, view.rounds[claim.round - 1], nameOf))).toEqual(
      told.claims,
    );
    expect(asked.remarks.map((sentence: never) => saidInWords({ text: '', sentence } as never, nameOf))).toEqual(
      told.remarks,
    );
    expect(asked.refusals.map(refusalInWords)).toEqual(told.refusals);
  });
});

describe('the preferred language', () => {
  it('is the first one we speak', () => expect(preferredLanguage(['pl-PL', 'de-AT', 'en'])).toBe('de'));
  it('is English when we speak none', () => expect(preferredLanguage(['pl'])).toBe('en'));
});

it('speaks of no envelope at a table with ordinary cards', () => {
  atTheTable.frenchDeck = true;
  const said = (
    ['role.dealt', 'role.envelope', 'role.holdLong', 'tray.wait.deal', 'tv.look', 'pass.whyRole'] as const
  ).map((key) => say(key));
  atTheTable.frenchDeck = false;
  expect(said.filter((text) => /envelope/i.test(text))).toEqual([]);
  expect(say('role.dealt')).toContain('envelope');
});

it('fills in all that the lesson tells', () => {
  const told = LESSON.flatMap((step) => step.told).map((sentence) => sentence && inWords(sentence, nameOf));
  expect(told.filter((text) => text?.includes('{'))).toEqual([]);
});
