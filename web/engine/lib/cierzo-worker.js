/* A worker that is the engine: lines of the protocol go in as strings and come out as strings, one message a line. The last message is
 * an object, {end: status}. It takes the artefact with threads where the page is cross-origin isolated, unless its own address
 * says otherwise: cierzo-worker.js?threads=0 or ?threads=1. Made for module workers of browsers and for node's worker_threads. */

/* Runs a function after the messages that wait already; a timer would be kept back for 4 ms. */
function soonCaller() {
  const { port1, port2 } = new MessageChannel();
  let next;
  port1.onmessage = () => next();
  return (run) => { next = run; port2.postMessage(0); };
}

const inNode = typeof process === 'object' && Boolean(process.versions?.node);
const host = inNode ? await import('./node-host.js') : {
  listen: (receive) => self.addEventListener('message', (event) => receive(event.data)),
  post: (message) => self.postMessage(message),
  close: () => self.close(),
  soon: soonCaller(),
  /* Streaming needs the right MIME type, which not every simple server sends. */
  load: async (url) => WebAssembly.compile(await (await fetch(url)).arrayBuffer()),
  isolated: Boolean(self.crossOriginIsolated),
  wish: { 0: false, 1: true }[new URL(import.meta.url).searchParams.get('threads')],
};

/* Lines that arrive before the engine is there wait. */
const waiting = [];
let receive = (line) => waiting.push(line);
host.listen((line) => { if (typeof line === 'string') receive(line); });

/* Without threads the engine runs in turns between which messages are read. */
function turnsOf(engine) {
  let timer;
  const turn = () => {
    timer = undefined;
    engine._web_turn();
    const rest = engine._web_rest();
    if (rest === 0) host.soon(turn);
    else if (rest > 0) timer = setTimeout(turn, Math.ceil(rest));
    resting = rest !== 0;
  };
  let resting = true;
  return () => {
    if (!resting) return;
    resting = false;
    clearTimeout(timer);
    host.soon(turn);
  };
}

/* Hands a text to the engine, newline included. */
function hand(engine, text) {
  const size = engine.lengthBytesUTF8(text) + 1;
  const at = engine._malloc(size);
  if (at) engine.stringToUTF8(text, at, size);
  const taken = at && engine._web_receive(at, size - 1);
  engine._free(at);
  if (!taken) host.post('info string error: no memory for the line');
}

async function start() {
  const threads = host.wish ?? host.isolated;
  const name = threads ? 'cierzo-mt' : 'cierzo';
  const [compiled, { default: create }] = await Promise.all([host.load(new URL(`${name}.wasm`, import.meta.url)), import(`./${name}.js`)]);
  const engine = await create({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
    onText: (text) => host.post(text.replace(/\n$/, '')),
    onEnd: (status) => end(status),
    onAbort: () => end(1),
    printErr: (text) => console.error(text),
  });
  const wake = threads ? () => {} : turnsOf(engine);
  if (!engine._web_start()) throw new Error('the engine found no thread to run in');
  receive = (line) => { hand(engine, `${line}\n`); wake(); };
  for (const line of waiting.splice(0)) receive(line);
  wake();
}

function end(status) {
  receive = () => {};
  host.post({ end: status });
  host.close();
}

start().catch((error) => {
  host.post(`info string error: ${error.message}`);
  end(1);
});
