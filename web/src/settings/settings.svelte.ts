/** What this person likes; kept on this device only. */

import type { Appearance, NoticeKind, Speed } from '../wire/messages';
import { store, stored } from './stored';
import { preferredLanguage } from '../words/languages';

const PLACE = 'settings';

const FIRST = {
  name: '',
  language: preferredLanguage(),
  scheme: 'system' as 'system' | 'light' | 'dark',
  contrast: 'normal' as 'normal' | 'more',
  motion: 'system' as 'system' | 'less' | 'full',
  size: 'normal' as 'normal' | 'large' | 'huge',
  sound: true,
  volume: 0.8,
  speech: true,
  notify: false,
  /** What this browser is told while the page is closed, and what instead at some tables, by code. */
  push: [] as NoticeKind[],
  pushAt: {} as Record<string, NoticeKind[]>,
  /** From when to when the clock of a slow table stands still. */
  night: ['22:00', '08:00'] as [string, string],
  /** Show others what I say as text. */
  captions: false,
  wording: 'auto' as 'auto' | 'game' | 'cards' | 'neutral',
  streamer: false,
  /** Keep my own side marked on the table, which only I see. */
  team: false,
  /** How fast the story is told here, and bots play at tables that this person opens. */
  speed: 'table' as 'table' | Speed,
  /** A tap has skipped a scene before. */
  skips: false,
  look: null as Appearance | null,
  /** The table one sat at last. */
  last: '',
};
export type Settings = typeof FIRST;

export const settings: Settings = $state({ ...FIRST, ...stored<Partial<Settings>>(PLACE) });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  store(PLACE, settings);
}

/** The speed of a table that this person opens. */
export const ownSpeed = (): Speed => (settings.speed === 'table' ? 'normal' : settings.speed);
