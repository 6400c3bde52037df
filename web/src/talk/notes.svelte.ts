/** Private notes and marks about the others. The text never leaves this device; the server keeps the marks to itself, to compare them with the roles in the end. */

import { store, stored } from '../settings/stored';
import type { Suspicion } from '../wire/messages';

export const MARKS: Suspicion[] = ['none', 'trust', 'lean', 'unsure', 'suspect', 'hitler'];

type Kept = { text: string; marks: Record<number, Suspicion>; about?: Record<number, string> };

export class Notes {
  text = $state('');
  marks = $state<Record<number, Suspicion>>({});
  /** What I wrote about one player. */
  about = $state<Record<number, string>>({});
  readonly #place: string;

  constructor(
    code: string,
    game: number,
    private readonly tell: (seat: number, mark: Suspicion) => void,
  ) {
    this.#place = `notes:${code}:${game}`;
    const kept = stored<Kept>(this.#place);
    this.text = kept?.text ?? '';
    this.marks = kept?.marks ?? {};
    this.about = kept?.about ?? {};
  }

  write(text: string): void {
    this.text = text;
    this.#keep();
  }

  writeAbout(seat: number, text: string): void {
    this.about = { ...this.about, [seat]: text };
    this.#keep();
  }

  mark(seat: number, mark: Suspicion): void {
    this.marks = { ...this.marks, [seat]: mark };
    this.tell(seat, mark);
    this.#keep();
  }

  #keep(): void {
    store(this.#place, { text: this.text, marks: this.marks, about: this.about } satisfies Kept);
  }
}
