/** Something that is asked of the server: whether it is on its way, and why it failed, in words. */

import { say } from '../words/speak.svelte';
import { Refusal } from './http';

export const troubleIn = (error: unknown): string => (error instanceof Refusal ? error.message : say('net.failed'));

/** Of what the page can do without: what does not come is not waited for. */
export const ifItComes = <T>(asked: Promise<T>, use: (found: T) => void): void => void asked.then(use, () => undefined);

/** Text for the clipboard; for a moment its button says that it is there. */
export class Copying {
  done = $state(false);

  async copy(text: string): Promise<void> {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    this.done = true;
    setTimeout(() => (this.done = false), 2000);
  }
}

export class Attempt {
  busy = $state(false);
  trouble = $state('');

  constructor(readonly inWords: (error: unknown) => string = troubleIn) {}

  async make(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = this.inWords(error);
    } finally {
      this.busy = false;
    }
  }
}
