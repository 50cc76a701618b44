// Lines of the engine, taken apart. Pure: nothing here knows where lines come from, or keeps anything.

import { isSquare } from './squares';
import type { Side } from './position';

/** What can follow a partial turn; lists that the engine left out are empty. */
export interface Next {
  shooters: string[];
  targets: string[];
  shots: string[];
  stones: string[];
  swap: boolean;
  complete: boolean;
}

export interface Group {
  side: Side;
  size: number;
  squares: string[];
}

/** A shooter claimed in the last turn, and the largest groups beside it, which decided it. */
export interface Claim {
  square: string;
  side: Side;
  black: number;
  white: number;
}

export interface Info {
  depth: number;
  rank: number;
  /** Probability that the side to move wins. */
  chance: number;
  mate: number | null;
  nodes: number;
  speed: number;
  time: number;
  bound: boolean;
  line: string[];
}

export const NOTHING_NEXT: Next = { shooters: [], targets: [], shots: [], stones: [], swap: false, complete: false };

/** The engine takes the partial turn: something can follow, or it is one already. */
export function canFollow(next: Next): boolean {
  return next.complete || next.swap || [next.shooters, next.targets, next.shots, next.stones].some((list) => list.length > 0);
}

export function parseNext(line: string): Next {
  const next: Next = { shooters: [], targets: [], shots: [], stones: [], swap: false, complete: false };
  let list: string[] = [];
  for (const word of line.split(/\s+/).slice(1)) {
    if (word === 'swap' || word === 'complete') next[word] = true;
    else if (word === 'shooters' || word === 'targets' || word === 'shots' || word === 'stones') list = next[word];
    else if (isSquare(word)) list.push(word);
  }
  return next;
}

export function parseGroups(line: string): Group[] {
  const groups: Group[] = [];
  const words = line.split(/\s+/).slice(1);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (isSquare(word)) groups.at(-1)?.squares.push(word);
    else groups.push({ side: word as Side, size: Number(words[++i]), squares: [] });
  }
  return groups;
}

export function parseClaims(line: string): Claim[] {
  const words = line.split(/\s+/).slice(1);
  const claims: Claim[] = [];
  for (let i = 0; i + 3 < words.length; i += 4)
    claims.push({
      square: words[i] as string,
      side: words[i + 1] as Side,
      black: Number(words[i + 2]),
      white: Number(words[i + 3]),
    });
  return claims;
}

/** `info string claims SQ P …`: how probable it is that Black gets each shooter. Null for any other line. */
export function parseForecast(line: string): Map<string, number> | null {
  if (!line.startsWith('info string claims')) return null;
  const words = line.split(/\s+/).slice(3);
  const forecast = new Map<string, number>();
  for (let i = 0; i + 1 < words.length; i += 2) forecast.set(words[i] as string, Number(words[i + 1]));
  return forecast;
}

/** The winning probability that a score in hundredths stands for. */
export function chanceOf(cp: number): number {
  return 1 / (1 + 10 ** (-cp / 400));
}

/** An `info` line with a score; null for any other. */
export function parseInfo(line: string): Info | null {
  const words = line.split(/\s+/);
  if (words[0] !== 'info' || words[1] === 'string' || !words.includes('score')) return null;
  const after = (name: string) => Number(words[words.indexOf(name) + 1]);
  const number = (name: string, otherwise: number) => (words.includes(name) ? after(name) : otherwise);
  const mate = words.includes('mate') ? after('mate') : null;
  const pv = words.indexOf('pv');
  return {
    depth: number('depth', 0),
    rank: number('multipv', 1),
    chance: mate === null ? chanceOf(number('cp', 0)) : mate > 0 ? 1 : 0,
    mate,
    nodes: number('nodes', 0),
    speed: number('nps', 0),
    time: number('time', 0),
    bound: words.includes('lowerbound') || words.includes('upperbound'),
    line: pv < 0 ? [] : words.slice(pv + 1),
  };
}

/** The move of a `bestmove` line, null where there is none to make. */
export function parseBestmove(line: string): string | null {
  const move = line.split(/\s+/)[1];
  return move === undefined || move === '(none)' ? null : move;
}

/** The text behind `info string error:`, or null. */
export function errorOf(line: string): string | null {
  return line.startsWith('info string error:') ? line.slice('info string error:'.length).trim() : null;
}

/** What the handshake says of one option. */
export interface Option {
  type: string;
  min: number;
  max: number;
  values: string[];
}

export function parseOption(line: string): [string, Option] | null {
  const match = /^option name (.+?) type (\S+)(.*)$/.exec(line);
  if (match === null) return null;
  const [, name = '', type = '', rest = ''] = match;
  const number = (word: string) => Number(new RegExp(`\\b${word} (-?\\d+)`).exec(rest)?.[1] ?? 0);
  const values = [...rest.matchAll(/\bvar (\S+)/g)].map((found) => found[1] ?? '');
  return [name, { type, min: number('min'), max: number('max'), values }];
}

/** Squares that the drawing of `d` leaves blank: corners that this rule set does without. */
export function parseRemoved(lines: readonly string[]): string[] {
  const removed: string[] = [];
  for (const line of lines) {
    const match = /^\s?(\d+) ( .*)$/.exec(line);
    if (match === null) continue;
    const cells = match[2] as string;
    for (let file = 0; file * 2 + 1 < cells.length; file++)
      if (cells[file * 2 + 1] === ' ') removed.push(String.fromCharCode(97 + file) + match[1]);
  }
  return removed;
}

/** How many shooters the rule set has, from the line of `d` that counts the claimed ones. */
export function parseTotal(lines: readonly string[]): number {
  for (const line of lines) {
    const match = /claimed shooters .* of (\d+);/.exec(line);
    if (match !== null) return Number(match[1]);
  }
  return 0;
}
