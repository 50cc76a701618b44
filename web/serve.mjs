// Serves the built page: node serve.mjs [PORT]. The headers make it cross-origin isolated, so that the engine may use threads.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('./dist/', import.meta.url));
const port = Number(process.argv[2] ?? 8080);
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The file behind an address, or null where there is none inside the folder. */
function fileOf(address) {
  const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  const file = join(root, normalize(path.endsWith('/') ? `${path}index.html` : path));
  return file.startsWith(root) && existsSync(file) && statSync(file).isFile() ? file : null;
}

function answer(request, response) {
  let file = null;
  try {
    file = fileOf(request.url);
  } catch {
    // An address that cannot be decoded names no file.
  }
  if (file === null) return response.writeHead(404).end('not found\n');
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cache-Control': 'no-cache',
  });
  createReadStream(file).pipe(response);
}

const server = createServer(answer);
server.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => console.log(`Cierzo: http://localhost:${server.address().port}/`));
