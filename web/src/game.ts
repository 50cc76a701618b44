// A game as the page keeps it: a value that is never changed, only replaced. What positions hold is in `facts`, which
// the engine gives anew after a reload.

import type { Facts, Line } from './desk';
import type { Side } from './position';
import { other } from './position';

export type Player = 'first' | 'second';

/** Who plays: a person, or the engine at a level (null: as strong as it can). */
export type Seat = { kind: 'human' } | { kind: 'engine'; level: number | null };

/** `turn`: ms for each turn of the engine; `clock`: ms for the game and ms added by each turn, for both. */
export type Timing = { kind: 'turn'; ms: number } | { kind: 'clock'; base: number; increment: number };

export interface Outcome {
  winner: Player;
  how: 'majority' | 'resigned' | 'time';
}

/** How probable a win of the first player was thought to be (of a player: the swap changes colours), from how many nodes,
 * and the line expected. */
export interface Chance {
  first: number;
  nodes: number;
  line: readonly string[];
}

export interface Game {
  id: string;
  date: string;
  variant: string;
  start: string | null;
  moves: readonly string[];
  /** Comments by the number of turns before them. */
  comments: Readonly<Record<number, string>>;
  seats: Readonly<Record<Player, Seat>>;
  /** Names from a record that was read; empty for the usual ones. */
  names: Readonly<Partial<Record<Player, string>>>;
  timing: Timing;
  clocks: Readonly<Record<Player, number>>;
  outcome: Outcome | null;
  /** By the number of turns before the position; longer than `moves` by one. */
  facts: readonly Facts[];
  chances: Readonly<Record<number, Chance>>;
}

export interface Setting {
  variant: string;
  start: string | null;
  seats: Readonly<Record<Player, Seat>>;
  timing: Timing;
}

export function newGame(setting: Setting, facts: Facts): Game {
  const base = setting.timing.kind === 'clock' ? setting.timing.base : 0;
  return {
    id: newId(),
    date: new Date().toISOString().slice(0, 10),
    ...setting,
    moves: [],
    comments: {},
    names: {},
    clocks: { first: base, second: base },
    outcome: majority(facts),
    facts: [facts],
    chances: {},
  };
}

export function newId(): string {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
}

export function lineAt(game: Game, at: number): Line {
  return { variant: game.variant, start: game.start, moves: game.moves.slice(0, at) };
}

export function lastIndex(game: Game): number {
  return game.facts.length - 1;
}

export function factsAt(game: Game, at: number): Facts {
  return game.facts[Math.min(at, lastIndex(game))] as Facts;
}

/** The player to move at a position. */
export function playerToMove(facts: Facts): Player {
  return facts.first ? 'first' : 'second';
}

/** The colour that a player has at a position; it changes with the swap. */
export function colourOf(player: Player, facts: Facts): Side {
  return playerToMove(facts) === player ? facts.position.side : other(facts.position.side);
}

export function opponent(player: Player): Player {
  return player === 'first' ? 'second' : 'first';
}

/** The result that the board shows. */
export function majority(facts: Facts): Outcome | null {
  return facts.winner === null ? null : { winner: facts.winner, how: 'majority' };
}

/** Plays a move at a position of the game; what was played from there before is cut off. */
export function withMove(game: Game, at: number, move: string, facts: Facts): Game {
  const kept = cut(game, at);
  return {
    ...kept,
    moves: [...kept.moves, move],
    facts: [...kept.facts, facts],
    outcome: majority(facts),
    chances: facts.winner === null ? kept.chances : { ...kept.chances, [at + 1]: decided(facts) },
  };
}

/** The game up to a position, as if nothing had come after. */
export function cut(game: Game, at: number): Game {
  if (at === game.moves.length) return { ...game, outcome: majority(factsAt(game, at)) };
  const keep = <T>(items: Readonly<Record<number, T>>) =>
    Object.fromEntries(Object.entries(items).filter(([index]) => Number(index) <= at)) as Record<number, T>;
  return {
    ...game,
    moves: game.moves.slice(0, at),
    facts: game.facts.slice(0, at + 1),
    comments: keep(game.comments),
    chances: keep(game.chances),
    outcome: majority(factsAt(game, at)),
  };
}

function decided(facts: Facts): Chance {
  return { first: facts.winner === 'first' ? 1 : 0, nodes: Number.MAX_SAFE_INTEGER, line: [] };
}

/** Black's share of a chance, by the colours that the players have at the end of the game. */
export function blackShare(game: Game, chance: Chance): number {
  const facts = factsAt(game, lastIndex(game));
  return colourOf('first', facts) === 'b' ? chance.first : 1 - chance.first;
}

/** How far to take back so that a person can choose anew: to the last earlier position with a person to move. */
export function takeBackTo(game: Game): number | null {
  for (let at = game.moves.length - 1; at >= 0; at--)
    if (game.seats[playerToMove(factsAt(game, at))].kind === 'human') return at;
  return null;
}

export function withOutcome(game: Game, outcome: Outcome): Game {
  return game.outcome === null ? { ...game, outcome } : game;
}

/** Keeps what more nodes have found; a finished game's certainty stays. */
export function withChance(game: Game, at: number, chance: Chance): Game {
  const known = game.chances[at];
  if (known !== undefined && known.nodes >= chance.nodes) return game;
  return { ...game, chances: { ...game.chances, [at]: chance } };
}

/** The time that has run goes off a player's clock; none for games without clocks. */
export function withTimeSpent(game: Game, player: Player, ms: number): Game {
  if (game.timing.kind !== 'clock') return game;
  return { ...game, clocks: { ...game.clocks, [player]: Math.max(0, game.clocks[player] - ms) } };
}

export function withIncrement(game: Game, player: Player): Game {
  if (game.timing.kind !== 'clock') return game;
  return { ...game, clocks: { ...game.clocks, [player]: game.clocks[player] + game.timing.increment } };
}

/** A finished game of the engine against itself: whoever looks at it may try other turns. */
export function isExhibit(game: Game): boolean {
  return game.outcome !== null && game.seats.first.kind === 'engine' && game.seats.second.kind === 'engine';
}

export const PEOPLE: Readonly<Record<Player, Seat>> = { first: { kind: 'human' }, second: { kind: 'human' } };

/** A person may move at this position: theirs to move, and the game not given up there. */
export function mayMove(game: Game, at: number): boolean {
  const facts = factsAt(game, at);
  if (isExhibit(game)) return !facts.over;
  if (facts.over || game.seats[playerToMove(facts)].kind !== 'human') return false;
  const last = at === game.moves.length;
  return last ? game.outcome === null : game.timing.kind === 'turn' || game.outcome !== null;
}

/** The engine is to move: at the end of a game that goes on. */
export function engineToMove(game: Game): boolean {
  const facts = factsAt(game, game.moves.length);
  return game.outcome === null && !facts.over && game.seats[playerToMove(facts)].kind === 'engine';
}
