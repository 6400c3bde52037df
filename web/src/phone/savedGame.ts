/** What this device keeps of an evening: who sits where, the tokens of the seats, and which secrets were already shown to their owners. */

import { store, stored } from '../settings/stored';

export type SavedGame = {
  code: string;
  /** One for each seat, in the order in which they sit. */
  tokens: string[];
  /** The game that `looked` and `seen` belong to. */
  game: number;
  /** Seats that have looked into their envelope. */
  looked: number[];
  /** Rounds whose peek or investigation the president has seen. */
  seen: number[];
};

type Kept = { names: string[]; rules: string; evening: SavedGame | null };

const PLACE = 'pass';
let kept: Kept = { names: [], rules: 'official', evening: null, ...stored<Partial<Kept>>(PLACE) };

export const lastNames = (): string[] => kept.names;
export const lastRules = (): string => kept.rules;
export const savedGame = (): SavedGame | null => kept.evening;

export function saveGame(names: string[], rules: string, code: string, tokens: string[]): void {
  keep({ names, rules, evening: { code, tokens, game: 0, looked: [], seen: [] } });
}

/** Also what another game at the same table begins with. */
export function note(game: number, looked: number[], seen: number[]): void {
  if (kept.evening) keep({ ...kept, evening: { ...kept.evening, game, looked, seen } });
}

/** The tokens go; the names stay for the next time. */
export function forgetGame(): void {
  keep({ ...kept, evening: null });
}

function keep(next: Kept): void {
  kept = next;
  store(PLACE, kept);
}
