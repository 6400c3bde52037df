/** Hours of this device, as the server counts them: it knows nobody's time zone. */

import type { TableState } from '../wire/messages';

const DAY = 1440;
const SLOW = 3600;

/** Whether a table is played over days. */
export const isSlow = (table: TableState): boolean => (table.options.decision_seconds ?? 0) >= SLOW;

/** A time such as 22:00, in minutes of the UTC day. */
export function minuteOf(time: string, zone = new Date().getTimezoneOffset()): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (((hour * 60 + minute + zone) % DAY) + DAY) % DAY;
}

/** When a day such as 2027-01-15 is over here, in seconds since 1970. */
export const endOfDay = (date: string): number => new Date(`${date}T23:59:59`).getTime() / 1000;

/** The day of a moment, as an input of dates has it. */
export const dateOf = (seconds: number): string => localTime(seconds).slice(0, 10);

/** A moment as an input of dates and times has it. */
export function localTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
