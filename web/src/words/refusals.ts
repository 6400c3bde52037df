/** Why the server said no, in the reader's language; its own English words only for what this page does not know yet. */

import { known, say, type Params } from './speak.svelte';

export type Refused = { code: string; reason: string; params?: Params };

export function refusalInWords({ code, reason, params = {} }: Refused): string {
  const [denial, bar] = [`refused.${code}`, `bar.${code}`];
  if (known(denial)) return say(denial, params);
  return say('net.refused', { reason: known(bar) ? say(bar) : reason });
}
