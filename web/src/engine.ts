// Where lines go and come from, and one question after another. An engine knows one position at a time, so a
// question is a batch of lines that begins with its position; the batches never mix. An engine that ends or falls silent is
// replaced by a new one, which gets the options of the old one and the question that it was at.

import { errorOf } from './protocol';

export interface Engine {
  send(line: string): void;
  terminate(): unknown;
}

/** Starts an engine that says lines, and its reason when it ends by itself. */
export type StartEngine = (onLine: (line: string) => void, onEnd: (reason: string) => void) => Engine | Promise<Engine>;

/** `restarted`: a new engine goes on; `failed`: none could be started, and what was asked fails; `well`: it answers again. */
export type Health = { kind: 'restarted' } | { kind: 'failed'; reason: string } | { kind: 'well' };

interface Task {
  lines: readonly string[];
  ends: (line: string) => boolean;
  onLine: (line: string) => void;
  /** What was heard so far counts no more: it is asked again. */
  again: () => void;
  done: () => void;
  fail: (error: Error) => void;
  /** Set when nobody wants the answer any more: a search that runs is stopped, one that waits never starts. */
  cancelled: boolean;
  search: boolean;
  /** How many engines have ended at it. */
  ended: number;
}

export interface Search {
  /** Resolves when the search has ended, with its lines heard by then; rejects when no engine could do it. */
  ended: Promise<void>;
  stop(): void;
}

/** Silence is counted in such steps, in ms, and so not while the browser lets the page sleep. */
const STEP = 5000;
/** A search that says nothing for so many steps is asked whether it is there. */
const ASKED = 2;
const SILENT = 9;
/** The first answer may have to wait for the engine to be fetched. */
const SILENT_AT_FIRST = 24;
/** Starts that come to nothing, one after the other, before it is given up, and the pause before each, in ms. */
const PAUSES = [0, 1000, 3000];
/** So many engines may end at one question. */
const MOST_ENDED = 2;

export class Client {
  private readonly start: StartEngine;
  private readonly tell: (health: Health) => void;
  private engine: Engine | null = null;
  /** Counts engines: of those before nothing is heard. */
  private life = 0;
  private readonly waiting: Task[] = [];
  private current: Task | null = null;
  private readonly options = new Map<string, string>();
  private quiet = 0;
  private answered = false;
  /** Answers to come to questions whether it is there. */
  private owed = 0;
  private starts = 0;
  private down = false;
  private reason: string | null = null;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(start: StartEngine, tell: (health: Health) => void = () => undefined) {
    this.start = start;
    this.tell = tell;
    this.timer = setInterval(() => this.listen(), STEP);
    this.begin();
  }

  /** Sends the lines and gives all that was said up to the answer to a last `isready`. */
  async ask(lines: readonly string[]): Promise<string[]> {
    const heard: string[] = [];
    const question = { lines: [...lines, 'isready'], ends: (line: string) => line === 'readyok', search: false };
    const again = () => void heard.splice(0);
    await new Promise<void>((done, fail) => this.add({ ...question, ...NEW, onLine: (line) => heard.push(line), again, done, fail }));
    return heard;
  }

  /** Sends the lines, the last of which is a `go`, and hands on every line up to `bestmove`. */
  search(lines: readonly string[], onLine: (line: string) => void): Search {
    let task: Task | null = null;
    const ended = new Promise<void>((done, fail) => {
      const ends = (line: string) => line.startsWith('bestmove');
      task = { lines, ends, onLine, again: () => undefined, done, fail, search: true, ...NEW };
      this.add(task);
    });
    return { ended, stop: () => task && this.cancel(task) };
  }

  terminate(): void {
    this.life++;
    clearInterval(this.timer);
    this.engine?.terminate();
  }

  private begin(): void {
    const life = ++this.life;
    const alive = () => life === this.life;
    this.engine = null;
    this.quiet = 0;
    this.owed = 0;
    this.answered = false;
    const start = () =>
      this.start(
        (line) => alive() && this.hear(line),
        (reason) => alive() && this.ended(reason),
      );
    void new Promise<Engine>((resolve) => resolve(start())).then(
      (engine) => (alive() ? this.use(engine) : engine.terminate()),
      (error) => alive() && this.ended(error instanceof Error ? error.message : String(error)),
    );
  }

  private use(engine: Engine): void {
    this.engine = engine;
    for (const line of this.options.values()) engine.send(line);
    this.next();
  }

  // The engine has ended, could not be started, or says nothing.
  private ended(reason: string): void {
    const life = ++this.life;
    this.engine?.terminate();
    this.engine = null;
    if (this.answered) this.tell({ kind: 'restarted' });
    this.putBack(this.reason ?? reason);
    const pause = isHopeless(this.reason ?? reason) ? undefined : PAUSES[this.starts++];
    if (pause === undefined) this.giveUp(this.reason ?? reason);
    else setTimeout(() => life === this.life && this.begin(), pause);
  }

  // The question that it was at is the next one again, unless it is what ends engines.
  private putBack(reason: string): void {
    const task = this.current;
    this.current = null;
    if (task === null) return;
    task.again();
    if (++task.ended < MOST_ENDED || !this.answered) this.waiting.unshift(task);
    else task.fail(new Error(reason));
  }

  // For now: the next question is a reason to try again.
  private giveUp(reason: string): void {
    this.down = true;
    this.tell({ kind: 'failed', reason });
    for (const task of this.waiting.splice(0)) task.fail(new Error(reason));
  }

  private add(task: Task): void {
    this.waiting.push(task);
    if (!this.down) return this.next();
    this.down = false;
    this.starts = 0;
    this.begin();
  }

  private cancel(task: Task): void {
    task.cancelled = true;
    if (task === this.current) this.engine?.send('stop');
  }

  private next(): void {
    if (this.engine === null || this.current !== null) return;
    const task = this.waiting.shift();
    if (task === undefined) return;
    if (task.cancelled) {
      task.done();
      return this.next();
    }
    this.current = task;
    this.quiet = 0;
    for (const line of task.lines) {
      const name = /^setoption name (.+) value /.exec(line)?.[1];
      if (name !== undefined) this.options.set(name, line);
      this.engine.send(line);
    }
  }

  private hear(line: string): void {
    this.quiet = 0;
    if (line === 'readyok' && this.owed > 0) return void this.owed--;
    // A worker that cannot start says why, and ends.
    this.reason = this.answered ? null : errorOf(line);
    if (this.reason === null) this.isWell();
    const task = this.current;
    if (task === null) return;
    task.onLine(line);
    if (!task.ends(line)) return;
    this.current = null;
    task.done();
    this.next();
  }

  private isWell(): void {
    if (this.answered) return;
    this.answered = true;
    this.starts = 0;
    this.tell({ kind: 'well' });
  }

  private listen(): void {
    if (this.down || (this.engine !== null && this.current === null)) return;
    this.quiet++;
    if (this.quiet >= (this.answered ? SILENT : SILENT_AT_FIRST)) return this.ended('no answer');
    if (this.quiet !== ASKED || !this.current?.search) return;
    this.owed++;
    this.engine?.send('isready');
  }
}

const NEW = { cancelled: false, ended: 0 };

/** What another start would not change. */
function isHopeless(reason: string): boolean {
  return /WebAssembly/i.test(reason);
}
