// Squares by name and by place. Rank and file count from 0; a1 is file 0, rank 0, at the bottom left.

export interface Place {
  file: number;
  rank: number;
}

export function squareName(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + String(rank + 1);
}

export function placeOf(square: string): Place {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

export function isSquare(word: string, size = 10): boolean {
  if (!/^[a-j](?:[1-9]|10)$/.test(word)) return false;
  const { file, rank } = placeOf(word);
  return file < size && rank < size;
}

/** All squares as a reader meets them: the top rank first, each from the left. */
export function squaresFromTop(size: number): string[] {
  const squares: string[] = [];
  for (let rank = size - 1; rank >= 0; rank--)
    for (let file = 0; file < size; file++) squares.push(squareName(file, rank));
  return squares;
}

/** The order in which setups are written: by file, then by rank as a number. */
export function byFileThenRank(a: string, b: string): number {
  const x = placeOf(a);
  const y = placeOf(b);
  return x.file - y.file || x.rank - y.rank;
}

/** One step along an axis or diagonal from one square towards another, as [-1 … 1, -1 … 1]. */
export function direction(from: string, to: string): [number, number] {
  const a = placeOf(from);
  const b = placeOf(to);
  return [Math.sign(b.file - a.file), Math.sign(b.rank - a.rank)];
}

/** Of the squares seen from one square, the farthest in every direction: where its lines of sight end. */
export function farthest(from: string, seen: readonly string[]): string[] {
  const ends = new Map<string, string>();
  for (const square of seen) {
    const key = direction(from, square).join();
    const end = ends.get(key);
    if (end === undefined || distance(from, square) > distance(from, end)) ends.set(key, square);
  }
  return [...ends.values()];
}

function distance(a: string, b: string): number {
  const x = placeOf(a);
  const y = placeOf(b);
  return Math.max(Math.abs(x.file - y.file), Math.abs(x.rank - y.rank));
}
