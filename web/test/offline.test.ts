import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { hashes, workerText } from '../offline';

const folder = mkdtempSync(join(tmpdir(), 'cierzo-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'engine'));
for (const [path, text] of [['index.html', 'page'], ['engine/cierzo.wasm', 'engine'], ['LICENSE', 'MIT'], ['offline-worker.js', 'before']] as const)
  writeFileSync(join(folder, path), text);

const SCOPE = 'https://example.org/games/';
const PAGE = SCOPE;
const ENGINE = `${SCOPE}engine/cierzo.wasm`;

type Stored = Map<string, Map<string, Response>>;
interface Fetched {
  integrity: string;
}

/** A browser around the worker: its caches, and a network that gives files or fails. */
function browser(text: string, caches: Stored, network: (address: string, options: Fetched) => Response) {
  const handlers = new Map<string, (event: object) => void>();
  let claimed = false;
  runInNewContext(text, {
    self: {
      registration: { scope: SCOPE },
      addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
      clients: { claim: () => (claimed = true) },
    },
    caches: {
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
      open: async (name: string) => {
        const files = caches.get(name) ?? new Map<string, Response>();
        caches.set(name, files);
        return { put: async (key: string, value: Response) => void files.set(key, value), match: async (key: string) => files.get(key)?.clone() };
      },
    },
    fetch: async (address: string, options: Fetched) => network(address, options),
    URL,
    Response,
  });
  const send = async (name: string, event: object = {}) => {
    let waits: unknown;
    handlers.get(name)?.({ ...event, waitUntil: (promise: unknown) => (waits = promise), respondWith: (promise: unknown) => (waits = promise) });
    return waits;
  };
  const get = (url: string, method = 'GET') => send('fetch', { request: { url, method } }) as Promise<Response | undefined>;
  return { send, get, claimed: () => claimed };
}

const texts: Record<string, string> = { [PAGE]: 'page', [ENGINE]: 'engine' };
const online = (address: string) => new Response(texts[address] ?? '', { status: address in texts ? 200 : 404, headers: { 'X-Kept': 'yes' } });

describe('the page without a network', () => {
  const files = hashes(folder);
  const text = workerText(files);

  it('lists every file but the licence and itself, with its hash', () => {
    expect(Object.keys(files)).toEqual(['engine/cierzo.wasm', '']);
    expect(files['']).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
    expect(text).not.toContain("VERSION = ''");
  });

  it('is kept, checked by hashes, and given with its headers, whatever stands behind ?', async () => {
    const asked: string[] = [];
    const { send, get } = browser(text, new Map(), (address, { integrity }) => {
      asked.push(integrity);
      return online(address);
    });
    await send('install');
    expect(asked.sort()).toEqual(Object.values(files).sort());
    for (const [address, body] of [[PAGE, 'page'], [`${PAGE}index.html`, 'page'], [`${ENGINE}?threads=0`, 'engine']] as const) {
      const response = await get(address);
      expect(await response?.text()).toBe(body);
      expect(response?.headers.get('X-Kept')).toBe('yes');
      expect(response?.url).toBe('');
    }
    expect(await get(`${SCOPE}other`)).toBeUndefined();
    expect(await get('https://example.org/games')).toBeUndefined();
    expect(await get(PAGE, 'POST')).toBeUndefined();
  });

  it('is kept whole or not at all, and an older version stays where the newer one cannot be had', async () => {
    const caches: Stored = new Map([[`cierzo ${SCOPE} older`, new Map()], ['of another page', new Map()]]);
    for (const fail of [(address: string) => new Response('', { status: address === ENGINE ? 404 : 200 }), () => { throw new TypeError('integrity'); }]) {
      const { send } = browser(text, caches, fail);
      await expect(send('install')).rejects.toThrow();
      expect([...caches.keys()]).toEqual([`cierzo ${SCOPE} older`, 'of another page']);
    }
    const { send } = browser(text, caches, online);
    await send('install');
    expect(caches.size).toBe(3);
    await send('activate');
    expect(caches.has(`cierzo ${SCOPE} older`)).toBe(false);
    expect(caches.size).toBe(2);
  });

  it('serves a page that was there before only if that is of the same version', async () => {
    const { send, claimed } = browser(text, new Map(), online);
    await send('message', { data: `${SCOPE}assets/index-older.js` });
    expect(claimed()).toBe(false);
    await send('message', { data: ENGINE });
    expect(claimed()).toBe(true);
  });
});
