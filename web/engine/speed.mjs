/* Nodes per second of the WebAssembly engine against a native one, on one thread: `node speed.mjs NATIVE [ROUNDS [DEPTH]]`. Each round
 * runs the bench of all in turn, so that a busy machine is busy for all; what counts is the medians. Fails when the signatures differ. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createEngine } from './dist/index.js';

const [native, rounds = '5', depth = '4'] = process.argv.slice(2);
if (!native) {
  console.error('usage: node speed.mjs NATIVE [ROUNDS [DEPTH]], such as ../../build-generic/cierzo');
  process.exit(2);
}

/* The last line of a bench, `N nodes N nps`. */
function totals(line) {
  const match = /^(\d+) nodes (\d+) nps$/.exec(line);
  return match && { nodes: Number(match[1]), nps: Number(match[2]) };
}

function benchNative() {
  return new Promise((resolve, reject) => {
    const child = spawn(native, ['bench', depth], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.on('error', reject).on('close', () => reject(new Error(`${native} gives no total`)));
    createInterface({ input: child.stdout }).on('line', (line) => totals(line) && resolve(totals(line)));
  });
}

function benchWasm(threads) {
  return new Promise((resolve, reject) => {
    const engine = createEngine({
      threads,
      onLine: (line) => {
        if (!totals(line)) return;
        resolve(totals(line));
        engine.send('quit');
      },
      onEnd: () => reject(new Error('the engine gives no total')),
    });
    engine.send(`bench ${depth}`);
  });
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

const runs = { native: benchNative, 'no threads': () => benchWasm(false), threads: () => benchWasm(true) };
const speeds = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
const signatures = new Set();
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, run] of Object.entries(runs)) {
    const { nodes, nps } = await run();
    signatures.add(nodes);
    speeds[name].push(nps);
  }
}

for (const [name, list] of Object.entries(speeds)) {
  const share = Math.round((100 * median(list)) / median(speeds.native));
  console.log(`${name.padEnd(11)} ${String(median(list)).padStart(7)} nps  ${String(share).padStart(3)} %  (${list.join(' ')})`);
}
console.log(`signature ${[...signatures].join(', ')}`);
process.exitCode = signatures.size === 1 ? 0 : 1;
