// The engine itself, as node runs it: for tests of what rests on its answers. `web.sh check` has built it.

import { createEngine } from '../engine/dist/index.js';
import { Client } from '../src/engine';
import { Desk } from '../src/desk';

export function realDesk(): { desk: Desk; close: () => void } {
  const start = (onLine: (line: string) => void, onEnd: (reason: string) => void) =>
    createEngine({ threads: false, onLine, onEnd: (status, error) => onEnd(error?.message ?? String(status)) });
  const client = new Client(start);
  return { desk: new Desk(client), close: () => client.terminate() };
}
