// Keeps the page and the engine for when there is no network. One version of all files is fetched as a whole, each checked by
// its hash: where one is missing or is another one, nothing has changed. A newer version waits until the last tab that
// shows the page is closed, so that a page never gets an engine of another version. FILES is put in by offline.ts.

const FILES = /* path: integrity */ {};
const VERSION = '';

const scope = self.registration.scope;
const OURS = `cierzo ${scope} `;
const cacheName = OURS + VERSION;

async function fill() {
  const cache = await caches.open(cacheName);
  try {
    await Promise.all(Object.entries(FILES).map(([path, integrity]) => take(cache, path, integrity)));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

async function take(cache, path, integrity) {
  const address = new URL(path, scope).href;
  const response = await fetch(address, { integrity, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await cache.put(address, response);
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== cacheName).map((name) => caches.delete(name)));
}

/** The path of one of the files, or null for anything else. */
function pathOf(address) {
  const { origin, pathname } = new URL(address);
  const file = origin + pathname;
  if (!file.startsWith(scope)) return null;
  const path = file.slice(scope.length).replace(/^index\.html$/, '');
  return path in FILES ? path : null;
}

async function answer(request, path) {
  const cache = await caches.open(cacheName);
  const found = await cache.match(new URL(path, scope).href);
  if (found === undefined) return fetch(request);
  // Without an address of its own it has that of the request, whose words behind `?` the engine's worker reads.
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers: found.headers });
}

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('fetch', (event) => {
  const path = event.request.method === 'GET' ? pathOf(event.request.url) : null;
  if (path !== null) event.respondWith(answer(event.request, path));
});
// A page that was there before says which it is: one of this version need not be loaded again to be served from here.
self.addEventListener('message', (event) => {
  if (pathOf(String(event.data)) !== null) event.waitUntil(self.clients.claim());
});
