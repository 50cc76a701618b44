// While developing: the native engine in place of the one for the web, when NATIVE_ENGINE names it. Never part of a build.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Plugin } from 'vite';

export function nativeEngine(program: string): Plugin {
  const engines = new Map<string, ChildProcess>();
  return {
    name: 'native-engine',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/native/lines', (request, response) => {
        const id = new URL(request.url ?? '', 'http://x').searchParams.get('id') ?? '';
        const engine = spawn(program);
        engines.set(id, engine);
        response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
        response.write('\n');
        engine.stdout.pipe(response);
        response.on('close', () => {
          engines.delete(id);
          engine.stdin.end('quit\n');
        });
      });
      server.middlewares.use('/native/send', (request, response) => {
        const engine = engines.get(new URL(request.url ?? '', 'http://x').searchParams.get('id') ?? '');
        request.on('data', (data: Buffer) => engine?.stdin?.write(data));
        request.on('end', () => response.writeHead(204).end());
      });
    },
  };
}
