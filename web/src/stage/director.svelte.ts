/** Shows updates one after the other: first the scene of what happened, then the view it led to. */

import type { AnyEvent } from '../live/fold';
import type { EventSentence, View } from '../wire/messages';
import { flightsOf, type Flight } from './motion';
import { hastened, lingering, staged } from './pace';

type Said = EventSentence | null | undefined;
type Act = { events: AnyEvent[]; told: (EventSentence | null)[]; view: View };
/** Hears of an event, of the view it led to, and of its sentence. */
export type Tell = (event: AnyEvent, view: View, said: Said) => void;
export type Flying = Flight & { number: number };

export class Director {
  /** What the page shows; it may be a few seconds behind the table. */
  shown = $state.raw<View | null>(null);
  scene = $state.raw<AnyEvent | null>(null);
  /** The sentence of the scene. */
  said = $state.raw<Said>(null);
  /** All that happened with it: a moment may show what follows from it at once. */
  story = $state.raw<AnyEvent[]>([]);
  /** What is on its way over the table; it may go on while the next thing is shown. */
  flights = $state.raw<Flying[]>([]);
  caughtUp = $state(true);
  /** Something worth seeing happened while the story was held back. */
  untold = $state(false);
  /** Tell no story until this is off again: only what it came to. */
  hurried = $state(false);

  #queue: Act[] = [];
  #playing = false;
  #showing = 0;
  #held = false;
  #flown = 0;
  #skip: (() => void) | null = null;

  /** `tell` hears of each event at the moment it is shown. */
  constructor(
    readonly tell: Tell = () => undefined,
    /** How much longer everything takes. */
    readonly slowness: () => number = () => 1,
  ) {}

  /** Show this at once, without its story. */
  cut(view: View | null): void {
    this.#queue = [];
    this.#showing++;
    this.#playing = false;
    this.skip();
    this.scene = null;
    this.shown = view;
    this.caughtUp = true;
    this.untold = false;
  }

  feed(events: AnyEvent[], view: View, told: (EventSentence | null)[] = []): void {
    this.#queue.push({ events, told, view });
    this.caughtUp = false;
    if (this.#held) this.untold ||= events.some((event) => lingering(event) > 0);
    else if (!this.#playing) void this.#play();
  }

  /** Nobody is looking: keep the story until somebody is. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.untold = false;
    if (!this.#playing) void this.#play();
  }

  skip = (): void => {
    this.flights = [];
    this.#skip?.();
  };

  async #play(): Promise<void> {
    this.#playing = true;
    const showing = this.#showing;
    let act: Act | undefined;
    while (!this.#held && (act = this.#queue.shift())) {
      this.story = act.events;
      for (const [place, event] of act.events.entries()) {
        this.said = act.told[place];
        // What a vote came to is news once its last ballot has turned.
        const afterwards = event.type === 'ElectionHeld';
        if (!afterwards) this.tell(event, act.view, this.said);
        const quiet = document.hidden || this.hurried;
        const time = quiet ? 0 : hastened(lingering(event) * this.slowness(), this.#queue.length);
        if (time > 0) await this.#linger(event, act.view, time);
        if (afterwards) this.tell(event, act.view, this.said);
        if (showing !== this.#showing) return;
      }
      this.scene = null;
      this.shown = act.view;
      this.#land();
    }
    this.#playing = false;
    this.caughtUp = this.#queue.length === 0;
  }

  #linger(event: AnyEvent, after: View, time: number): Promise<void> {
    this.scene = staged(event) ? event : null;
    if (this.shown) this.#launch(flightsOf(event, this.shown, after));
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#skip = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.#skip = done;
    });
  }

  #launch(flights: Flight[]): void {
    if (!flights.length) return;
    const flying = flights.map((flight) => ({ ...flight, number: this.#flown++ }));
    this.flights = [...this.flights, ...flying];
    setTimeout(() => this.#forget(flying), Math.max(...flying.map((flight) => flight.time)));
  }

  /** The view shows by itself what had landed on the boards. */
  #land(): void {
    this.#forget(this.flights.filter((flight) => flight.to.startsWith('board')));
  }

  #forget(flying: Flying[]): void {
    if (flying.length && flying.some((flight) => this.flights.includes(flight))) {
      this.flights = this.flights.filter((flight) => !flying.includes(flight));
    }
  }
}
