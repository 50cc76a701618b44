// Puts the service worker beside the built page, with the list of all its files and what each must hold.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('./offline-worker.js', import.meta.url));
const NAME = 'offline-worker.js';

/** Every file by its path, and its hash as `fetch` checks it; the page itself by the path of its folder. */
export function hashes(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
  const files = paths.filter((path) => path !== NAME && !path.endsWith('LICENSE')).sort();
  const hash = (path: string) => `sha256-${createHash('sha256').update(readFileSync(join(folder, path))).digest('base64')}`;
  return Object.fromEntries(files.map((path) => [path === 'index.html' ? '' : path.replaceAll('\\', '/'), hash(path)]));
}

export function workerText(files: Record<string, string>): string {
  const list = JSON.stringify(files, null, 1);
  const version = createHash('sha256').update(list).digest('hex').slice(0, 16);
  return readFileSync(source, 'utf8')
    .replace(/^const FILES = .*$/m, () => `const FILES = ${list};`)
    .replace(/^const VERSION = .*$/m, `const VERSION = '${version}';`);
}

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    writeBundle({ dir }) {
      if (dir === undefined) this.error('there is no folder to put the service worker in');
      writeFileSync(join(dir, NAME), workerText(hashes(dir)));
    },
  };
}
