// A position's text, taken apart so that it can be shown. Whether it is a legal one only the engine can say.

import { squareName } from './squares';

export type Side = 'b' | 'w';
/** A stone, an unclaimed shooter, or a shooter claimed by Black or White. */
export type Piece = 'b' | 'w' | 's' | 'B' | 'W';

export interface Position {
  size: number;
  pieces: Map<string, Piece>;
  side: Side;
  swap: '?' | 'x' | '-';
  turn: number;
}

export function other(side: Side): Side {
  return side === 'b' ? 'w' : 'b';
}

export function parsePosition(text: string): Position {
  const [board = '', side = 'b', swap = '-', turn = '1'] = text.trim().split(/\s+/);
  const ranks = board.split('/');
  const pieces = new Map<string, Piece>();
  ranks.forEach((rank, index) => readRank(rank, ranks.length - 1 - index, pieces));
  return { size: ranks.length, pieces, side: side as Side, swap: swap as Position['swap'], turn: Number(turn) };
}

function readRank(text: string, rank: number, pieces: Map<string, Piece>): void {
  let file = 0;
  for (const part of text.match(/\d+|./g) ?? []) {
    if (/\d/.test(part)) file += Number(part);
    else pieces.set(squareName(file++, rank), part as Piece);
  }
}

/** Looks like a position: enough to tell it from a game or a list of moves, not enough to trust it. */
export function looksLikePosition(text: string): boolean {
  return /^\s*[\dbwsBW/]*\/[\dbwsBW/]*(\s+[bw]\s+[?x-]\s+\d+)?\s*$/.test(text);
}

export function count(position: Position, piece: Piece): number {
  let n = 0;
  for (const each of position.pieces.values()) if (each === piece) n++;
  return n;
}
