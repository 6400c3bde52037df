import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Said } from '../src/wire/messages';
import { refusalInWords } from '../src/words/refusals';
import { saidInWords } from '../src/words/sentences';
import { learnLanguage } from '../src/words/speak.svelte';

afterEach(() => learnLanguage('en'));

const nameOf = (seat: number) => ['Ada', 'Bruno', 'Clara'][seat] ?? '';
const said = (sentence: Said['sentence']): Said => ({
  type: 'Said',
  number: 1,
  room: 'table',
  player: '',
  name: 'Bot 2',
  seat: 1,
  text: 'I suspect seat 2: …',
  time: 0,
  sentence,
  round: 1,
});

describe('a refusal', () => {
  it('is said in the language of the reader, with its numbers', async () => {
    await learnLanguage('de');
    expect(refusalInWords({ code: 'talk', reason: 'the table still talks for 1 seconds', params: { n: 1 } })).toBe(
      'Die Abstimmung startet in 1 Sekunde. Erst reden!',
    );
    await learnLanguage('ru');
    expect(refusalInWords({ code: 'talk', reason: '', params: { n: 5 } })).toContain('5 секунд.');
  });

  it('of the rules is the reason of the rules', async () => {
    await learnLanguage('de');
    expect(refusalInWords({ code: 'already-voted', reason: 'seat 3 has already voted' })).toBe(
      'Der Tisch sagt: hat schon abgestimmt',
    );
  });

  it('that is newer than the page is said in English', () => {
    expect(refusalInWords({ code: 'moon', reason: 'the moon is full' })).toBe('The table says: the moon is full');
  });
});

describe('the words of a bot', () => {
  const suspects = {
    code: 'suspect',
    params: {
      suspect: 2,
      reason: 'enacted-claims',
      actor: 0,
      other: 2,
      round: 3,
      policy: 'fascist',
      first: 'FFL',
      second: 'nothing',
    },
  };

  it('are what was sent along until they are there, and then name the others as the table does', async () => {
    expect(saidInWords(said(suspects), nameOf)).toBe('I suspect seat 2: …');
    await vi.waitFor(() =>
      expect(saidInWords(said(suspects), nameOf)).toBe(
        "I think it's Clara: Ada and Clara enacted a fascist policy; the president claims F F L, the chancellor nothing (round 3).",
      ),
    );
  });

  it('are in the language of the listener', async () => {
    await learnLanguage('de');
    expect(saidInWords(said(suspects), nameOf)).toMatch(/^Ich tippe auf Clara: bei Ada und Clara kam/);
  });

  it('are the English text where the code is unknown', () => {
    expect(saidInWords(said({ code: 'sing', params: {} }), nameOf)).toBe('I suspect seat 2: …');
    expect(saidInWords(said({ code: 'suspect', params: { suspect: 2, reason: 'horoscope' } }), nameOf)).toBe(
      'I suspect seat 2: …',
    );
  });
});
