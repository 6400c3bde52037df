/** What the view asks of me, as one word, and whom each choice is about. Which power it is, the phase says. */

import type { Choice, View } from '../wire/messages';

export type Decision = Choice['action'];

export type Asked = 'nominate' | 'vote' | 'discard' | 'enact' | 'veto-ask' | 'veto-answer' | 'veto-ballot' | 'power';

export function asked(view: View): Asked | null {
  const first = view.choices[0]?.action;
  if (!first) return null;
  switch (first.type) {
    case 'Nominate':
      return 'nominate';
    case 'Vote':
      return 'vote';
    case 'Discard':
      return 'discard';
    case 'Enact':
      return 'enact';
    case 'Veto':
      if (view.board.phase === 'veto-answer') return 'veto-answer';
      return view.board.phase === 'veto-ballot' ? 'veto-ballot' : 'veto-ask';
    default:
      return 'power';
  }
}

/** The seat a choice points at, or null when it points at nobody. */
export function target({ type: _, ...named }: Decision): number | null {
  const [seat] = Object.values(named);
  return typeof seat === 'number' ? seat : null;
}

export function choiceFor(view: View, seat: number): Choice | undefined {
  return view.choices.find((choice) => target(choice.action) === seat);
}
