/** Where the phone has to go: whom a secret concerns, and in which order. What everybody sees is enough to know that. */

import { asked, type Asked } from '../game/asked';
import type { Phase, View } from '../wire/messages';

/** A moment that one person needs the phone for, alone. */
export type PhoneTurn = { seat: number } & (
  { kind: 'role' } | { kind: 'sight'; round: number } | { kind: 'decision'; ask: Asked }
);

/** A decision that is made in the open, since everybody sees what comes of it. */
export type Question = { place: SeatView; ask: Asked };

/** One seat as the phone knows it; `busy` while a move is on its way. */
export type SeatView = { seat: number; view: View; busy: boolean };

export type Shown = { looked: number[]; seen: number[] };

/** What is decided in secret, by the phase that all can see. */
const IN_SECRET: Partial<Record<Phase, Asked>> = {
  election: 'vote',
  'president-session': 'discard',
  'chancellor-session': 'enact',
  'veto-ballot': 'veto-ballot',
};

/** The order depends on nothing that is secret: seats as they sit, and for a vote from the president's left. */
export function phoneQueue(places: SeatView[], shown: Shown): PhoneTurn[] {
  if (places.some(({ view }) => view.board.phase === 'over')) return [];
  const roles = places
    .filter(({ seat }) => !shown.looked.includes(seat))
    .map(({ seat }): PhoneTurn => ({ seat, kind: 'role' }));
  const sights = places.flatMap(({ seat, view }) =>
    sightsOf(view, seat, shown.seen).map((round): PhoneTurn => ({ seat, kind: 'sight', round })),
  );
  const decisions = fromThePresidentsLeft(places).flatMap(({ seat, view, busy }): PhoneTurn[] => {
    const ask = IN_SECRET[view.board.phase];
    return ask && !busy && view.board.awaited.includes(seat) ? [{ seat, kind: 'decision', ask }] : [];
  });
  return [...roles, ...sights, ...decisions];
}

export function openQuestion(places: SeatView[]): Question | null {
  for (const place of places) {
    const ask = place.busy || IN_SECRET[place.view.board.phase] ? null : asked(place.view);
    if (ask) return { place, ask };
  }
  return null;
}

/** Whether every line has brought the same moment and no move is on its way: only then is it known who is next. */
export function settled(places: SeatView[], onlooker: View | null): boolean {
  const moments = [...places.map(({ view }) => view), onlooker].map(
    (view) => view && JSON.stringify([view.board.round, view.board.phase, view.board.awaited]),
  );
  return places.every(({ busy }) => !busy) && moments.every((moment) => moment !== null && moment === moments[0]);
}

function sightsOf(view: View, seat: number, seen: number[]): number[] {
  const powers = view.board.sights.filter(
    (sight) => sight.seat === seat && ['peek', 'top-card', 'party'].includes(sight.about),
  );
  return powers.map(({ round }) => round).filter((round) => !seen.includes(round));
}

function fromThePresidentsLeft(places: SeatView[]): SeatView[] {
  const president = places[0]?.view.board.president ?? -1;
  const after = places.filter(({ seat }) => seat > president);
  return [...after, ...places.filter(({ seat }) => seat <= president)];
}
