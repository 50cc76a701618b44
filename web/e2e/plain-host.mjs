// The built page as a plain host serves it: in a folder, without the headers that threads need.

import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { PLAIN } from './hosts.mjs';

await preview({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  base: new URL(PLAIN.url).pathname,
  appType: 'mpa',
  preview: { port: PLAIN.port, strictPort: true },
});
