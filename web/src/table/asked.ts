/** What the view asks of me, as one word, and whom each choice is about. */

import type { Choice, View } from '../wire/messages';

export type Decision = Choice['action'];

export type Asked =
  | 'nominate'
  | 'vote'
  | 'discard'
  | 'enact'
  | 'veto-ask'
  | 'veto-answer'
  | 'veto-ballot'
  | 'investigate'
  | 'special'
  | 'execute';

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
    case 'Investigate':
      return 'investigate';
    case 'CallSpecialElection':
      return 'special';
    case 'Execute':
      return 'execute';
    case 'Veto':
      if (view.board.phase === 'veto-answer') return 'veto-answer';
      return view.board.phase === 'veto-ballot' ? 'veto-ballot' : 'veto-ask';
  }
}

/** The seat a choice points at, or null when it points at nobody. */
export function target(action: Decision): number | null {
  switch (action.type) {
    case 'Nominate':
      return action.chancellor;
    case 'CallSpecialElection':
      return action.president;
    case 'Investigate':
    case 'Execute':
      return action.seat;
    default:
      return null;
  }
}

export function choiceFor(view: View, seat: number): Choice | undefined {
  return view.choices.find((choice) => target(choice.action) === seat);
}
