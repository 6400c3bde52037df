/** My part in the chance of a deal: a secret made here, committed to before the deal and revealed for it. docs/protocol.md describes it. */

import type { TableState } from '../wire/messages';
import { commitmentTo, keep, keptAt, promisedAt } from './fairDeal';
import { hex } from './sha256';
import type { Request } from './tableSocket';

const BYTES = 32;

export class Chance {
  #secret = '';
  #commitment = '';
  #revealed = false;
  #committing = false;

  constructor(readonly player = '') {}

  /** What has to be said at this table now, if anything; `came` after every new connection. Whoever still has their secret keeps to it: a deal
   * may be called before another commitment arrives. */
  follow(table: TableState, seat: number | null, came: boolean): Request | null {
    const dealt = table.commitments ?? [];
    const promised = promisedAt(table, keptAt(table.code, this.player), came);
    keep(table.code, this.player, promised);
    if (table.stage === 'playing') {
      this.#secret = '';
      this.#committing = false;
      return null;
    }
    if (seat === null) return null;
    if (table.dealing && dealt.some(Boolean)) {
      if (!promised || promised.renewed) return null;
      if (!this.#secret || this.#revealed || !dealt.includes(this.#commitment)) return null;
      this.#revealed = true;
      keep(table.code, this.player, { ...promised, secret: this.#secret, answered: promised.answered + 1 });
      return { type: 'Reveal', secret: this.#secret, announcement: promised.announcement };
    }
    if (table.chairs[seat]?.committed) this.#committing = false;
    if (this.#committing || (table.chairs[seat]?.committed && (this.#secret || !came))) return null;
    const secret = crypto.getRandomValues(new Uint8Array(BYTES));
    this.#secret = hex(secret);
    this.#commitment = commitmentTo(this.#secret);
    this.#revealed = false;
    this.#committing = true;
    return { type: 'Commit', commitment: this.#commitment };
  }
}
