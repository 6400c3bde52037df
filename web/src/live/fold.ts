/** Put the changed fields of an update into the view one has. The server did the thinking; this only copies. */

import type { Round, Update, View } from '../wire/messages';

export type AnyEvent = Update['events'][number];

export function withChanges(view: View | null, changes: Partial<View>): View {
  const next = { ...view, ...changes } as View;
  next.rounds = changes.rounds ? merged(view?.rounds ?? [], changes.rounds) : (view?.rounds ?? []);
  return next;
}

function merged(rounds: Round[], changed: Round[]): Round[] {
  const byNumber = new Map(rounds.map((round) => [round.number, round]));
  for (const round of changed) byNumber.set(round.number, round);
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
