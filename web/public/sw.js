// The page opens without a network; the game itself is never stored.
const SHELF = 'page-1';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(others());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromShelf(event.request));
  else if (event.request.mode === 'navigate') event.respondWith(freshPage(event.request));
});

self.addEventListener('message', (event) => {
  const files = (event.data?.keep ?? []).filter((name) => new URL(name).pathname.startsWith('/assets/'));
  const keep = async () => {
    const shelf = await caches.open(SHELF);
    for (const name of ['/', ...files]) if (!(await shelf.match(name))) await shelf.add(name);
  };
  event.waitUntil(keep().catch(() => undefined));
});

/** Files with hashed names never change. */
async function fromShelf(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}

async function freshPage(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shelf.put('/', answer.clone());
    return answer;
  } catch {
    return (await shelf.match('/')) ?? Response.error();
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const back = async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    if (pages[0]) await pages[0].focus();
    else await self.clients.openWindow('/');
  };
  event.waitUntil(back());
});
