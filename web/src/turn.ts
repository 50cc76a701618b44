// A turn while it is being put together: click by click, from what the engine says can follow. Pure.

import type { Facts } from './desk';
import type { Next } from './protocol';
import type { Piece } from './position';

/** `shooter`: picked, may go somewhere; `stay`: picked, shoots from where it stands; `moved`: has gone, must shoot. */
export type Draft =
  | { stage: 'none' }
  | { stage: 'shooter'; from: string }
  | { stage: 'stay'; from: string }
  | { stage: 'moved'; from: string; to: string }
  | { stage: 'setup'; squares: readonly string[] };

export type Step = { draft: Draft } | { move: string };

export const NO_DRAFT: Draft = { stage: 'none' };

/** During setup only placing can follow; in play there is always something to shoot at. */
export function isSetup(facts: Facts): boolean {
  return !facts.over && facts.next.shots.length === 0 && facts.next.shooters.length > 0;
}

/** The partial turn in the engine's words. */
export function partialOf(draft: Draft): string {
  switch (draft.stage) {
    case 'none':
      return '';
    case 'shooter':
    case 'stay':
      return draft.from;
    case 'moved':
      return `${draft.from}-${draft.to}`;
    case 'setup':
      return draft.squares.join(',');
  }
}

/** What a click on a square can mean now, by square: shown as marks, and said to screen readers. */
export type Mark = 'pick' | 'target' | 'shot' | 'place' | 'stone';

export function marksOf(draft: Draft, next: Next, facts: Facts): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const put = (squares: readonly string[], mark: Mark) => squares.forEach((square) => marks.set(square, mark));
  if (facts.over) return marks;
  if (isSetup(facts)) {
    put(next.shooters, 'place');
    put(next.stones, 'stone');
    return marks;
  }
  put(facts.next.shooters, 'pick');
  if (draft.stage === 'shooter') put(next.targets, 'target');
  else if (draft.stage === 'moved') {
    marks.delete(draft.from);
    put(next.shots, 'shot');
  } else put(next.shots, 'shot');
  return marks;
}

/** A click on a square, or null when it means nothing. */
export function click(draft: Draft, next: Next, facts: Facts, square: string): Step | null {
  if (isSetup(facts)) return clickSetup(draft, next, square);
  const mark = marksOf(draft, next, facts).get(square);
  if (draft.stage === 'shooter' && square === draft.from) return { draft: { stage: 'stay', from: square } };
  if (draft.stage === 'stay' && square === draft.from) return { draft: NO_DRAFT };
  if (draft.stage === 'moved' && square === draft.to) return { draft: { stage: 'shooter', from: draft.from } };
  if (mark === 'shot') return { move: draft.stage === 'moved' ? `${partialOf(draft)}/${square}` : square };
  if (mark === 'target' && draft.stage === 'shooter')
    return { draft: { stage: 'moved', from: draft.from, to: square } };
  if (mark === 'pick') return { draft: { stage: 'shooter', from: square } };
  return null;
}

function clickSetup(draft: Draft, next: Next, square: string): Step | null {
  const squares = draft.stage === 'setup' ? draft.squares : [];
  if (squares.includes(square)) {
    const rest = squares.filter((each) => each !== square);
    return { draft: rest.length ? { stage: 'setup', squares: rest } : NO_DRAFT };
  }
  if (next.shooters.includes(square)) return { draft: { stage: 'setup', squares: [...squares, square] } };
  if (next.stones.includes(square)) return { move: `${squares.join(',')}/${square}` };
  return null;
}

/** One step back, as Escape takes. */
export function stepBack(draft: Draft): Draft {
  if (draft.stage === 'moved') return { stage: 'shooter', from: draft.from };
  if (draft.stage === 'setup' && draft.squares.length > 1)
    return { stage: 'setup', squares: draft.squares.slice(0, -1) };
  return NO_DRAFT;
}

/** The board with what the draft has done so far. */
export function piecesWith(facts: Facts, draft: Draft): Map<string, Piece> {
  const pieces = new Map(facts.position.pieces);
  if (draft.stage === 'setup') for (const square of draft.squares) pieces.set(square, 's');
  if (draft.stage === 'moved') {
    pieces.delete(draft.from);
    pieces.set(draft.to, 's');
  }
  return pieces;
}

/** The squares of a move, for showing the last one. */
export interface MoveSquares {
  from: string | null;
  to: string | null;
  shot: string | null;
  placed: string[];
}

export function squaresOf(move: string): MoveSquares {
  if (move === 'swap') return { from: null, to: null, shot: null, placed: [] };
  const [before = '', shot = null] = move.split('/');
  if (before.includes('-')) {
    const [from = null, to = null] = before.split('-');
    return { from, to, shot, placed: [] };
  }
  if (shot === null && !before.includes(',')) return { from: null, to: null, shot: before, placed: [] };
  return { from: null, to: null, shot, placed: before.split(',') };
}
