// Runs the jobs of jobs.ts on an engine of its own, so that the one that answers clicks is always free.

import type { Client, Search } from './engine';
import type { Job } from './jobs';
import { parseBestmove, parseForecast, parseInfo } from './protocol';
import type { Report } from './state';

export interface Listener {
  report(job: Job, report: Report): void;
  /** The job has ended by itself, not because another one was wanted. */
  ended(job: Job, move: string | null, report: Report): void;
  /** No engine could do it. */
  failed(job: Job): void;
}

export class Thinker {
  /** Started by the first job, so that the page comes up sooner. */
  private client: Client | null = null;
  private readonly startClient: () => Client;
  private readonly threads: number;
  private readonly listener: Listener;
  private readonly sent = new Map<string, string>();
  private running: { job: Job; search: Search } | null = null;
  private wanted: Job | null = null;

  constructor(startClient: () => Client, threads: number, listener: Listener) {
    this.startClient = startClient;
    this.threads = threads;
    this.listener = listener;
  }

  /** Goes on with a job that is running already; else stops what runs, then starts. */
  want(job: Job | null): void {
    this.wanted = job;
    if (this.running === null) this.start();
    else if (this.running.job.key !== job?.key) this.running.search.stop();
  }

  /** For good: nothing is heard of it any more. */
  terminate(): void {
    this.wanted = null;
    this.client?.terminate();
  }

  private start(): void {
    const job = this.wanted;
    if (job === null) return;
    let report: Report = { depth: 0, nodes: 0, speed: 0, lines: [], forecast: null };
    let move: string | null = null;
    const hear = (line: string) => {
      if (line.startsWith('bestmove')) move = parseBestmove(line);
      const heard = withLine(report, line);
      if (heard === report) return;
      report = heard;
      if (this.wanted?.key === job.key) this.listener.report(job, report);
    };
    this.client ??= this.startClient();
    const search = this.client.search([...this.changes(job), job.position, job.go], hear);
    this.running = { job, search };
    const end = (tell: () => void) => {
      this.running = null;
      if (this.wanted?.key === job.key) {
        this.wanted = null;
        tell();
      }
      if (this.running === null) this.start();
    };
    void search.ended.then(
      () => end(() => this.listener.ended(job, move, report)),
      () => end(() => this.listener.failed(job)),
    );
  }

  private changes(job: Job): string[] {
    const lines: string[] = [];
    for (const [name, value] of Object.entries({ Threads: String(this.threads), UCI_Variant: job.variant, ...job.options })) {
      if (this.sent.get(name) === value) continue;
      this.sent.set(name, value);
      lines.push(`setoption name ${name} value ${value}`);
    }
    return lines;
  }
}

/** The report with what a line adds; the same one when it adds nothing. */
export function withLine(report: Report, line: string): Report {
  const forecast = parseForecast(line);
  if (forecast !== null) return { ...report, forecast };
  const info = parseInfo(line);
  if (info === null) return report;
  const { depth, nodes, speed } = info;
  if (info.bound || info.line.length === 0) return { ...report, nodes, speed };
  const lines = report.lines.slice();
  lines[info.rank - 1] = info;
  return { ...report, depth, nodes, speed, lines: lines.filter((each) => each !== undefined) };
}
