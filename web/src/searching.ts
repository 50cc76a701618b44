// What the page does with the searching engine: has it play its turns, and keeps what it says of positions.

import type { Client } from './engine';
import { factsAt, lastIndex, withChance } from './game';
import type { Game } from './game';
import { chooseJob } from './jobs';
import type { Job } from './jobs';
import type { Report, State } from './state';
import { Thinker } from './thinker';

/** The engine waits at least so long with its move, in ms, for the eye to follow. */
const LEAST_THINKING = 450;
const REPORT_PAUSE = 100;
const MOST_REPORTS = 500;
/** What an analysis of fewer nodes says is not worth keeping. */
const LEAST_TO_KEEP = 10_000;

/** Whoever owns the state: what Searching reads of it, and the ways to change it. */
export interface Host {
  readonly state: State;
  set(patch: Partial<State>): void;
  play(move: string, at: number): Promise<void>;
  /** Another value of the game on the board, which is kept with it. */
  keep(game: Game): void;
}

export class Searching {
  private readonly host: Host;
  private readonly start: (threads: number) => Client;
  private thinker: Thinker;
  /** Keys of jobs that have ended, so that they are not begun again. */
  private readonly done = new Set<string>();
  /** Keys of jobs that no engine could do, until it is tried again. */
  private readonly failed = new Set<string>();
  private readonly reports = new Map<string, Report>();
  private timer = 0;
  /** The engine's move is found and about to be made. */
  private playing = false;

  constructor(host: Host, start: (threads: number) => Client, threads: number) {
    this.host = host;
    this.start = start;
    this.thinker = this.newThinker(threads);
  }

  /** Lets the engine do what the state asks for now; true while it is on its own turn. */
  think(state: State): boolean {
    const job = this.playing ? null : chooseJob(state, new Set([...this.done, ...this.failed]));
    this.thinker.want(job);
    return this.playing || job?.kind === 'move';
  }

  /** After a failure: what could not be done then is begun again. */
  tryAgain(): void {
    this.failed.clear();
  }

  setThreads(threads: number): void {
    this.thinker.terminate();
    this.thinker = this.newThinker(threads);
  }

  reportOf(game: Game, at: number): Report | null {
    return this.reports.get(reportKey(game, at)) ?? null;
  }

  private newThinker(threads: number): Thinker {
    return new Thinker(() => this.start(threads), threads, {
      report: (job, report) => this.hear(job, report),
      ended: (job, move, report) => void this.ended(job, move, report),
      failed: (job) => {
        this.failed.add(job.key);
        this.host.set({});
      },
    });
  }

  private hear(job: Job, report: Report): void {
    const { game, at } = this.host.state;
    if (game === null || isWeak(job) || (job.kind === 'chance' && job.at !== at)) return;
    const key = reportKey(game, job.at);
    const known = this.reports.get(key);
    // A glance or a point of the graph must not take the place of a deep analysis.
    if (job.kind !== 'analyse' && known !== undefined && known.nodes > report.nodes && known.forecast) return;
    if (this.reports.size > MOST_REPORTS) this.reports.clear();
    this.reports.set(key, { ...report, forecast: report.forecast ?? known?.forecast ?? null });
    if (job.at === at && job.kind !== 'move') this.show();
    const deeper = report.nodes > 2 * (game.chances[job.at]?.nodes ?? 0);
    if (job.kind === 'analyse' && report.nodes > LEAST_TO_KEEP && deeper) this.keepChance(job, report);
  }

  // Shallow depths come by the dozen; the eye needs ten a second at most.
  private show(): void {
    if (this.timer !== 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      const { game, at } = this.host.state;
      if (game !== null) this.host.set({ report: this.reportOf(game, at) });
    }, REPORT_PAUSE);
  }

  private async ended(job: Job, move: string | null, report: Report): Promise<void> {
    this.keepChance(job, report);
    if (job.kind === 'move' && move !== null) return this.play(move);
    this.done.add(job.key);
    this.host.set({});
  }

  private async play(move: string): Promise<void> {
    const { game } = this.host.state;
    this.playing = true;
    await new Promise((resolve) => setTimeout(resolve, LEAST_THINKING));
    const { game: now, paused } = this.host.state;
    const same = game !== null && now?.moves === game.moves && now.outcome === null && !paused;
    if (same) await this.host.play(move, lastIndex(game));
    this.playing = false;
    this.host.set({});
  }

  private keepChance(job: Job, report: Report): void {
    const { game } = this.host.state;
    const best = report.lines[0];
    if (game === null || best === undefined || isWeak(job) || job.game !== game.id || job.at > lastIndex(game)) return;
    const first = factsAt(game, job.at).first ? best.chance : 1 - best.chance;
    const nodes = Math.max(report.nodes, job.nodes);
    const kept = withChance(game, job.at, { first, nodes, line: best.line.slice(0, 6) });
    if (kept === game) return;
    this.host.keep(kept);
  }
}

/** Played below full strength, so that what it says of a position is not worth keeping. */
function isWeak(job: Job): boolean {
  return job.options['UCI_LimitStrength'] === 'true';
}

function reportKey(game: Game, at: number): string {
  return [game.variant, game.start, ...game.moves.slice(0, at)].join(' ');
}
