// Games and choices that survive a reload, in the browser's own store. Every game has an entry and a version there. Several
// tabs write to it: a tab writes only what it has changed, and before it does it looks at what another one has made of the game.

import { newId } from './game';
import type { Game, Setting } from './game';
import { both, sameCourse } from './merge';
import type { Prefs, Trouble } from './state';
import { isRecord, readDraft, readGame, readLook, readPrefs, readSetting } from './stored';
import type { Look, Read, StoredGame } from './stored';
import type { Draft } from './turn';

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

/** What a tab shows: the position of a game, and the turn that is begun there. */
export interface Place {
  id: string;
  at: number;
  draft: Draft;
  /** How the board looked, so that it can be drawn before the engine is there. */
  look?: Look;
}

/** What became of a game that was to be kept: it is; another tab has gone on with it, and that is kept; or both were
 * played on, and this one is kept beside it as another game. */
export type Kept = { how: 'mine' } | { how: 'theirs' } | { how: 'apart'; id: string };

/** A game as it stands in the store. */
export interface Entry {
  version: number;
  /** When it was written, in ms since 1970; of games that is their order. */
  changed: number;
  read: Read<StoredGame>;
}

const MOST_GAMES = 60;
const PREFIX = 'cierzo.';
const GAME = 'cierzo.game.';

export class Storage {
  private readonly store: Store | null;
  private readonly tab: Store | null;
  /** Of every game: the version that this tab knows, and how it looked. */
  private readonly known = new Map<string, { version: number; game: StoredGame }>();
  private lost = new Set<string>();

  /** The store of all tabs, and the one of this tab alone. */
  constructor(store: Store | null, tab: Store | null = null) {
    this.store = store;
    this.tab = tab;
    this.takeOver();
  }

  get trouble(): Trouble {
    return this.store === null ? 'refused' : this.lost.size > 0 ? 'full' : null;
  }

  prefs(): { value: Partial<Prefs>; whole: boolean } {
    return readPrefs(this.read('prefs'));
  }

  /** Choices that were changed; those of other tabs stay. */
  putPrefs(patch: Partial<Prefs>): void {
    this.put(`${PREFIX}prefs`, { ...this.prefs().value, ...patch });
  }

  setting(): Setting {
    return readSetting(this.read('setting'));
  }

  putSetting(setting: Setting): void {
    this.put(`${PREFIX}setting`, setting);
  }

  /** Anything else that is kept for all tabs; whoever reads it checks it. */
  record(name: string): unknown {
    return this.read(name);
  }

  putRecord(name: string, value: unknown): void {
    this.put(`${PREFIX}${name}`, value);
  }

  // ---- Where the reader was

  /** Where this tab was before a reload; in a new tab, where the reader was last. */
  place(): Place | null {
    const read = (store: Store | null) => {
      const place = parse(store?.getItem(`${PREFIX}place`) ?? null);
      if (!isRecord(place) || typeof place['id'] !== 'string' || typeof place['at'] !== 'number') return null;
      const look = readLook(place['look']);
      return { id: place['id'], at: place['at'], draft: readDraft(place['draft']), ...(look === null ? {} : { look }) };
    };
    return read(this.tab) ?? read(this.store);
  }

  putPlace(place: Place): void {
    for (const store of [this.tab, this.store]) this.putIn(store, `${PREFIX}place`, JSON.stringify(place));
  }

  // ---- Games

  /** Readable games, the last one changed first, and how many entries are none. */
  games(): { games: Read<StoredGame>[]; unread: number } {
    const entries = this.gameKeys().map((key) => readEntry(this.get(key)));
    const found = entries.filter((entry) => entry !== null).sort((a, b) => b.changed - a.changed);
    return { games: found.map((entry) => entry.read), unread: entries.length - found.length + this.unreadBefore() };
  }

  /** A game as it is kept, for this tab to go on with; null where it is not kept or cannot be read. */
  game(id: string): Read<StoredGame> | null {
    const entry = this.entry(id);
    if (entry === null) return null;
    this.adopt(entry);
    return entry.read;
  }

  /** The same only to be looked at. */
  peek(id: string): StoredGame | null {
    return this.entry(id)?.read.value ?? null;
  }

  /** What another tab has made of the game since this one read or wrote it. */
  newer(id: string): Entry | null {
    const entry = this.entry(id);
    return entry !== null && entry.version > (this.known.get(id)?.version ?? 0) ? entry : null;
  }

  /** This tab goes on with it. */
  adopt(entry: Entry): void {
    this.known.set(entry.read.value.id, { version: entry.version, game: entry.read.value });
  }

  /** Keeps a game that this tab has changed; what is kept already is not written again. */
  keep(game: Game): Kept {
    const mine = withoutFacts(game);
    const known = this.known.get(mine.id);
    if (known !== undefined && same(known.game, mine)) return { how: 'mine' };
    const entry = this.entry(mine.id);
    if (entry === null || entry.version <= (known?.version ?? 0)) return this.putMine(mine, mine, known?.version ?? 0);
    const merged = both(known?.game ?? null, mine, entry.read.value);
    if (merged === 'apart') {
      const apart = { ...mine, id: newId() };
      this.putMine(apart, apart, 0);
      return { how: 'apart', id: apart.id };
    }
    if (sameCourse(mine, merged)) return this.putMine(merged, mine, entry.version);
    // This tab goes on with it when it has read it; until then it knows what it knew.
    if (!same(merged, entry.read.value)) this.putGame(merged, entry.version);
    return { how: 'theirs' };
  }

  /** Tries again to keep a game for which there was no room. */
  keepAgain(game: Game): void {
    if (!this.lost.has(GAME + game.id)) return;
    this.putMine(withoutFacts(game), withoutFacts(game), this.known.get(game.id)?.version ?? 0);
  }

  /** The clocks as they stand, of a game that is otherwise kept. */
  keepClocks(game: Game): void {
    if (game.timing.kind === 'clock' && game.outcome === null) this.keep(game);
  }

  remove(id: string): void {
    this.known.delete(id);
    this.lost.delete(GAME + id);
    try {
      this.store?.removeItem(GAME + id);
    } catch {
      // Nothing was to be gained but room.
    }
  }

  private putMine(game: StoredGame, known: StoredGame, version: number): Kept {
    this.known.set(game.id, { version: version + 1, game: known });
    this.putGame(game, version);
    return { how: 'mine' };
  }

  private putGame(game: StoredGame, version: number): void {
    if (this.entry(game.id) === null) this.makeRoom();
    this.put(GAME + game.id, { version: version + 1, changed: Date.now(), ...game });
  }

  // What the store of all tabs has, or what this tab has had to keep for itself when that was full.
  private entry(id: string): Entry | null {
    const own = readEntry(this.tab?.getItem(GAME + id) ?? null);
    const shared = readEntry(this.get(GAME + id));
    if (own === null || shared === null) return own ?? shared;
    return own.version >= shared.version ? own : shared;
  }

  private gameKeys(): string[] {
    return this.store?.keys().filter((key) => key.startsWith(GAME)) ?? [];
  }

  private makeRoom(): void {
    const { games } = this.games();
    for (const { value } of games.slice(MOST_GAMES - 1)) this.remove(value.id);
  }

  private get(key: string): string | null {
    try {
      return this.store?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  private read(key: string): unknown {
    return parse(this.get(PREFIX + key));
  }

  private put(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    const kept = this.putIn(this.store, key, text);
    if (kept) this.lost.delete(key);
    else this.lost.add(key);
    if (kept) this.tab?.removeItem(key);
    else this.putIn(this.tab, key, text);
    return kept;
  }

  private putIn(store: Store | null, key: string, text: string): boolean {
    try {
      store?.setItem(key, text);
      return store !== null;
    } catch {
      return false; // Full, or forbidden by now: whoever asks for `trouble` says so.
    }
  }

  // Games as they were kept before they had entries of their own.
  private takeOver(): void {
    const current = this.read('game');
    const earlier = this.read('games');
    for (const [key, games] of [['game', isRecord(current) ? [current] : []], ['games', Array.isArray(earlier) ? earlier : []]] as const) {
      const good = games.every((game) => this.takeOverGame(game));
      if (good && games.length > 0) this.store?.removeItem(PREFIX + key);
    }
    const read = readGame(current);
    if (read !== null && this.place() === null) this.putPlace({ id: read.value.id, at: read.value.moves.length, draft: { stage: 'none' } });
  }

  // Of the list that was kept before, what could not be taken over: it stays there.
  private unreadBefore(): number {
    const list = this.read('games');
    return Array.isArray(list) ? list.filter((game) => readGame(game) === null).length : list === undefined ? 0 : 1;
  }

  private takeOverGame(game: unknown): boolean {
    const read = readGame(game);
    if (read === null) return false;
    return this.entry(read.value.id) !== null || this.put(GAME + read.value.id, { version: 1, changed: Date.parse(read.value.date) || 0, ...(game as object) });
  }
}

function readEntry(text: string | null): Entry | null {
  const stored = parse(text);
  const read = readGame(stored);
  if (read === null) return null;
  const { version, changed } = stored as Record<string, unknown>;
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  return { version: number(version), changed: number(changed), read };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

function withoutFacts(game: Game): StoredGame {
  const { facts: _, ...stored } = game;
  return stored;
}

function same(a: StoredGame, b: StoredGame): boolean {
  const parts = Object.keys({ ...a, ...b }) as (keyof StoredGame)[];
  return parts.every((part) => a[part] === b[part] || JSON.stringify(a[part]) === JSON.stringify(b[part]));
}

/** What one entry of the browser's history holds: it outlives a reload where nothing else may be stored. */
export function historyStore(): Store {
  const items = (): Record<string, string> => (isRecord(history.state) ? (history.state as Record<string, string>) : {});
  return {
    getItem: (key) => items()[key] ?? null,
    setItem: (key, value) => history.replaceState({ ...items(), [key]: value }, ''),
    removeItem: (key) => {
      if (key in items()) history.replaceState({ ...items(), [key]: undefined }, '');
    },
    keys: () => Object.keys(items()),
  };
}

/** The browser's stores, of all tabs and of this one; null where the reader has forbidden them. */
export function browserStore(which: 'localStorage' | 'sessionStorage'): Store | null {
  try {
    const store = window[which];
    store.setItem(`${PREFIX}test`, '1');
    store.removeItem(`${PREFIX}test`);
    return {
      getItem: (key) => store.getItem(key),
      setItem: (key, value) => store.setItem(key, value),
      removeItem: (key) => store.removeItem(key),
      keys: () => Object.keys(store),
    };
  } catch {
    return null;
  }
}
