/** Something that is asked of the server: whether it is on its way, and why it failed, in words. */

import { say } from '../words/speak.svelte';
import { Refusal } from './http';

export const troubleIn = (error: unknown): string => (error instanceof Refusal ? error.message : say('net.failed'));

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
