/** Days and times as people say them, in the language of the page. */

const said = (seconds: number, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', how).format(seconds * 1000);

const WEEK = 6 * 86_400;

/** A moment that is not today: "Tue 18:00" within a week, and with its date after that. */
export function momentOf(seconds: number): string {
  const day = Math.abs(seconds - Date.now() / 1000) < WEEK ? {} : ({ day: 'numeric', month: 'short' } as const);
  return said(seconds, { weekday: 'short', hour: '2-digit', minute: '2-digit', ...day });
}
