/** The guided first game: updates as the server would send them, and where the learner acts. */

import type { Act, EventSentence, Update } from '../wire/messages';
import lesson from './lesson.json';

export type Step = {
  events: Update['events'];
  told: (EventSentence | null)[];
  view: Update['view'];
  /** The teacher's note that comes before this step. */
  note?: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;
  /** What the learner does to bring this step about. */
  action?: Act['action'];
};

export const LESSON = lesson as unknown as Step[];
