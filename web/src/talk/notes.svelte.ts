/** Private notes and marks about the others. The text never leaves this device; the server keeps the marks to itself, to compare them with the roles in the end. */

import type { Suspicion } from '../wire/messages';

export const MARKS: Suspicion[] = ['none', 'trust', 'unsure', 'suspect', 'hitler'];

type Kept = { text: string; marks: Record<number, Suspicion> };

export class Notes {
  text = $state('');
  marks = $state<Record<number, Suspicion>>({});
  readonly #place: string;

  constructor(
    code: string,
    game: number,
    private readonly tell: (seat: number, mark: Suspicion) => void,
  ) {
    this.#place = `notes:${code}:${game}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.#place) ?? '{}') as Partial<Kept>;
      this.text = kept.text ?? '';
      this.marks = kept.marks ?? {};
    } catch {
      // Unreadable notes are as good as none.
    }
  }

  write(text: string): void {
    this.text = text;
    this.#keep();
  }

  mark(seat: number, mark: Suspicion): void {
    this.marks = { ...this.marks, [seat]: mark };
    this.tell(seat, mark);
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#place, JSON.stringify({ text: this.text, marks: this.marks } satisfies Kept));
    } catch {
      // Without storage the notes last as long as the page.
    }
  }
}
