/** The opening, told as around a real table: shown, and spoken where the browser can. */

import { settings } from '../settings/settings.svelte';
import type { View } from '../wire/messages';
import { say } from '../words/speak.svelte';

const BREATH = 4200;

export class Narrator {
  line = $state<string | null>(null);
  #timers: ReturnType<typeof setTimeout>[] = [];

  open(view: View): void {
    this.stop();
    const together = view.board.seats <= view.rules.hitler_knows_up_to;
    const lines = [
      say('tv.closeEyes'),
      together ? say('tv.openFascists') : say('tv.openFascistsOnly'),
      say('tv.phones'),
      say('tv.closeAgain'),
      say('tv.openAll'),
    ];
    lines.forEach((line, index) => this.#timers.push(setTimeout(() => this.#tell(line), index * BREATH)));
    this.#timers.push(setTimeout(() => (this.line = null), lines.length * BREATH));
  }

  stop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.line = null;
    if ('speechSynthesis' in window) speechSynthesis.cancel();
  }

  #tell(line: string): void {
    this.line = line;
    if (!settings.speech || !('speechSynthesis' in window)) return;
    const words = new SpeechSynthesisUtterance(line);
    words.lang = settings.language;
    words.rate = 0.9;
    speechSynthesis.speak(words);
  }
}
