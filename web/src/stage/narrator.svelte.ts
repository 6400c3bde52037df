/** The opening as phones play it, and the cues of a real table: shown, and spoken where the browser can. */

import { settings } from '../settings/settings.svelte';
import { play } from '../sound/sounds';
import type { View } from '../wire/messages';
import { say } from '../words/speak.svelte';

const BREATH = 2;
/** How long a line takes to read where no voice says it, in seconds: a moment, and some for each letter. */
const READING = (line: string) => 1.2 + line.length * 0.045;

/** One line, and the seconds of silence after it. */
export type Cue = { line: string; pause: number };

export class Narrator {
  line = $state<string | null>(null);
  #telling = 0;
  #wake: () => void = () => undefined;

  open(view: View): void {
    const open = { FH: 'tv.knowTogether', F: 'tv.knowAlone', H: 'tv.knowHitler' } as const;
    const knows = view.informed.length ? [say(open[view.informed.join('') as keyof typeof open])] : [];
    const lines = [say('tv.look'), ...knows, say('tv.begin')];
    void this.recite(lines.map((line) => ({ line, pause: BREATH })));
  }

  /** Say the lines one after the other; a higher speed shortens the pauses and quickens the voice. */
  async recite(cues: Cue[], speed = 1): Promise<void> {
    this.stop();
    const telling = this.#telling;
    for (const { line, pause } of cues) {
      this.line = line;
      await this.#voice(line, speed);
      if (telling === this.#telling) await this.#wait(pause / speed);
      if (telling !== this.#telling) return;
    }
    this.line = null;
  }

  stop(): void {
    this.#telling += 1;
    this.line = null;
    this.#wake();
    if ('speechSynthesis' in window) speechSynthesis.cancel();
  }

  /** A voice where there is one, and in any case time to read; a bell where nobody speaks. */
  async #voice(line: string, speed: number): Promise<void> {
    const speaks = settings.speech && 'speechSynthesis' in window;
    if (!speaks || !speechSynthesis.getVoices().length) play('bell');
    if (speaks) {
      const words = new SpeechSynthesisUtterance(line);
      words.lang = settings.language;
      words.rate = 0.9 * speed;
      words.onend = () => this.#wake();
      speechSynthesis.speak(words);
    }
    await this.#wait(READING(line) / speed + (speaks && speechSynthesis.getVoices().length ? 4 : 0));
  }

  #wait(seconds: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, seconds * 1000);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
