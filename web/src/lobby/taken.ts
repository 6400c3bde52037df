/** The chairs around a real table, before it is known who has which role: each keeps its name when others move. */

export type Taken = { id: number; name: string };

export const FEWEST = 5;
export const MOST = 10;

let made = 0;
export const taken = (name = ''): Taken => ({ id: made++, name });

/** So many, and no fewer than can play: new ones are at the end, and from there they go. */
export function resized(chairs: Taken[], count: number): Taken[] {
  return Array.from({ length: Math.max(FEWEST, count) }, (_, seat) => chairs[seat] ?? taken());
}
