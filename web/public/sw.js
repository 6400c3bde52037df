// The page opens without a network, at every address; a game that a server keeps is never stored here.
const SHELF = 'page-3';
// The engine has a shelf of its own: it is large, and stays when the page changes.
const ENGINE = 'engine-1';
const BASE = new URL('./', location).pathname;
const LISTING = `${BASE}engine.json`;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name !== SHELF && name !== ENGINE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(others());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if ((path.startsWith('api/') && path !== 'api/how-to-play') || path === 'operator' || path.includes('/Operator')) return;
  if (path === 'api/how-to-play') return event.respondWith(fresh(request, SHELF));
  if (path.startsWith('assets/') || path === 'grain.svg') event.respondWith(fromShelf(request, SHELF));
  else if (path.startsWith('engine/')) event.respondWith(fromShelf(request, ENGINE));
  else if (url.pathname === LISTING) event.respondWith(fresh(request, ENGINE));
  else if (request.mode === 'navigate') event.respondWith(fresh(request, SHELF, BASE));
});

// A loaded page has time to spare: every file that any screen needs is kept, so that no address is blank without a network.
self.addEventListener('message', (event) => {
  const { keep, engine } = event.data ?? {};
  if (keep) event.waitUntil(keepPage().catch(() => undefined));
  if (engine) event.waitUntil(keepEngine().catch(() => undefined));
});

async function keepPage() {
  const names = await (await fetch(`${BASE}files.json`, { cache: 'no-cache' })).json();
  await keepThese(SHELF, ['', 'grain.svg', ...names], '/api/how-to-play');
}

async function keepEngine() {
  const answer = await fetch(LISTING, { cache: 'no-cache' });
  if (!answer.ok) return;
  await (await caches.open(ENGINE)).put(LISTING, answer.clone());
  const { files } = await answer.json();
  await keepThese(ENGINE, Object.values(files).flat().map(({ name }) => `engine/${name}`), LISTING);
}

/** What is missing is fetched; what was kept of an older page or engine goes. */
async function keepThese(name, wanted, besides) {
  const shelf = await caches.open(name);
  const kept = new Set(wanted.map((path) => BASE + path));
  for (const path of kept) if (!(await shelf.match(path))) await shelf.add(path);
  for (const request of await shelf.keys()) if (!kept.has(new URL(request.url).pathname) && !request.url.includes(besides)) await shelf.delete(request);
}

/** Files with hashed names never change. */
async function fromShelf(request, name) {
  const shelf = await caches.open(name);
  const kept = await shelf.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request.url, answer.clone());
  return answer;
}

/** What may change is asked for, and what was read once can be read again without a network. */
async function fresh(request, name, key = request.url) {
  const shelf = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shelf.put(key, answer.clone());
    return answer;
  } catch {
    return (await shelf.match(key)) ?? Response.error();
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const back = async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    if (pages[0]) await pages[0].focus();
    else await self.clients.openWindow(BASE);
  };
  event.waitUntil(back());
});
