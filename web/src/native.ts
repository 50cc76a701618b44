// The page's end of dev/bridge.ts.

import type { Engine } from './engine';

export async function startNative(onLine: (line: string) => void): Promise<Engine> {
  const id = String(Math.random());
  const response = await fetch(`native/lines?id=${id}`);
  void read(response, onLine);
  let sending: Promise<unknown> = Promise.resolve();
  return {
    send(line) {
      sending = sending.then(() => fetch(`native/send?id=${id}`, { method: 'POST', body: `${line}\n` }));
    },
    terminate() {},
  };
}

async function read(response: Response, onLine: (line: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    lines.filter((line) => line !== '').forEach(onLine);
  }
}
