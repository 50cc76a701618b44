// What the searching engine should do now: one job at a time, the most urgent first. Pure.

import type { State } from './state';
import type { Game, Timing } from './game';
import { engineToMove, factsAt, lastIndex, lineAt, playerToMove } from './game';
import { positionCommand } from './desk';

/** `move`: the engine's turn; `chance`: a point of the graph, soon done; `analyse`: as long as it is wanted; `glance`: a forecast. */
export type JobKind = 'move' | 'analyse' | 'glance' | 'chance';

export interface Job {
  kind: JobKind;
  /** The game's id. */
  game: string;
  at: number;
  /** Says which job it is: as long as it stays the same the search goes on. */
  key: string;
  variant: string;
  options: Record<string, string>;
  position: string;
  go: string;
  /** A search that ends sooner has nothing more to find: it counts as one of so many nodes. */
  nodes: number;
}

export const GRAPH_NODES = 2000;
export const REVIEW_NODES = 15000;
const GLANCE_NODES = 40000;
/** Enough for hours; a bound so that a forgotten page comes to rest. */
const ANALYSIS_NODES = 200_000_000;

export function chooseJob(state: State, done: ReadonlySet<string>): Job | null {
  const game = state.game;
  if (game === null) return null;
  const choices = [moveJob(state, game), chanceJob(state, game), analysisJob(state, game), glanceJob(state, game)];
  return choices.find((job) => job !== null && !done.has(job.key)) ?? null;
}

function moveJob(state: State, game: Game): Job | null {
  if (!engineToMove(game) || state.paused || !state.lead) return null;
  const at = lastIndex(game);
  const seat = game.seats[playerToMove(factsAt(game, at))];
  const level = seat.kind === 'engine' ? seat.level : null;
  return job('move', game, at, timeWords(game), { MultiPV: '1', ...levelOptions(level) });
}

function timeWords(game: Game): string {
  const timing: Timing = game.timing;
  if (timing.kind === 'turn') return `movetime ${timing.ms}`;
  const { first, second } = game.clocks;
  const time = `p1time ${Math.round(first)} p2time ${Math.round(second)}`;
  return `${time} p1inc ${timing.increment} p2inc ${timing.increment}`;
}

function levelOptions(level: number | null): Record<string, string> {
  if (level === null) return { UCI_LimitStrength: 'false' };
  return { UCI_LimitStrength: 'true', UCI_Elo: String(level) };
}

function analysisJob(state: State, game: Game): Job | null {
  if (!state.prefs.analysis || factsAt(game, state.at).over) return null;
  return job('analyse', game, state.at, `nodes ${ANALYSIS_NODES}`, { MultiPV: String(state.prefs.lines) });
}

function glanceJob(state: State, game: Game): Job | null {
  if (!state.prefs.forecast || factsAt(game, state.at).over || state.report?.forecast) return null;
  return job('glance', game, state.at, `nodes ${GLANCE_NODES}`, { MultiPV: '1' });
}

/** How many nodes every position of the game should have had: none while nobody looks at the graph. */
export function nodesWanted(state: State): number {
  return state.review ? REVIEW_NODES : state.prefs.chances ? GRAPH_NODES : 0;
}

/** Positions that lack a chance of so many nodes, the last ones first: those are looked at. */
export function missing(game: Game, nodes: number): number[] {
  const wanted: number[] = [];
  for (let at = lastIndex(game); at >= 0 && nodes > 0; at--)
    if ((game.chances[at]?.nodes ?? 0) < nodes && !factsAt(game, at).over) wanted.push(at);
  return wanted;
}

function chanceJob(state: State, game: Game): Job | null {
  const nodes = nodesWanted(state);
  const at = missing(game, nodes)[0];
  if (at === undefined) return null;
  return { ...job('chance', game, at, `nodes ${nodes}`, { MultiPV: '1' }), nodes };
}

function job(kind: JobKind, game: Game, at: number, limits: string, options: Record<string, string>): Job {
  const position = positionCommand(lineAt(game, at));
  const words = Object.values(options).join(' ');
  return {
    kind,
    game: game.id,
    at,
    // A clock runs on while the search does, so its words are not part of what makes it another job.
    key: [kind, game.id, game.variant, position, words, kind === 'move' ? '' : limits].join('|'),
    variant: game.variant,
    options: { UCI_LimitStrength: 'false', UCI_ShowClaims: 'true', ...options },
    position,
    go: `go ${limits}`,
    nodes: 0,
  };
}
