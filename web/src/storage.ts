// Games and choices that survive a reload, in the browser's own store. What cannot be read is left out, never a reason
// to stop; facts are not kept, since the engine gives them anew.

import type { Chance, Game, Outcome, Player, Seat, Setting, Timing } from './game';
import type { Prefs } from './state';

/** A game without what the engine says of its positions. */
export type StoredGame = Omit<Game, 'facts'>;

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const MOST_GAMES = 60;

export class Storage {
  private readonly store: Store | null;

  constructor(store: Store | null) {
    this.store = store;
  }

  get works(): boolean {
    return this.store !== null;
  }

  prefs(): Partial<Prefs> {
    return this.read('prefs') as Partial<Prefs>;
  }

  setting(): Partial<Setting> {
    return this.read('setting') as Partial<Setting>;
  }

  game(): StoredGame | null {
    return asGame(this.read('game'));
  }

  games(): StoredGame[] {
    const games = this.read('games');
    return Array.isArray(games) ? games.map(asGame).filter((game) => game !== null) : [];
  }

  write(key: 'prefs' | 'setting', value: unknown): void {
    this.put(key, value);
  }

  keepGame(game: Game): void {
    const { facts: _, ...stored } = game;
    this.put('game', stored);
  }

  /** Puts a game among the earlier ones, in place of an older version of it. */
  archive(game: Game | StoredGame): void {
    if (game.moves.length === 0) return;
    const { facts: _, ...stored } = { facts: [], ...game };
    const others = this.games().filter((each) => each.id !== game.id);
    this.put('games', [stored, ...others].slice(0, MOST_GAMES));
  }

  remove(id: string): void {
    this.put(
      'games',
      this.games().filter((game) => game.id !== id),
    );
  }

  private read(key: string): unknown {
    try {
      return JSON.parse(this.store?.getItem(`cierzo.${key}`) ?? '{}');
    } catch {
      return {};
    }
  }

  private put(key: string, value: unknown): void {
    try {
      this.store?.setItem(`cierzo.${key}`, JSON.stringify(value));
    } catch {
      // Full or forbidden: the game goes on without being kept.
    }
  }
}

/** The browser's store, or null where the reader has forbidden it. */
export function browserStore(): Store | null {
  try {
    localStorage.setItem('cierzo.test', '1');
    localStorage.removeItem('cierzo.test');
    return localStorage;
  } catch {
    return null;
  }
}

// Anything may stand in the store: an older version's games, or another page's. Only what fits is taken.
function asGame(value: unknown): StoredGame | null {
  if (typeof value !== 'object' || value === null) return null;
  const game = value as Partial<StoredGame>;
  const seats = game.seats as Record<Player, Seat> | undefined;
  if (typeof game.id !== 'string' || typeof game.variant !== 'string' || !isWords(game.moves)) return null;
  if (!isSeat(seats?.first) || !isSeat(seats?.second) || !isTiming(game.timing)) return null;
  return {
    id: game.id,
    date: String(game.date ?? ''),
    variant: game.variant,
    start: game.start ?? null,
    moves: game.moves,
    comments: game.comments ?? {},
    names: game.names ?? {},
    seats: { first: seats.first, second: seats.second },
    timing: game.timing,
    clocks: game.clocks ?? { first: 0, second: 0 },
    outcome: (game.outcome ?? null) as Outcome | null,
    chances: (game.chances ?? {}) as Record<number, Chance>,
  };
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

function isSeat(seat: Seat | undefined): seat is Seat {
  return seat?.kind === 'human' || (seat?.kind === 'engine' && (seat.level === null || Number.isFinite(seat.level)));
}

export function isTiming(timing: Timing | undefined): timing is Timing {
  if (timing?.kind === 'turn') return Number.isFinite(timing.ms);
  return timing?.kind === 'clock' && Number.isFinite(timing.base) && Number.isFinite(timing.increment);
}

export { isSeat };
