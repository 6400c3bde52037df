// The page opens without a network, at every address; a game that a server keeps is never stored here.
const SHELF = 'page-4';
// The engine has a shelf of its own: it is large, and stays when the page changes.
const ENGINE = 'engine-1';
const BASE = new URL('./', location).pathname;
const LISTING = `${BASE}engine.json`;
// A network that is there and brings nothing is waited for so many milliseconds, where something is kept.
const PATIENCE = 4000;

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
  if (path.startsWith('assets/') || path === 'grain.png') event.respondWith(fromShelf(request, SHELF));
  else if (path.startsWith('engine/')) event.respondWith(fromShelf(request, ENGINE));
  else if (url.pathname === LISTING) event.respondWith(fresh(request, ENGINE));
  else if (request.mode === 'navigate') event.respondWith(fresh(request, SHELF, BASE));
});

// A loaded page has time to spare: every file that any screen needs is kept, so that no address is blank without a network.
self.addEventListener('message', (event) => {
  const { keep, engine } = event.data ?? {};
  if (keep) event.waitUntil(inTurn(keepPage));
  if (engine || keep) event.waitUntil(inTurn(() => keepEngine(engine)));
});

// One that began with an older listing would remove what a newer one has just fetched.
let last = Promise.resolve();
function inTurn(work) {
  last = last.then(work).catch(() => undefined);
  return last;
}

async function keepPage() {
  const names = await (await fetch(`${BASE}files.json`, { cache: 'no-cache' })).json();
  await keepThese(SHELF, ['', 'grain.png', ...names], '/api/how-to-play');
}

// One that was kept before is brought up to the page that speaks to it.
async function keepEngine(asked) {
  const shelf = await caches.open(ENGINE);
  if (!asked && !(await shelf.match(LISTING))) return;
  const answer = await fetch(LISTING, { cache: 'no-cache' });
  if (!answer.ok) return;
  const { files } = await answer.clone().json();
  const names = Object.values(files).flat().map(({ name }) => `engine/${name}`);
  await fetchMissing(shelf, names);
  await shelf.put(LISTING, answer);
  await keepThese(ENGINE, names, LISTING);
}

/** What is missing is fetched; what was kept of an older page or engine goes. */
async function keepThese(name, wanted, besides) {
  const shelf = await caches.open(name);
  await fetchMissing(shelf, wanted);
  const kept = new Set(wanted.map((path) => BASE + path));
  const stays = (url) => kept.has(new URL(url).pathname) || url.includes(besides) || url.endsWith('.woff2');
  for (const request of await shelf.keys()) if (!stays(request.url)) await shelf.delete(request);
}

async function fetchMissing(shelf, paths) {
  for (const path of paths) if (!(await shelf.match(BASE + path))) await shelf.add(BASE + path);
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
  const kept = await shelf.match(key);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await shelf.put(key, answer.clone());
    return answer;
  });
  if (!kept) return asked.catch(() => Response.error());
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([asked, late]).catch(() => kept);
}

// What the server tells a closed page. Nothing is shown to whoever has the table open before their eyes.
self.addEventListener('push', (event) => {
  const { title, body, url, tag, until } = event.data.json();
  const how = { weekday: 'short', hour: '2-digit', minute: '2-digit' };
  const time = until ? ` (→ ${new Intl.DateTimeFormat(undefined, how).format(until * 1000)})` : '';
  event.waitUntil(self.registration.showNotification(title, { body: body + time, tag, icon: `${BASE}icon-192.png`, data: { url } }));
});

// The browser may change its address: the server is told the new one, and which one it replaces.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription: old } = event;
  const again = async () => {
    const fresh = event.newSubscription ?? (await self.registration.pushManager.subscribe(old.options));
    const { endpoint, keys } = fresh.toJSON();
    const body = JSON.stringify({ endpoint, keys, kinds: ['turn'], replaces: old?.endpoint ?? null });
    await fetch(`${BASE}api/me/push`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  event.waitUntil(again());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = event.notification.data?.url;
  const back = async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    const there = url ? pages.find((page) => new URL(page.url).pathname.startsWith(url)) : pages[0];
    if (there) await there.focus();
    else await self.clients.openWindow(url ?? BASE);
  };
  event.waitUntil(back());
});
