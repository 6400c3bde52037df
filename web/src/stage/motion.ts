/** What moves over the table when something happens: from which place to which, and for how long. */

import type { AnyEvent } from '../live/fold';
import { tilesInHands } from '../game/shown';
import type { Policy, View } from '../wire/messages';

/** A place that a component marks with `data-place`. */
export type Place = 'draw' | 'discard' | 'board-L' | 'board-F' | `seat-${number}`;

export type Flight = {
  from: Place;
  to: Place;
  /** A tile, open or covered, or the placard of an office. */
  thing: Policy | 'covered' | 'president' | 'chancellor';
  /** Milliseconds after the first of its kind. */
  delay: number;
  /** How long it can be seen; what outlasts its way stays where it landed. */
  time: number;
};

export const WAY = 360;
const STEP = 70;
/** So many tiles stand for a pile. */
const FAN = 3;

const seat = (number: number): Place => `seat-${number}`;

/** `view` is the table before the event, `after` the one that it leads to. */
export function flightsOf(event: AnyEvent, view: View, after: View): Flight[] {
  const { president, chancellor } = view.board;
  switch (event.type) {
    case 'PresidencyPassed':
      return president === null || president === event.president
        ? []
        : fly(1, seat(president), seat(event.president), 'president');
    case 'ChancellorNominated':
      return fly(1, seat(event.president), seat(event.chancellor), 'chancellor');
    case 'PoliciesDrawn':
      return fly(event.tiles, 'draw', seat(event.president));
    case 'PolicyDiscarded':
      return fly(event.tiles, seat(event.seat), 'discard');
    case 'HandPassed':
      return president === null ? [] : fly(tilesInHands(after), seat(president), seat(event.chancellor));
    case 'AgendaVetoed':
      return fly(tilesInHands(view), seat(event.chancellor), 'discard');
    case 'DeckShuffled':
      return fly(Math.min(FAN, view.board.discards), 'discard', 'draw');
    case 'DeckPeeked':
      return fly(view.rules.draw, 'draw', seat(event.president));
    case 'TopCardPeeked':
      return fly(1, 'draw', seat(event.president));
    case 'DropDecided':
      return fly(1, seat(event.president), event.dropped ? 'discard' : 'draw');
    case 'PolicyEnacted': {
      const from = event.by_populace || chancellor === null ? 'draw' : seat(chancellor);
      return fly(1, from, `board-${event.policy}`, event.policy, LANDED);
    }
    default:
      return [];
  }
}

/** An enacted tile lies on the board until the board itself shows it. */
const LANDED = 4000;

function fly(count: number, from: Place, to: Place, thing: Flight['thing'] = 'covered', time = 0): Flight[] {
  return Array.from({ length: count }, (_, index) => ({
    from,
    to,
    thing,
    delay: index * STEP,
    time: time || WAY + index * STEP,
  }));
}
