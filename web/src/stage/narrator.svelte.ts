/** The cues of the opening: shown, and spoken where the browser can. */

import { settings } from '../settings/settings.svelte';
import { play } from '../sound/sounds';

/** How long a line takes to read where no voice says it, in seconds: a moment, and some for each letter. */
const READING = (line: string) => 1.2 + line.length * 0.045;

/** One line, and the seconds of silence after it. */
export type Cue = { line: string; pause: number };

export class Narrator {
  line = $state<string | null>(null);
  /** How many lines came before it. */
  step = $state(-1);
  #telling = 0;
  #wake: () => void = () => undefined;

  /** Say the lines one after the other. */
  async recite(cues: Cue[]): Promise<void> {
    this.stop();
    const telling = this.#telling;
    for (const [step, { line, pause }] of cues.entries()) {
      [this.line, this.step] = [line, step];
      await this.#voice(line);
      if (telling === this.#telling) await this.#wait(pause);
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

  /** A voice where there is one, and in any case time to read. */
  async #voice(line: string): Promise<void> {
    const voice = speak(line, () => this.#wake());
    await this.#wait(READING(line) + (voice ? 4 : 0));
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

/** Say a line aloud where a voice is, with a bell where there is none. Whether somebody speaks. */
export function speak(line: string, done: () => void = () => undefined): boolean {
  const voice = 'speechSynthesis' in window && settings.speech && speechSynthesis.getVoices().length > 0;
  if (!voice) play('bell');
  utter(line, done);
  return voice;
}

/** Say a line aloud, or not at all. */
export function utter(line: string, done: () => void = () => undefined): void {
  if (!settings.speech || !('speechSynthesis' in window)) return;
  const words = new SpeechSynthesisUtterance(line);
  words.lang = settings.language;
  words.rate = 0.9;
  words.onend = done;
  speechSynthesis.speak(words);
}
