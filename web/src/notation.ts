// Games and positions as text: records in PGN syntax, lists of moves as Abstract Play writes them, links. Reading finds
// out what a text is; whether its moves are legal is for the engine to say.

import type { Side } from './position';
import { looksLikePosition } from './position';
import { byFileThenRank, isSquare } from './squares';

/** What was pasted: moves from a start, in a rule set if the text names one. */
export interface Pasted {
  kind: 'position' | 'game' | 'moves';
  variant: string | null;
  start: string | null;
  moves: string[];
  comments: Record<number, string>;
  tags: Record<string, string>;
  /** The winner that a record's result names. */
  winner: Side | null;
  /** What of the text has no place in one line of turns. */
  left: Left[];
}

export type Left = 'variations' | 'games' | 'draw';

/** `json`: JSON without any moves in it. */
export type ReadError = { error: 'empty' | 'json' } | { error: 'word'; word: string };

const NOTHING: Pasted = { kind: 'moves', variant: null, start: null, moves: [], comments: {}, tags: {}, winner: null, left: [] };

export function readText(text: string): Pasted | ReadError {
  const trimmed = text.trim();
  if (trimmed === '') return { error: 'empty' };
  const json = parseJson(trimmed);
  if (json !== undefined) return fromJson(json);
  if (/^\S*#\S+$/.test(trimmed)) return fromLink(trimmed.slice(trimmed.indexOf('#')));
  const [head = '', tail] = trimmed.split(';');
  if (tail !== undefined && looksLikePosition(tail)) return position(tail, head.trim());
  if (looksLikePosition(trimmed)) return position(trimmed, null);
  return readMoves(trimmed);
}

function position(text: string, variant: string | null): Pasted {
  return { ...NOTHING, kind: 'position', variant, start: text.trim().replace(/\s+/g, ' ') };
}

// Only what may be anybody's game: a number alone is JSON too, but it is a word that is no move.
function parseJson(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Moves in lists of any depth, bare or in objects, as places that keep games write them; of an object also its rule set and start.
function fromJson(json: unknown): Pasted | ReadError {
  if (typeof json === 'string') return readText(json);
  const words = movesIn(json);
  const field = (names: string[]) => names.map((name) => (json as Record<string, unknown>)[name]).find((value) => typeof value === 'string');
  const variant = (field(['variant', 'rules', 'Variant']) as string | undefined) ?? null;
  const start = (field(['start', 'fen', 'FEN', 'position']) as string | undefined) ?? null;
  if (words.length === 0 && start === null) return { error: 'json' };
  const read: Pasted = { ...NOTHING, kind: words.length > 0 ? 'moves' : 'position', variant, start, moves: [], comments: {}, left: [] };
  const wrong = words.find((word) => !readWord(word, read));
  return wrong === undefined ? read : { error: 'word', word: wrong };
}

function movesIn(json: unknown): string[] {
  if (typeof json === 'string') return json.split(/\s+/);
  if (Array.isArray(json)) return json.flatMap(movesIn);
  if (typeof json !== 'object' || json === null) return [];
  const { moves, turns, history, move } = json as Record<string, unknown>;
  return movesIn(moves ?? turns ?? history ?? move ?? null);
}

const TAG = /^[ \t]*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\][ \t]*$/;

// Tags, then move text. A list as Abstract Play writes it is the same without tags, with or without numbers; brackets,
// commas and quotes that are left of its JSON are taken as blanks. Tags behind moves are those of another game.
function readMoves(text: string): Pasted | ReadError {
  const tags: Record<string, string> = {};
  const left: Left[] = [];
  const body: string[] = [];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = TAG.exec(line.replace(/\r$/, '')) ?? [];
    if (name !== '' && body.some((each) => each.trim() !== '')) {
      left.push('games');
      break;
    }
    if (name !== '') tags[name] = value.replace(/\\(.)/g, '$1');
    else body.push(line);
  }
  const hasTags = Object.keys(tags).length > 0;
  const read: Pasted = {
    ...NOTHING,
    kind: hasTags ? 'game' : 'moves',
    variant: tags['Variant'] ?? null,
    start: tags['FEN'] ?? null,
    moves: [],
    comments: {},
    tags,
    left,
  };
  const words = body.join('\n');
  const wrong = readBody(hasTags ? words : words.replace(/["'[\]]/g, ' ').replace(/,\s+/g, ' '), read);
  if (wrong !== null) return { error: 'word', word: wrong };
  if (read.moves.length === 0 && !hasTags) return { error: 'empty' };
  return { ...read, left: [...new Set(left)] };
}

// Comments stand in braces, or behind `;` up to the end of the line; what stands behind `%` is for programs. Null where all
// could be read, else the word that could not.
function readBody(body: string, read: Pasted): string | null {
  let depth = 0;
  let ended = false;
  for (const token of body.match(/\{[^}]*\}?|[;%][^\n]*|[()]|[^\s{};%()]+/g) ?? []) {
    const comment = token.startsWith('{') || token.startsWith(';');
    if (token.startsWith('{') && !token.endsWith('}')) return '{';
    if (token === '(') {
      depth++;
      read.left.push('variations');
    } else if (token === ')' && depth > 0) depth--;
    else if (token.startsWith('%') || depth > 0) continue;
    else if (ended && !comment && !RESULTS.has(token)) {
      read.left.push('games');
      return null;
    } else if (comment) addComment(read, token.replace(/^[{;]|\}$/g, '').trim());
    else if (RESULTS.has(token)) ended = addResult(read, token) || ended;
    else if (!readWord(token.replace(/^\d+\.+/, ''), read)) return token;
  }
  return depth > 0 ? '(' : null;
}

const RESULTS = new Set(['1-0', '0-1', '1/2-1/2', '½-½', '*']);

// A list may begin with a result that some program has put there; only one behind moves ends a game.
function addResult(read: Pasted, result: string): boolean {
  if (result === '1-0' || result === '0-1') read.winner = result === '1-0' ? 'w' : 'b';
  else if (result !== '*') read.left.push('draw');
  return read.moves.length > 0;
}

function addComment(read: Pasted, text: string): void {
  const at = read.moves.length;
  const before = read.comments[at];
  read.comments[at] = before === undefined ? text : `${before} ${text}`;
}

// Numbers, marks (`$1`) and the like carry nothing; false for what cannot be a move.
function readWord(word: string, read: Pasted): boolean {
  if (word === '' || word === ')' || /^(\d+[.)]*|\$\d+|[!?]+)$/.test(word)) return true;
  const move = word.toLowerCase().replace(/^pie$/, 'swap').replace(/[!?]+$/, '');
  if (!looksLikeMove(move)) return false;
  read.moves.push(move);
  return true;
}

function looksLikeMove(move: string): boolean {
  if (move === 'swap') return true;
  const words = move.split(/[,/-]/);
  return words.every((word) => isSquare(word));
}

/** Setup squares in the order in which setups are written; other moves as they are. */
export function tidyMove(move: string): string {
  if (!move.includes(',')) return move;
  const [squares = '', stone] = move.split('/');
  const sorted = squares.split(',').sort(byFileThenRank).join(',');
  return stone === undefined ? sorted : `${sorted}/${stone}`;
}

export interface RecordTurn {
  move: string;
  side: Side;
  turn: number;
  comment: string | undefined;
}

/** A record: tags, a blank line, numbered moves in lines of up to 100 columns, the result. */
export function writeRecord(tags: readonly [string, string][], turns: readonly RecordTurn[], result: string): string {
  const words: string[] = [];
  turns.forEach((turn, index) => {
    if (turn.side === 'b') words.push(`${turn.turn}.`);
    else if (index === 0) words.push(`${turn.turn}...`);
    words.push(turn.move);
    if (turn.comment) words.push(`{${turn.comment.replace(/\}/g, ')')}}`);
  });
  words.push(result);
  const head = tags.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`);
  return `${head.join('\n')}\n\n${wrap(words.join(' ').split(' '), 100)}\n`;
}

function wrap(words: readonly string[], width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** The part of a link from `#` on. */
export function toLink(variant: string, start: string | null, moves: readonly string[]): string {
  const words = [`v=${variant}`];
  if (start !== null) words.push(`fen=${start.replace(/ /g, '_')}`);
  if (moves.length > 0) words.push(`moves=${moves.join('_')}`);
  return `#${words.join('&')}`;
}

export function fromLink(hash: string): Pasted | ReadError {
  const words = new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((pair) => [pair.split('=')[0] ?? '', decode(pair.slice(pair.indexOf('=') + 1))]),
  );
  const variant = words.get('v') ?? null;
  const start = words.get('fen')?.replace(/[_+]/g, ' ') || null;
  const moves = (words.get('moves') ?? '').split(/[_+\s]+/).filter((move) => move !== '');
  if (variant === null && start === null && moves.length === 0) return { error: 'empty' };
  const wrong = moves.find((move) => !looksLikeMove(move));
  if (wrong !== undefined) return { error: 'word', word: wrong };
  return { ...NOTHING, kind: moves.length ? 'moves' : 'position', variant, start, moves };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
