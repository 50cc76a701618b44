/* createEngine: the engine in a worker, in a browser or in node. */

const inNode = typeof process === 'object' && Boolean(process.versions?.node);

/* A worker of either kind as one: {post, terminate}, and the functions it calls. */
async function open(url, threads, onMessage, onError, onExit) {
  if (inNode) {
    const { Worker } = await import('node:worker_threads');
    const worker = new Worker(url, { workerData: { threads } });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    return worker;
  }
  const worker = new Worker(url, { type: 'module', name: 'cierzo' });
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => onError(new Error(event.message || `${url} cannot be loaded`));
  return worker;
}

export function createEngine({ threads, onLine = () => {}, onEnd = () => {}, base = import.meta.url } = {}) {
  const url = new URL('./cierzo-worker.js', base);
  if (threads !== undefined) url.searchParams.set('threads', threads ? '1' : '0');
  let ended = false;
  const finish = (status, error) => {
    if (ended) return;
    ended = true;
    onEnd(status, error);
  };
  const onMessage = (message) => {
    if (ended) return;
    if (typeof message === 'string') onLine(message);
    else finish(message.end);
  };
  const opening = open(url, threads, onMessage, (error) => finish(1, error), () => finish(1));
  return {
    send(line) { opening.then((worker) => { if (!ended) worker.postMessage(String(line)); }); },
    terminate() {
      ended = true;
      return opening.then((worker) => worker.terminate()).then(() => {});
    },
  };
}
