import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import words from 'catalogue:review';
import Decisions from '../src/review/Decisions.svelte';
import type { JudgedDecision } from '../src/wire/messages';
import { bring } from '../src/words/speak.svelte';

bring(words);

it('never stamps a loss as the best choice', () => {
  const did = { key: 'review.did.Enact', params: {} };
  const judged = (label: string, swing: number) =>
    ({ move: swing * 100, round: 1, seat: 0, did, why: null, better: null, label, swing, cost: 0 }) as never;
  const decisions: JudgedDecision[] = [judged('best', -0.39), judged('best', 0.12)];
  const shown = mount(Decisions, {
    target: document.body,
    props: { id: 'x', decisions, nameOf: String, seats: 5, me: null },
  });
  flushSync();
  const stamps = [...document.querySelectorAll('.stamp')].map((one) => one.parentElement!.textContent.trim());
  expect(stamps).toEqual(['★best+12%', '↯unlucky−39%']);
  void unmount(shown);
});
