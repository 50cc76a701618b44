/* An engine to talk to in tests: what it says is kept, and waited for with patience. */
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createEngine } from '../dist/index.js';

const PATIENCE_MS = 120_000;

export class Session {
  lines = [];
  #read = 0;
  #waiting = null;

  constructor(options) {
    this.engine = createEngine({
      ...options,
      onLine: (line) => { this.lines.push(line); this.#look(); },
      onEnd: (status, error) => { this.end = { status, error }; this.#look(); },
    });
  }

  send(...lines) { for (const line of lines) this.engine.send(line); }

  /* The lines not read yet, up to the first that matches; a string must be the whole line. Rejects when the engine ends before, or nothing comes. */
  until(pattern) {
    const matches = (line) => (typeof pattern === 'string' ? line === pattern : pattern.test(line));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(reject, new Error(`no ${pattern} after\n${this.lines.slice(-5).join('\n')}`)), PATIENCE_MS);
      this.#waiting = { matches, resolve, reject, timer };
      this.#look();
    });
  }

  /* The engine's end, with the lines not read yet before it. */
  async ended() {
    await this.until(/^$/).catch((error) => { if (!this.end) throw error; });
    return this.end;
  }

  /* All answers to `lines`, up to those of an isready behind them. */
  async ask(...lines) {
    this.send(...lines, 'isready');
    return (await this.until('readyok')).slice(0, -1);
  }

  async quit() {
    if (!this.end) this.send('quit');
    return this.ended();
  }

  #settle(how, what) {
    clearTimeout(this.#waiting.timer);
    this.#waiting = null;
    how(what);
  }

  #look() {
    if (!this.#waiting) return;
    for (let i = this.#read; i < this.lines.length; i++) {
      if (!this.#waiting.matches(this.lines[i])) continue;
      const found = this.lines.slice(this.#read, i + 1);
      this.#read = i + 1;
      this.#settle(this.#waiting.resolve, found);
      return;
    }
    if (this.end) this.#settle(this.#waiting.reject, this.end.error ?? new Error(`the engine has ended with ${this.end.status}`));
  }
}

/* What the native engine, CIERZO of the environment, prints for these lines before the end of its input. */
export async function native(...lines) {
  const child = spawn(process.env.CIERZO, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${lines.join('\n')}\n`);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => { text += part; });
  await once(child, 'close');
  return text.trimEnd().split('\n');
}
