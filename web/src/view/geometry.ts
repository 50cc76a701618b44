// Where squares lie in the drawing, in its own units: a square is 10 wide, with a margin around for the coordinates.

import { placeOf } from '../squares';

export const CELL = 10;
export const MARGIN = 4.6;

export interface Geometry {
  size: number;
  flipped: boolean;
}

export function extent(size: number): number {
  return size * CELL + 2 * MARGIN;
}

/** Column from the left and row from the top, as shown. */
export function cellOf(square: string, { size, flipped }: Geometry): { column: number; row: number } {
  const { file, rank } = placeOf(square);
  return flipped ? { column: size - 1 - file, row: rank } : { column: file, row: size - 1 - rank };
}

export function centreOf(square: string, geometry: Geometry): { x: number; y: number } {
  const { column, row } = cellOf(square, geometry);
  return { x: MARGIN + (column + 0.5) * CELL, y: MARGIN + (row + 0.5) * CELL };
}

/** The square so many columns and rows away, as shown; the same where the board ends. */
export function step(squares: readonly string[], geometry: Geometry, from: string, dx: number, dy: number): string {
  const { column, row } = cellOf(from, geometry);
  const found = squares.find((square) => {
    const cell = cellOf(square, geometry);
    return cell.column === column + dx && cell.row === row + dy;
  });
  return found ?? from;
}

export function translate(square: string, geometry: Geometry): string {
  const { x, y } = centreOf(square, geometry);
  return `translate(${x} ${y})`;
}

/** A slice of a ring around the origin, from one share of the turn to another, clockwise from the top. */
export function ringSlice(radius: number, from: number, to: number): string {
  const point = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI;
    return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
  };
  const end = Math.min(to, from + 0.9999);
  return `M${point(from)}A${radius} ${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${point(end)}`;
}

/** The square whose cell an event happened in. */
export function squareAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-square]')?.dataset['square'] ?? null) : null;
}
