import BOTS from '../../../src/secret_hitler/words/bot_names.json';

/** Bots sit down without a name; the page gives each chair's bot one of its own. */
export function shownName(name: string | undefined, seat: number): string {
  const nameless = !name || /^(seat|Bot) \d+$/.test(name);
  return nameless ? (BOTS[seat] ?? `${seat + 1}`) : name;
}

/** For narrow plates: only the first part of a long name, if nobody else at the table begins the same way. */
export function firstNames(names: string[]): string[] {
  const firsts = names.map((name) => (name.length > 10 ? name.split(/[\s-]/)[0]! : name));
  return firsts.map((first, seat) => (firsts.indexOf(first) === firsts.lastIndexOf(first) ? first : names[seat]!));
}
