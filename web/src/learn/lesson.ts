/** The guided first game: updates as the server would send them, and where the learner acts. */

import type { Act, EventSentence, Update } from '../wire/messages';
import lesson from './lesson.json';

export type Step = {
  events: Update['events'];
  told: (EventSentence | null)[];
  view: Update['view'];
  /** What the coach says before this step. */
  note?: Note;
  /** What the learner does to bring this step about. */
  action?: Act['action'];
  /** What else the learner could do, and what it would lead to. */
  others?: { action: Act['action']; steps: Step[] }[];
};

/** As the dots count them. */
export const CHAPTERS = [[2], [3], [4], [5], [6], [7, 14, 8], [9, 15, 16, 17], [10, 18, 11], [12]] as const;
export type Note = (typeof CHAPTERS)[number][number];

export const LESSON = lesson as unknown as Step[];

/** How far the learner is, 'done' after all of it, 'offered' once the end of a lost game has spoken of it. */
export type Progress = number | 'done' | 'offered';
