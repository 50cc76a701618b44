// What comes out of the browser's store may be anything: an older version's, a newer one's, another page's. It is checked
// field by field: what makes sense is kept, and what was left out is named, to be told.

import type { Chance, Game, Outcome, Player, Seat, Setting, Timing } from './game';
import { LANGUAGES } from './i18n';
import { DEFAULT_SETTING } from './state';
import type { Prefs } from './state';
import { looksLikePosition } from './position';
import { isSquare } from './squares';
import { NO_DRAFT } from './turn';
import type { Draft } from './turn';

/** A game without what the engine says of its positions. */
export type StoredGame = Omit<Game, 'facts'>;

/** Parts of a game that can be left out of it; `moves` are those from the first one on that the engine refuses. */
export type Part = 'start' | 'moves' | 'players' | 'time' | 'clocks' | 'result' | 'comments' | 'names' | 'chances';

export interface Read<T> {
  value: T;
  left: Part[];
}

/** Null where there is no game in it: without a rule set or a list of turns. */
export function readGame(stored: unknown): Read<StoredGame> | null {
  if (!isRecord(stored)) return null;
  const { id, variant, moves, date } = stored;
  if (typeof id !== 'string' || id === '' || typeof variant !== 'string' || !isWords(moves)) return null;
  const left: Part[] = [];
  /** The field as it is where it is sound, else something in its place; a field that is missing is no loss. */
  const take = <T>(part: Part, value: unknown, sound: (value: unknown) => value is T, otherwise: T): T => {
    if (sound(value)) return value;
    if (value !== undefined) left.push(part);
    return otherwise;
  };
  const timing = take('time', stored['timing'], isTiming, DEFAULT_SETTING.timing);
  const base = timing.kind === 'clock' ? timing.base : 0;
  const game: StoredGame = {
    id,
    date: typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? date : '',
    variant,
    start: take('start', stored['start'], isStart, null),
    moves,
    seats: take('players', stored['seats'], isSeats, DEFAULT_SETTING.seats),
    timing,
    clocks: take('clocks', stored['clocks'], isClocks, { first: base, second: base }),
    outcome: take('result', stored['outcome'], isOutcome, null),
    comments: each('comments', stored['comments'], isComment, moves.length, left),
    names: each('names', stored['names'], isName, Infinity, left),
    chances: each('chances', stored['chances'], isChance, moves.length, left),
  };
  return { value: game, left };
}

/** The choices that are sound; false where some were not. */
export function readPrefs(stored: unknown): { value: Partial<Prefs>; whole: boolean } {
  if (!isRecord(stored)) return { value: {}, whole: stored === undefined };
  const sound = Object.entries(stored).filter(([name, value]) => PREFS[name as keyof Prefs]?.(value));
  const known = Object.keys(stored).filter((name) => name in PREFS);
  return { value: Object.fromEntries(sound), whole: sound.length === known.length };
}

const isBoolean = (value: unknown) => typeof value === 'boolean';

const PREFS: Record<keyof Prefs, (value: unknown) => boolean> = {
  language: (value) => LANGUAGES.some(([code]) => code === value),
  theme: (value) => value === 'auto' || value === 'light' || value === 'dark',
  sight: isBoolean,
  groups: isBoolean,
  forecast: isBoolean,
  analysis: isBoolean,
  chances: isBoolean,
  lines: (value) => isWhole(value, 1, 5),
  threads: (value) => isWhole(value, 1, 64),
};

/** A turn that was begun; none where it is not one. */
export function readDraft(stored: unknown): Draft {
  if (!isRecord(stored)) return NO_DRAFT;
  const { stage, from, to, squares } = stored;
  const good = (square: unknown): square is string => typeof square === 'string' && isSquare(square);
  if (stage === 'setup' && isWords(squares) && squares.length > 0 && squares.every(good)) return { stage, squares };
  if (stage === 'moved' && good(from) && good(to)) return { stage, from, to };
  return (stage === 'shooter' || stage === 'stay') && good(from) ? { stage, from } : NO_DRAFT;
}

/** A position as it was drawn. */
export interface Look {
  fen: string;
  /** The player who made the first setup turn is to move. */
  first: boolean;
  removed: string[];
  total: number;
}

export function readLook(stored: unknown): Look | null {
  if (!isRecord(stored)) return null;
  const { fen, first, removed, total } = stored;
  if (typeof fen !== 'string' || !looksLikePosition(fen) || fen.split('/').length > 10) return null;
  if (typeof first !== 'boolean' || !isWords(removed) || !removed.every((square) => isSquare(square)) || !isNumber(total, 0, 100)) return null;
  return { fen, first, removed, total };
}

/** The last setting, never with a start of its own. */
export function readSetting(stored: unknown): Setting {
  if (!isRecord(stored)) return DEFAULT_SETTING;
  const { variant, seats, timing } = stored;
  return {
    variant: typeof variant === 'string' ? variant : DEFAULT_SETTING.variant,
    start: null,
    seats: isSeats(seats) ? seats : DEFAULT_SETTING.seats,
    timing: isTiming(timing) ? timing : DEFAULT_SETTING.timing,
  };
}

// The entries that are sound; a key that is a number is one of a position, of the game's own.
function each<T>(part: Part, value: unknown, sound: (value: unknown, key: string) => value is T, last: number, left: Part[]): Record<string, T> {
  if (value === undefined) return {};
  const entries = isRecord(value) ? Object.entries(value) : null;
  const found = (entries ?? []).filter(([key, item]) => sound(item, key) && (last === Infinity || isWhole(Number(key), 0, last)));
  if (found.length !== entries?.length) left.push(part);
  return Object.fromEntries(found) as Record<string, T>;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function isNumber(value: unknown, least = 0, most = Number.MAX_VALUE): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return isNumber(value, least, most) && Number.isInteger(value);
}

function isStart(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isSeat(value: unknown): value is Seat {
  if (!isRecord(value)) return false;
  return value['kind'] === 'human' || (value['kind'] === 'engine' && (value['level'] === null || isNumber(value['level'])));
}

function isSeats(value: unknown): value is Record<Player, Seat> {
  return isRecord(value) && isSeat(value['first']) && isSeat(value['second']);
}

function isTiming(value: unknown): value is Timing {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'turn') return isNumber(value['ms'], 1);
  return value['kind'] === 'clock' && isNumber(value['base'], 1) && isNumber(value['increment']);
}

function isClocks(value: unknown): value is Record<Player, number> {
  return isRecord(value) && isNumber(value['first']) && isNumber(value['second']);
}

function isOutcome(value: unknown): value is Outcome | null {
  if (value === null) return true;
  const how = isRecord(value) ? value['how'] : null;
  return isRecord(value) && isPlayer(value['winner']) && (how === 'majority' || how === 'resigned' || how === 'time');
}

function isPlayer(value: unknown): value is Player {
  return value === 'first' || value === 'second';
}

function isComment(value: unknown): value is string {
  return typeof value === 'string';
}

function isName(value: unknown, key: string): value is string {
  return typeof value === 'string' && isPlayer(key);
}

function isChance(value: unknown): value is Chance {
  return isRecord(value) && isNumber(value['first'], 0, 1) && isNumber(value['nodes']) && isWords(value['line']);
}
