/* What a browser's worker has and node's has not, for cierzo-worker.js and for the threads that it starts. */
import { readFile } from 'node:fs/promises';
import { parentPort, Worker as NodeWorker, workerData } from 'node:worker_threads';

/* A worker as browsers have it, which runs a script written for them. */
class Worker {
  constructor(url) {
    this.worker = new NodeWorker(new URL('./node-thread.js', import.meta.url), { workerData: String(url) });
    this.worker.on('message', (data) => this.onmessage?.({ data }));
    this.worker.on('error', (error) => this.onerror?.({ message: error.message, filename: String(url), lineno: 0 }));
    this.worker.unref();
  }

  postMessage(message, transfer) { this.worker.postMessage(message, transfer); }

  terminate() { this.worker.terminate(); }
}

Object.assign(globalThis, { self: globalThis, Worker, location: { href: import.meta.url } });

export const isolated = true;
export const wish = workerData?.threads; /* node drops what follows the ? of an address */
export const listen = (receive) => parentPort.on('message', receive);
export const post = (message) => parentPort.postMessage(message);
export const close = () => parentPort.close();
export const soon = setImmediate;
export const load = async (url) => WebAssembly.compile(await readFile(url));
