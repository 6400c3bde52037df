/** What I say as text for those who cannot hear, by the browser's own speech recognition, where there is one and I want it. */

import { settings } from '../settings/settings.svelte';

type Recognition = {
  lang: string;
  continuous: boolean;
  onresult: (event: { resultIndex: number; results: { isFinal: boolean; 0: { transcript: string } }[] }) => void;
  onend: () => void;
  start: () => void;
  abort: () => void;
};

type Window = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition };
const found = globalThis as Window;
const Engine = found.SpeechRecognition ?? found.webkitSpeechRecognition;
export const canCaption = Engine !== undefined;

export class Captions {
  #recognition = Engine && new Engine();

  constructor(said: (text: string) => void) {
    const recognition = this.#recognition;
    if (!recognition) return;
    recognition.lang = settings.language;
    recognition.continuous = true;
    recognition.onresult = ({ resultIndex, results }) => {
      for (const result of Array.from(results).slice(resultIndex))
        if (result.isFinal && result[0].transcript.trim()) said(result[0].transcript.trim());
    };
    recognition.onend = () => this.#recognition?.start(); // it ends by itself after a pause
    recognition.start();
  }

  close(): void {
    const recognition = this.#recognition;
    this.#recognition = undefined;
    recognition?.abort();
  }
}
