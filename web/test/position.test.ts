import { describe, expect, it } from 'vitest';
import { count, looksLikePosition, parsePosition } from '../src/position';
import { byFileThenRank, farthest, isSquare, placeOf, squareName, squaresFromTop } from '../src/squares';

describe('positions', () => {
  it('places pieces from the top left, runs of ten included', () => {
    const position = parsePosition('10/10/2s4s2/10/4s5/6b3/2S5s1/4w5/3W4s1/B9 w x 12'.replace('S', 's'));
    expect(position).toMatchObject({ size: 10, side: 'w', swap: 'x', turn: 12 });
    expect(position.pieces.get('c8')).toBe('s');
    expect(position.pieces.get('g5')).toBe('b');
    expect(position.pieces.get('d2')).toBe('W');
    expect(position.pieces.get('a1')).toBe('B');
    expect(count(position, 's')).toBe(6);
  });

  it('tells positions from moves and games', () => {
    expect(looksLikePosition('7/7/7/3s3/7/7/b6 w ? 1')).toBe(true);
    expect(looksLikePosition('7/7/7/3s3/7/7/b6')).toBe(true);
    expect(looksLikePosition('c3,e5,g7/d4')).toBe(false);
    expect(looksLikePosition('d4-d7/f7')).toBe(false);
    expect(looksLikePosition('1. d4/a1 swap')).toBe(false);
  });
});

describe('squares', () => {
  it('have names and places', () => {
    for (const square of squaresFromTop(10)) {
      const { file, rank } = placeOf(square);
      expect(squareName(file, rank)).toBe(square);
    }
    expect(squaresFromTop(7)[0]).toBe('a7');
    expect(isSquare('j10')).toBe(true);
    expect(isSquare('h8', 7)).toBe(false);
    expect(['a0', 'k1', 'a11', 'A1', 'a', ''].some((word) => isSquare(word))).toBe(false);
  });

  it('are written by file, then rank', () => {
    expect(['c1', 'b10', 'b2'].sort(byFileThenRank)).toEqual(['b2', 'b10', 'c1']);
  });

  it('end lines of sight where the farthest square in a direction lies', () => {
    expect(farthest('d4', ['d5', 'd6', 'd7', 'e5', 'c4', 'a4']).sort()).toEqual(['a4', 'd7', 'e5']);
  });
});
