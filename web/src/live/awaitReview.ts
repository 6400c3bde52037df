/** A review is worked out when it is first asked for. */

import type { Review, ReviewProgress } from '../wire/messages';
import { reviewOf } from './http';
import type { Place } from './place';

const POLL = 500;

/** Ask for a review until it is worked out; what comes back stops the asking. */
export function awaitReview(
  id: string,
  place: Place,
  ready: (review: Review) => void,
  failed: (error: unknown) => void = () => undefined,
  progress: (done: number) => void = () => undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const heard = (found: Review | ReviewProgress) => {
    if (stopped) return;
    if (!('done' in found)) return ready(found);
    progress(found.done);
    timer = setTimeout(asks, POLL);
  };
  const asks = (): void => void reviewOf(id, place).then(heard, failed);
  asks();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
