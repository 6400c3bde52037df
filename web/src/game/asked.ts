/** What the view asks of me, as one word, and whom each choice is about. Which power it is, the phase says. */

import type { Choice, View } from '../wire/messages';

export type Decision = Choice['action'];

export type Asked =
  'nominate' | 'vote' | 'discard' | 'enact' | 'veto-ask' | 'veto-answer' | 'veto-ballot' | 'peek' | 'drop' | 'power';

const ASKED: Partial<Record<Decision['type'], Asked>> = {
  Nominate: 'nominate',
  Vote: 'vote',
  Discard: 'discard',
  Enact: 'enact',
};

export function asked(view: View): Asked | null {
  const first = view.choices[0]?.action;
  if (!first) return null;
  const { phase } = view.board;
  if (first.type === 'Veto') return phase === 'veto-answer' || phase === 'veto-ballot' ? phase : 'veto-ask';
  if (first.type === 'UsePower') return phase === 'drop' ? 'drop' : 'peek';
  return ASKED[first.type] ?? 'power';
}

/** The seat a choice points at, or null when it points at nobody. */
export function target({ type: _, ...named }: Decision): number | null {
  const [seat] = Object.values(named);
  return typeof seat === 'number' ? seat : null;
}

export function choiceFor(view: View, seat: number): Choice | undefined {
  return view.choices.find((choice) => target(choice.action) === seat);
}
