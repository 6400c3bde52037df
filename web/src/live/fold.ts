/** Put the changed fields of an update into the view one has. The server did the thinking; this only copies. */

import type { Round, Update, View } from '../wire/messages';

export type AnyEvent = Update['events'][number];

export function withChanges(view: View | null, changes: Partial<View>): View {
  const next = { ...view, ...changes } as View;
  next.rounds = changes.rounds ? merged(view?.rounds ?? [], changes.rounds) : (view?.rounds ?? []);
  return next;
}

/** The view at each moment of a replay: what did not change is shared. */
export function viewsOf(moments: { view: Partial<View> }[]): View[] {
  let view: View | null = null;
  return moments.map((moment) => (view = withChanges(view, moment.view)));
}

function merged(rounds: Round[], changed: Round[]): Round[] {
  const byNumber = new Map(rounds.map((round) => [round.number, round]));
  for (const round of changed) byNumber.set(round.number, round);
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
