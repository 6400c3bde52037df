// The page opens without a network, at every address; the game itself is never stored.
const SHELF = 'page-2';

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
  if (event.request.method !== 'GET' || url.origin !== location.origin || (url.pathname.startsWith('/api/') && url.pathname !== '/api/how-to-play')) return;
  if (url.pathname === '/operator' || url.pathname.includes('/Operator')) return;
  if (url.pathname === '/api/how-to-play') return event.respondWith(freshRules(event.request));
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromShelf(event.request));
  else if (event.request.mode === 'navigate') event.respondWith(freshPage(event.request));
  else if (url.pathname === '/grain.svg') event.respondWith(fromShelf(event.request));
});

// A loaded page has time to spare: every file that any screen needs is kept, so that no address is blank without a network.
self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keepAll().catch(() => undefined));
});

async function keepAll() {
  const shelf = await caches.open(SHELF);
  const wanted = ['/', '/grain.svg', ...(await (await fetch('/files.json', { cache: 'no-cache' })).json())];
  for (const name of wanted) if (!(await shelf.match(name))) await shelf.add(name);
  const kept = new Set(wanted);
  for (const request of await shelf.keys()) if (!kept.has(new URL(request.url).pathname) && !request.url.includes('/api/how-to-play')) await shelf.delete(request);
}

/** Files with hashed names never change. */
async function fromShelf(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}

/** Rules that were read once can be read again without a network. */
async function freshRules(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shelf.put(request, answer.clone());
    return answer;
  } catch {
    return (await shelf.match(request)) ?? Response.error();
  }
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
