import BOTS from '../../../src/secret_hitler/words/bot_names.json';

/** Bots sit down without a name; the page gives each chair's bot one of its own. */
export function shownName(name: string | undefined, seat: number): string {
  const nameless = !name || /^(seat|Bot) \d+$/.test(name);
  return nameless ? (BOTS[seat] ?? `${seat + 1}`) : name;
}
