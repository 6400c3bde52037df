/** Put the chosen scheme, contrast, motion and text size on the page. */

import { settings } from './settings.svelte';

const dark = matchMedia('(prefers-color-scheme: dark)');
const moreContrast = matchMedia('(prefers-contrast: more)');
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function dress(): void {
  const root = document.documentElement.dataset;
  root.scheme = settings.scheme === 'system' ? (dark.matches ? 'dark' : 'light') : settings.scheme;
  root.contrast = settings.contrast === 'more' || moreContrast.matches ? 'more' : 'normal';
  root.motion = stillness() ? 'less' : 'full';
  root.size = settings.size;
  document.documentElement.lang = settings.language;
}

/** Whether things should appear in place instead of moving there. */
export function stillness(): boolean {
  return settings.motion === 'less' || (settings.motion === 'system' && lessMotion.matches);
}

for (const wish of [dark, moreContrast, lessMotion]) wish.addEventListener('change', dress);
