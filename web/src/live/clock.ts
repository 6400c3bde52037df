/** The time at the server: deadlines are told in it, and the clock of a phone may be minutes off. */

let ahead = 0;

/** The server just said what time it is, in seconds since 1970. */
export function setClock(now: number): void {
  ahead = now - Date.now() / 1000;
}

export function serverNow(): number {
  return Date.now() / 1000 + ahead;
}
