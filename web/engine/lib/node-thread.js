/* A thread of the engine in node: gives a script for a browser's worker what it needs, and runs it. */
import { cpus } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const browser = {
  self: globalThis,
  location: { href: workerData },
  navigator: { hardwareConcurrency: cpus().length },
  postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
await import(workerData);
parentPort.on('message', (data) => globalThis.onmessage({ data }));
