/** The chairs around a real table, before it is known who has which role: each keeps its name when others move. */

export type NamedChair = { id: number; name: string };

export const FEWEST = 5;
export const MOST = 10;

let made = 0;
export const namedChair = (name = ''): NamedChair => ({ id: made++, name });

/** So many, and no fewer than can play: new ones are at the end, and from there they go. */
export function resized(chairs: NamedChair[], count: number): NamedChair[] {
  return Array.from({ length: Math.max(FEWEST, count) }, (_, seat) => chairs[seat] ?? namedChair());
}
