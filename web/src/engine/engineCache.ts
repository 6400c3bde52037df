/** Whether the engine is on this device, and that it comes there: where one phone is enough, a game should not need a network. */

import type { Listing } from './messages';

const address = (name: string) => new URL(`${import.meta.env.BASE_URL}${name}`, document.baseURI).href;

const saving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The service worker fetches it; over plain HTTP there is none. */
export async function keepEngine(): Promise<void> {
  if ('serviceWorker' in navigator && !saving())
    (await navigator.serviceWorker.ready).active?.postMessage({ engine: true });
}

/** What is loaded now stays on this device. */
export const willKeep = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null && !saving();

export async function engineIsKept(): Promise<boolean> {
  if (!('caches' in window)) return false;
  const listing = await caches.match(address('engine.json'));
  if (!listing) return false;
  const { files } = (await listing.json()) as Listing;
  const needed = Object.entries(files).filter(([kind]) => kind !== 'printing');
  const found = await Promise.all(
    needed.flatMap(([, pieces]) => pieces.map(({ name }) => caches.match(address(`engine/${name}`)))),
  );
  return found.every(Boolean);
}
