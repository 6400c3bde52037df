/** Private notes and marks about the others; they never leave this device. */

export type Mark = 'none' | 'trust' | 'unsure' | 'suspect' | 'hitler';
export const MARKS: Mark[] = ['none', 'trust', 'unsure', 'suspect', 'hitler'];

type Kept = { text: string; marks: Record<number, Mark> };

export class Notes {
  text = $state('');
  marks = $state<Record<number, Mark>>({});
  readonly #place: string;

  constructor(code: string, game: number) {
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

  mark(seat: number, mark: Mark): void {
    this.marks = { ...this.marks, [seat]: mark };
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
