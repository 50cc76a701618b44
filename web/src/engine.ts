// Where lines go and come from, and one question after another. An engine knows one position at a time, so a
// question is a batch of lines that begins with its position; the batches never mix.

export interface Engine {
  send(line: string): void;
  terminate(): unknown;
}

export type StartEngine = (onLine: (line: string) => void) => Engine | Promise<Engine>;

interface Task {
  lines: readonly string[];
  ends: (line: string) => boolean;
  onLine: (line: string) => void;
  done: () => void;
  /** Set when nobody wants the answer any more: a search that runs is stopped, one that waits never starts. */
  cancelled: boolean;
  search: boolean;
}

export interface Search {
  /** Resolves when the search has ended, with its lines heard by then. */
  ended: Promise<void>;
  stop(): void;
}

export class Client {
  private engine: Engine | null = null;
  private readonly waiting: Task[] = [];
  private current: Task | null = null;

  constructor(start: StartEngine) {
    void Promise.resolve(start((line) => this.hear(line))).then(
      (engine) => {
        this.engine = engine;
        this.next();
      },
      () => {}, // whoever starts engines says why one did not
    );
  }

  /** Sends the lines and gives all that was said up to the answer to a last `isready`. */
  async ask(lines: readonly string[]): Promise<string[]> {
    const heard: string[] = [];
    await new Promise<void>((done) => {
      this.add({
        lines: [...lines, 'isready'],
        ends: (line) => line === 'readyok',
        onLine: (line) => heard.push(line),
        done,
        cancelled: false,
        search: false,
      });
    });
    return heard;
  }

  /** Sends the lines, the last of which is a `go`, and hands on every line up to `bestmove`. */
  search(lines: readonly string[], onLine: (line: string) => void): Search {
    let task: Task | null = null;
    const ended = new Promise<void>((done) => {
      task = { lines, ends: (line) => line.startsWith('bestmove'), onLine, done, cancelled: false, search: true };
      this.add(task);
    });
    return { ended, stop: () => task && this.cancel(task) };
  }

  terminate(): void {
    this.engine?.terminate();
  }

  private add(task: Task): void {
    this.waiting.push(task);
    this.next();
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
    for (const line of task.lines) this.engine.send(line);
  }

  private hear(line: string): void {
    const task = this.current;
    if (task === null) return;
    task.onLine(line);
    if (!task.ends(line)) return;
    this.current = null;
    task.done();
    this.next();
  }
}
