/** Everybody in the room on one device: a line for each seat, and one that sees what all may see. */

import { LiveTable } from '../live/table.svelte';
import type { Place } from '../live/place';
import type { Tell } from '../stage/director.svelte';
import { savedGame, note, type SavedGame } from './savedGame';
import { phoneQueue, openQuestion, settled, type SeatView, type Shown } from './phoneQueue';

export class SharedPhone {
  readonly open: LiveTable;
  readonly seats: LiveTable[];

  #noted = $state.raw<Shown & { game: number }>({ game: 0, looked: [], seen: [] });

  constructor({ code, tokens }: SavedGame, place: Place, tell: Tell) {
    this.open = new LiveTable(code, place, tell, { token: '', retell: true });
    this.seats = tokens.map((token) => new LiveTable(code, place, undefined, { token, goesRound: true }));
    this.#noted = savedGame() ?? this.#noted;
  }

  close(): void {
    for (const line of [this.open, ...this.seats]) line.close();
  }

  get host(): LiveTable | undefined {
    return this.seats.find((line) => line.host);
  }

  /** Empty until every line has a view of the same game. */
  get places(): SeatView[] {
    const places = this.seats.flatMap((line) =>
      line.seat !== null && line.latest ? [{ seat: line.seat, view: line.latest, busy: line.pending > 0 }] : [],
    );
    return places.length === this.seats.length ? places.sort((a, b) => a.seat - b.seat) : [];
  }

  get queue() {
    return phoneQueue(this.places, this.#shown);
  }

  get question() {
    return openQuestion(this.places);
  }

  get settled(): boolean {
    return this.places.length > 0 && settled(this.places, this.open.latest);
  }

  get connected(): boolean {
    return [this.open, ...this.seats].every((line) => line.connection === 'open');
  }

  lineOf(seat: number): LiveTable {
    return this.seats.find((line) => line.seat === seat)!;
  }

  hasLooked(seat: number): void {
    this.#note({ ...this.#shown, looked: [...this.#shown.looked, seat] });
  }

  hasSeen(round: number): void {
    this.#note({ ...this.#shown, seen: [...this.#shown.seen, round] });
  }

  get #game(): number {
    return this.open.table?.game ?? 0;
  }

  get #shown(): Shown {
    return this.#noted.game === this.#game ? this.#noted : { looked: [], seen: [] };
  }

  #note({ looked, seen }: Shown): void {
    this.#noted = { game: this.#game, looked, seen };
    note(this.#game, looked, seen);
  }
}
