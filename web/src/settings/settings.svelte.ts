/** What this person likes; kept on this device only. */

import type { Appearance, Speed } from '../wire/messages';
import { store, stored } from './stored';
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
  /** Show others what I say as text. */
  captions: boolean;
  wording: 'auto' | 'game' | 'cards' | 'neutral';
  streamer: boolean;
  /** Keep my own side marked on the table, which only I see. */
  team: boolean;
  volume: number;
  /** How fast the story is told here, and bots play at tables that this person opens. */
  speed: 'table' | Speed;
  /** A tap has skipped a scene before. */
  skips: boolean;
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
  captions: false,
  wording: 'auto',
  streamer: false,
  team: false,
  volume: 0.8,
  speed: 'table',
  skips: false,
  look: null,
  last: '',
};

export const settings: Settings = $state({ ...FIRST, ...stored<Partial<Settings>>(PLACE) });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  store(PLACE, settings);
}

/** The speed of a table that this person opens. */
export const ownSpeed = (): Speed => (settings.speed === 'table' ? 'normal' : settings.speed);
