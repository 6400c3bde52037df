/** Bots sit down without a name; the page gives each chair's bot one of its own. */

const BOTS = ['Ada', 'Bruno', 'Clara', 'Doro', 'Emil', 'Frieda', 'Gustav', 'Hedda', 'Ivo', 'Jette'];

export function shownName(name: string | undefined, seat: number): string {
  const nameless = !name || /^(seat|Bot) \d+$/.test(name);
  return nameless ? (BOTS[seat] ?? `${seat + 1}`) : name;
}
