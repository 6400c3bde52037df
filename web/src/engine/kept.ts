/** Whether the engine is on this device, and that it comes there: where one phone is enough, a game should not need a network. */

import type { Listing } from './messages';

const address = (name: string) => new URL(`${import.meta.env.BASE_URL}${name}`, document.baseURI).href;

/** The worker of the page fetches it. A page without one, over plain HTTP, fetches it into the browser's own store. */
export async function keepEngine(): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  if ('serviceWorker' in navigator) (await navigator.serviceWorker.ready).active?.postMessage({ engine: true });
}

export async function engineIsKept(): Promise<boolean> {
  if (!('caches' in window)) return false;
  const listing = await caches.match(address('engine.json'));
  if (!listing) return false;
  const { files } = (await listing.json()) as Listing;
  const needed = Object.entries(files).filter(([kind]) => kind !== 'printing');
  const found = await Promise.all(needed.flatMap(([, pieces]) => pieces.map(({ name }) => caches.match(address(`engine/${name}`)))));
  return found.every(Boolean);
}
