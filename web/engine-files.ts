// The engine's files go beside the page as they are: its worker fetches them by their names when it starts.

import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('./engine/dist/', import.meta.url));
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

function files(): string[] {
  const all = existsSync(folder) ? readdirSync(folder) : [];
  return all.filter((name) => !name.startsWith('node-') && !name.endsWith('.d.ts'));
}

export function engineFiles(): Plugin {
  return {
    name: 'engine-files',
    configureServer(server) {
      server.middlewares.use('/engine', (request, response, next) => {
        const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
        if (!files().includes(name)) return next();
        for (const [name, value] of Object.entries(server.config.server.headers ?? {})) response.setHeader(name, value ?? '');
        response.setHeader('Content-Type', TYPES[extname(name)] ?? 'text/plain');
        createReadStream(join(folder, name)).pipe(response);
      });
    },
    generateBundle() {
      if (files().length === 0) this.error('web/engine/dist is empty: run scripts/web-engine.sh first');
      for (const name of files())
        this.emitFile({ type: 'asset', fileName: `engine/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}
