/** Whom I do not want to hear at this table; kept on this device, so that a reload does not bring them back. */

import { SvelteSet } from 'svelte/reactivity';

export class Muted {
  #players: SvelteSet<string>;
  readonly #place: string;

  constructor(code: string) {
    this.#place = `muted:${code}`;
    this.#players = new SvelteSet(remembered(this.#place));
  }

  has(player: string): boolean {
    return this.#players.has(player);
  }

  add(player: string): void {
    this.#players.add(player);
    this.#keep();
  }

  delete(player: string): void {
    this.#players.delete(player);
    this.#keep();
  }

  #keep(): void {
    try {
      if (this.#players.size) localStorage.setItem(this.#place, JSON.stringify([...this.#players]));
      else localStorage.removeItem(this.#place);
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

function remembered(place: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
