/** What a group has written down of a game with real cards: kept on this device, checked by the server whenever it can be reached. */

import { fillIn, Refusal } from '../live/http';
import { store, stored } from '../settings/stored';
import type { Filled, FillIn, Option } from '../wire/messages';

export type Entry = Option['entry'];
export type Names = string[];

type Kept = { rules: string; names: Names; entries: Entry[]; playing: boolean };

const PLACE = 'companion';
const ANSWER = 'companion:answer';
const RETRY = 2500;

export class Sheet {
  kept = $state.raw<Kept | null>(stored<Kept>(PLACE));
  /** The server's last word; while the network is away it may be some entries behind. */
  filled = $state.raw<Filled | null>(stored<Filled>(ANSWER));
  offline = $state(false);
  /** Why the last entry was not taken; in words of the rules. */
  refused = $state.raw<{ code: string; reason: string } | null>(null);
  /** The server will have none of it, such as names that are too long. */
  trouble = $state<string | null>(null);
  /** The server has been asked and has not answered yet. */
  checking = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('online', this.check);
    if (this.kept) void this.check();
  }

  close(): void {
    removeEventListener('online', this.check);
    clearTimeout(this.#timer);
  }

  /** Entries that the server has not yet confirmed. */
  get unchecked(): Entry[] {
    return this.kept?.entries.slice(this.filled?.told.length ?? 0) ?? [];
  }

  /** Entries made without a network that cannot be so; somebody has to look at them. */
  get disputed(): boolean {
    return !this.offline && Boolean(this.filled?.refused) && this.unchecked.length > 0;
  }

  begin(rules: string, names: Names): void {
    this.filled = null;
    this.#keep({ rules, names, entries: [], playing: false });
  }

  play(): void {
    if (this.kept) this.#keep({ ...this.kept, playing: true });
  }

  forget(): void {
    this.kept = this.filled = this.refused = this.trouble = null;
    for (const place of [PLACE, ANSWER]) store(place, null);
  }

  enter(entry: Entry): void {
    if (!this.kept) return;
    this.refused = null;
    this.#keep({ ...this.kept, entries: [...this.kept.entries, entry] });
  }

  undo(): void {
    this.drop((this.kept?.entries.length ?? 0) - 1);
  }

  drop(number: number, count = 1): void {
    if (!this.kept || number < 0) return;
    this.refused = null;
    const entries = this.kept.entries.filter((_, place) => place < number || place >= number + count);
    const filled = this.filled;
    // What the server said of later entries no longer holds; until it answers again, the last board is shown.
    if (filled && filled.told.length > number)
      this.filled = { ...filled, told: filled.told.slice(0, number), refused: null };
    this.#keep({ ...this.kept, entries });
  }

  #keep(kept: Kept): void {
    this.kept = kept;
    store(PLACE, kept);
    void this.check();
  }

  /** Ask the server about all entries; ask again later if it cannot be reached. */
  check = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const asked = this.kept;
    if (!asked || this.checking) return;
    this.checking = true;
    try {
      this.#answered(asked, await fillIn(question(asked)));
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) this.trouble = error.message;
      else this.#unreached();
    } finally {
      this.checking = false;
    }
    if (this.kept && this.kept !== asked) void this.check();
  };

  #answered(asked: Kept, filled: Filled): void {
    if (!this.kept) return;
    const wasOffline = this.offline;
    this.offline = false;
    this.trouble = null;
    const last = asked.entries.length - 1;
    if (filled.refused && filled.refused.entry === last && this.kept === asked && !wasOffline) {
      this.refused = filled.refused;
      this.kept = { ...asked, entries: asked.entries.slice(0, last) };
      store(PLACE, this.kept);
      filled = { ...filled, refused: null };
    }
    this.filled = filled;
    store(ANSWER, filled);
  }

  #unreached(): void {
    this.offline = true;
    this.#timer = setTimeout(this.check, RETRY);
  }
}

export function question({ rules, names, entries }: { rules: string; names: Names; entries: Entry[] }): FillIn {
  return { rules, names, entries };
}
