import { describe, expect, it } from 'vitest';
import { fromLink, readText, tidyMove, toLink, writeRecord } from '../src/notation';
import type { Pasted } from '../src/notation';

const RECORD = `[Variant "veletas-7"]
[Black "Ana \\"la veloz\\""]
[White "Cierzo"]
[Result "0-1"]

1. d4/a1 {+0.12/7 0.100s} swap c3,e5/g7 2. d4-d7/f7 f6 0-1
`;

function read(text: string): Pasted {
  const pasted = readText(text);
  if ('error' in pasted) throw new Error(JSON.stringify(pasted));
  return pasted;
}

describe('reading', () => {
  it('takes a record apart', () => {
    const pasted = read(RECORD);
    expect(pasted).toMatchObject({ kind: 'game', variant: 'veletas-7', start: null, winner: 'b' });
    expect(pasted.moves).toEqual(['d4/a1', 'swap', 'c3,e5/g7', 'd4-d7/f7', 'f6']);
    expect(pasted.comments).toEqual({ 1: '+0.12/7 0.100s' });
    expect(pasted.tags['Black']).toBe('Ana "la veloz"');
  });

  it('takes lists as Abstract Play writes them, with numbers, as lines or as JSON', () => {
    const moves = ['c3,e5,g7/d4', 'd4-d7/f7', 'f7'];
    expect(read('c3,e5,g7/d4\nd4-d7/f7\nf7').moves).toEqual(moves);
    expect(read('1. c3,e5,g7/d4 d4-d7/f7 2. f7').moves).toEqual(moves);
    expect(read('1.c3,e5,g7/d4 1...d4-d7/f7 2) f7').moves).toEqual(moves);
    expect(read('["c3,e5,g7/d4", "d4-d7/f7", "f7"]').moves).toEqual(moves);
    expect(read('[["c3,e5,g7/d4","d4-d7/f7"],["f7"]]').moves).toEqual(moves);
  });

  it('takes positions, with and without a rule set', () => {
    expect(read('7/7/7/3s3/7/7/b6 w ? 1')).toMatchObject({ kind: 'position', variant: null, start: '7/7/7/3s3/7/7/b6 w ? 1' });
    expect(read('nocorners-7;7/7/7/3s3/7/7/1b5  w  ?  1')).toMatchObject({ variant: 'nocorners-7', start: '7/7/7/3s3/7/7/1b5 w ? 1' });
  });

  it('takes JSON of other places, and says where there are no moves in it', () => {
    const moves = ['c3,e5,g7/d4', 'd4-d7/f7', 'f7'];
    expect(read(JSON.stringify({ variant: 'veletas', start: null, moves })).moves).toEqual(moves);
    expect(read(JSON.stringify({ header: { game: { name: 'Veletas' } }, moves: [[moves[0], { move: moves[1] }], [moves[2]]] })).moves).toEqual(moves);
    expect(read(JSON.stringify('c3,e5,g7/d4 d4-d7/f7')).moves).toHaveLength(2);
    expect(read('{"rules": "veletas-7", "fen": "7/7/7/3s3/7/7/b6 w ? 1"}')).toMatchObject({ kind: 'position', variant: 'veletas-7', start: '7/7/7/3s3/7/7/b6 w ? 1' });
    for (const text of ['{}', '[]', '{"moves": []}', '[{"a": 1}]', '{"moves": 7}']) expect(readText(text)).toEqual({ error: 'json' });
    expect(readText('{"moves": ["e2e4"]}')).toEqual({ error: 'word', word: 'e2e4' });
  });

  it('takes comments behind ; and leaves what stands behind %', () => {
    const pasted = read('% written by hand\nd4/a1 ; a fine stone\nswap ; yes (really)\n%eval 3 d4\nc3,e5/g7 {good} ; too');
    expect(pasted.moves).toEqual(['d4/a1', 'swap', 'c3,e5/g7']);
    expect(pasted.comments).toEqual({ 1: 'a fine stone', 2: 'yes (really)', 3: 'good too' });
    expect(pasted.left).toEqual([]);
    expect(readText('d4/a1 {never closed swap')).toEqual({ error: 'word', word: '{' });
  });

  it('leaves variations out, one in the other too, and says so', () => {
    const pasted = read('1. d4/a1 (1. d4/b1 {bad} swap (c3,e5/g7) (c4,e5/g7)) swap $1 (c3/a2) 1-0');
    expect(pasted).toMatchObject({ moves: ['d4/a1', 'swap'], comments: {}, winner: 'w', left: ['variations'] });
    expect(readText('d4/a1 (swap')).toEqual({ error: 'word', word: '(' });
  });

  it('takes the first of several games, and says so', () => {
    expect(read(`${RECORD}\n${RECORD}`)).toMatchObject({ moves: read(RECORD).moves, winner: 'b', left: ['games'] });
    expect(read('d4/a1 swap 1-0 c3/a1 swap 0-1')).toMatchObject({ moves: ['d4/a1', 'swap'], winner: 'w', left: ['games'] });
    expect(read('d4/a1 swap * {and so on}')).toMatchObject({ left: [], comments: { 2: 'and so on' } });
  });

  it('takes a draw for what this game does not have', () => {
    expect(read('d4/a1 swap 1/2-1/2')).toMatchObject({ moves: ['d4/a1', 'swap'], winner: null, left: ['draw'] });
  });

  it('names the word that is wrong', () => {
    expect(readText('d4-d7/f7 nonsense')).toEqual({ error: 'word', word: 'nonsense' });
    expect(readText('d4-d7/z9')).toEqual({ error: 'word', word: 'd4-d7/z9' });
    expect(readText('  \n')).toEqual({ error: 'empty' });
    expect(readText('1. 2. *')).toEqual({ error: 'empty' });
  });

  it('takes a record that has not begun', () => {
    expect(read('[Variant "veletas-9"]\n\n*')).toMatchObject({ kind: 'game', variant: 'veletas-9', moves: [] });
  });
});

describe('writing', () => {
  const turns = [
    { move: 'd4/a1', side: 'b' as const, turn: 1, comment: undefined },
    { move: 'swap', side: 'w' as const, turn: 1, comment: undefined },
    { move: 'c3,e5/g7', side: 'w' as const, turn: 1, comment: 'a } brace' },
    { move: 'f7', side: 'b' as const, turn: 2, comment: undefined },
  ];

  it('writes what it reads', () => {
    const text = writeRecord([['Variant', 'veletas-7'], ['Black', 'a "b" \\c']], turns, '*');
    const pasted = read(text);
    expect(pasted.moves).toEqual(turns.map((turn) => turn.move));
    expect(pasted.tags).toEqual({ Variant: 'veletas-7', Black: 'a "b" \\c' });
    expect(pasted.comments).toEqual({ 3: 'a ) brace' });
    expect(text).toContain('1. d4/a1 swap c3,e5/g7 {a ) brace} 2. f7 *');
  });

  it('numbers a game that White begins', () => {
    expect(writeRecord([], [{ move: 'a1', side: 'w', turn: 7, comment: undefined }], '1-0')).toContain('7... a1 1-0');
  });

  it('keeps lines to 100 columns', () => {
    const many = Array.from({ length: 60 }, () => ({ move: 'd4-d7/f7', side: 'b' as const, turn: 3, comment: undefined }));
    const lines = writeRecord([], many, '*').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(read(lines.join('\n')).moves).toHaveLength(60);
  });

  it('puts setup squares in order', () => {
    expect(tidyMove('c1,b10,b2/a1')).toBe('b2,b10,c1/a1');
    expect(tidyMove('c3,a1')).toBe('a1,c3');
    expect(tidyMove('d4-d7/f7')).toBe('d4-d7/f7');
  });
});

describe('links', () => {
  it('lead back to where they came from', () => {
    const fen = '7/7/7/3s3/7/7/b6 w ? 1';
    const link = toLink('veletas-7', fen, ['swap', 'c3,e5/g7']);
    expect(link).not.toMatch(/\s/);
    expect(fromLink(link)).toMatchObject({ variant: 'veletas-7', start: fen, moves: ['swap', 'c3,e5/g7'] });
    expect(read(`https://example.org/board/${link}`)).toMatchObject({ variant: 'veletas-7', start: fen });
  });

  it('may be encoded by whoever passed them on', () => {
    expect(fromLink('#v=veletas-7&fen=7/7/7/3s3/7/7/b6%20w%20%3F%201&moves=swap')).toMatchObject({ start: '7/7/7/3s3/7/7/b6 w ? 1' });
    expect(fromLink('#v=veletas-7&moves=d4/a1+swap')).toMatchObject({ moves: ['d4/a1', 'swap'] });
  });

  it('are refused when they are none', () => {
    expect(fromLink('#')).toEqual({ error: 'empty' });
    expect(fromLink('#v=veletas&moves=x')).toEqual({ error: 'word', word: 'x' });
    expect(fromLink('#v=%')).toMatchObject({ variant: '%' });
  });
});
