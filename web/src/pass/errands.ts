/** Where the phone has to go: whom a secret concerns, and in which order. Only what each seat's own view asks counts. */

import { asked, type Asked } from '../table/asked';
import type { Round, View } from '../wire/messages';

/** A moment that one person needs the phone for, alone. */
export type Errand = { seat: number } & ({ kind: 'role' } | { kind: 'sight'; round: Round } | { kind: 'decision'; ask: Asked });

/** A decision that is made in the open, since everybody sees what comes of it. */
export type Question = { place: Place; ask: Asked };

/** One seat as the phone knows it; `busy` while a move is on its way. */
export type Place = { seat: number; view: View; busy: boolean };

export type Shown = { looked: number[]; seen: number[] };

const IN_SECRET: ReadonlySet<Asked> = new Set<Asked>(['vote', 'discard', 'enact', 'veto-ask', 'veto-ballot']);

/** The order depends on nothing that is secret: seats as they sit, and for a vote from the president's left. */
export function errands(places: Place[], shown: Shown): Errand[] {
  if (places.some(({ view }) => view.board.phase === 'over')) return [];
  const roles = places.filter(({ seat }) => !shown.looked.includes(seat)).map(({ seat }): Errand => ({ seat, kind: 'role' }));
  const sights = places.flatMap(({ seat, view }) => sightsOf(view, seat, shown.seen).map((round): Errand => ({ seat, kind: 'sight', round })));
  const decisions = fromThePresidentsLeft(places).flatMap(({ seat, view, busy }): Errand[] => {
    const ask = busy ? null : asked(view);
    return ask && IN_SECRET.has(ask) ? [{ seat, kind: 'decision', ask }] : [];
  });
  return [...roles, ...sights, ...decisions];
}

export function openQuestion(places: Place[]): Question | null {
  for (const place of places) {
    const ask = place.busy ? null : asked(place.view);
    if (ask && !IN_SECRET.has(ask)) return { place, ask };
  }
  return null;
}

/** Whether every line has brought the same moment and no move is on its way: only then is it known who is next. */
export function settled(places: Place[], onlooker: View | null): boolean {
  const moments = [...places.map(({ view }) => view), onlooker].map((view) => view && JSON.stringify([view.board.round, view.board.phase, view.board.awaited]));
  return places.every(({ busy }) => !busy) && moments.every((moment) => moment !== null && moment === moments[0]);
}

function sightsOf(view: View, seat: number, seen: number[]): Round[] {
  return view.rounds.filter((round) => round.president === seat && (round.peek ?? round.party) !== null && !seen.includes(round.number));
}

function fromThePresidentsLeft(places: Place[]): Place[] {
  const president = places[0]?.view.board.president ?? -1;
  const after = places.filter(({ seat }) => seat > president);
  return [...after, ...places.filter(({ seat }) => seat <= president)];
}
