/** What this person likes; kept on this device only. */

import type { Appearance } from '../wire/messages';
import { preferredLanguage, type Language } from '../words/languages';

export type Settings = {
  name: string;
  language: Language;
  scheme: 'system' | 'light' | 'dark';
  contrast: 'normal' | 'more';
  motion: 'system' | 'less' | 'full';
  size: 'normal' | 'large' | 'huge';
  sound: boolean;
  speech: boolean;
  notify: boolean;
  wording: 'auto' | 'game' | 'cards' | 'neutral';
  streamer: boolean;
  /** Keep my own side marked on the table, which only I see. */
  team: boolean;
  volume: number;
  look: Appearance | null;
  /** The table one sat at last. */
  last: string;
};

const PLACE = 'settings';

const FIRST: Settings = {
  name: '',
  language: preferredLanguage(),
  scheme: 'system',
  contrast: 'normal',
  motion: 'system',
  size: 'normal',
  sound: true,
  speech: true,
  notify: false,
  wording: 'auto',
  streamer: false,
  team: false,
  volume: 0.8,
  look: null,
  last: '',
};

function remembered(): Settings {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...FIRST };
  }
}

export const settings: Settings = $state(remembered());

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A private window may refuse storage; the choice then lasts as long as the page.
  }
}
