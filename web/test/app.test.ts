import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../src/app';
import { Desk } from '../src/desk';
import { Client } from '../src/engine';
import { DEFAULT_SETTING, defaultPrefs, initialState } from '../src/state';
import { Storage } from '../src/storage';
import type { Game, Setting } from '../src/game';
import { translator } from '../src/i18n';
import { clockText } from '../src/view/player-strip';
import { statusInWords } from '../src/words';
import { memory } from './store';
import type { Memory } from './store';

vi.stubGlobal('window', globalThis);

const PEOPLE: Setting = { ...DEFAULT_SETTING, variant: 'veletas-7', seats: { first: { kind: 'human' }, second: { kind: 'human' } } };

/** Answers by rote: a setup of one shooter on d4 and a stone, then the offer to swap; slowly, like a busy engine. */
function rote(line: string, say: (line: string) => void, moves: string[]): void {
  if (line.startsWith('position')) moves.splice(0, Infinity, ...(line.split(' moves ')[1]?.split(' ') ?? []));
  if (line === 'd' && moves.includes('a9')) say("info string error: move 1, 'a9': no such square");
  else if (line === 'd') say(moves.length ? 'Fen: 7/7/7/3s3/7/7/b6 w ? 1' : 'Fen: 7/7/7/7/7/7/7 b - 1');
  else if (line.startsWith('query')) say(`response ${line === 'query result' ? 'none' : line === 'query p1turn' && moves.length === 0}`);
  else if (line === 'next') say(moves.length ? 'next shooters c3 swap' : 'next shooters d4 e5');
  else if (line === 'next d4') say('next stones a1 b1');
  else if (line === 'groups' || line === 'claims') say(line);
  else if (line === 'isready') setTimeout(() => say('readyok'), 3);
}

function start(storage = new Storage(null)): App {
  const moves: string[] = [];
  const client = new Client((onLine) => ({ send: (line) => rote(line, onLine, moves), terminate: () => undefined }));
  return new App(initialState(defaultPrefs('en'), PEOPLE), new Desk(client), () => client, storage);
}

describe('the app', () => {
  let app: App;
  beforeEach(async () => {
    app = start();
    expect(await app.begin(PEOPLE)).toBeNull();
  });

  it('obeys clicks in their order, however fast they come', async () => {
    void app.click('d4');
    await app.click('b1');
    expect(app.state.game?.moves).toEqual(['d4/b1']);
    expect(app.state.said).toContain('places d4, stone b1');
    expect(app.state.next.swap).toBe(true);
  });

  it('changes nothing by a click that means nothing', async () => {
    const before = app.state;
    await app.click('g7');
    expect(app.state).toBe(before);
  });

  it('undoes, redoes and takes back', async () => {
    await app.click('d4');
    await app.click('a1');
    app.undo();
    expect(app.state.game?.moves).toEqual([]);
    app.redo();
    expect(app.state.game?.moves).toEqual(['d4/a1']);
    app.takeBack();
    expect(app.state).toMatchObject({ at: 0 });
    expect(app.state.game?.moves).toEqual([]);
  });

  it('tells of a refused move, and keeps the game', async () => {
    const before = app.state.game;
    await app.play('a9');
    expect(app.state.game).toBe(before);
    expect(app.state.notice).toMatchObject({ key: 'error.engine', bad: true });
  });

  it('lets the only person resign, not before the first turn', async () => {
    expect(app.resigner()).toBeNull();
    await app.click('d4');
    await app.click('a1');
    expect(app.resigner()).toBe('second');
    app.resign();
    expect(app.state.game?.outcome).toEqual({ winner: 'first', how: 'resigned' });
    expect(app.resigner()).toBeNull();
  });

  it('steps back by Escape, also right after a click', async () => {
    void app.click('d4');
    app.back();
    await app.click('nowhere');
    expect(app.state.draft.stage).toBe('none');
  });
});

describe('the clocks', () => {
  const timing = { kind: 'clock' as const, base: 30_000, increment: 2000 };
  let app: App;
  beforeEach(async () => {
    vi.useFakeTimers();
    app = start();
    await waited(app.begin({ ...PEOPLE, timing }));
  });
  afterEach(() => vi.useRealTimers());

  async function waited<T>(promise: Promise<T>): Promise<T> {
    await vi.advanceTimersByTimeAsync(10);
    return promise;
  }

  it('rest before the first turn, run for whoever is to move, and get the increment', async () => {
    vi.advanceTimersByTime(60_000);
    expect(app.state.game?.clocks).toEqual({ first: 30_000, second: 30_000 });
    await waited(app.click('d4'));
    await waited(app.click('a1'));
    expect(app.state.game?.clocks.first).toBe(32_000);
    vi.advanceTimersByTime(10_000);
    expect(app.state.game?.clocks.first).toBe(32_000);
    expect(app.state.game?.clocks.second).toBeGreaterThan(19_700);
    expect(app.state.game?.clocks.second).toBeLessThan(20_100);
  });

  it('end the game of whoever has no time left', async () => {
    await waited(app.click('d4'));
    await waited(app.click('a1'));
    vi.advanceTimersByTime(29_500);
    expect(app.state.game?.outcome).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(app.state.game?.outcome).toEqual({ winner: 'first', how: 'time' });
    expect(app.state.game?.clocks.second).toBe(0);
    expect(clockText(0)).toBe('0:00.0');
    expect(statusInWords(app.state, translator('en'))).toBe('White is out of time: Black wins');
  });
});

describe('a reload', () => {
  const [store, tab] = [memory(), memory()];
  const reload = async () => {
    store.writes.length = 0;
    const storage = new Storage(store, tab);
    const app = start(storage);
    return { app, problem: await app.resume(storage.place()!) };
  };

  it('keeps a setup that is half placed, and writes nothing', async () => {
    const before = start(new Storage(store, tab));
    await before.begin(PEOPLE);
    await before.click('d4');
    const { app, problem } = await reload();
    expect(problem).toBeNull();
    expect(app.state.draft).toEqual({ stage: 'setup', squares: ['d4'] });
    expect(app.state.next.stones).toEqual(['a1', 'b1']);
    app.pack();
    expect(store.writes).toEqual([]);
    await app.click('b1');
    expect(app.state.game?.moves).toEqual(['d4/b1']);
  });

  it('keeps the position that was shown, and a draft that the engine does not take is let go', async () => {
    const place = JSON.parse(tab.items.get('cierzo.place')!);
    expect(place).toMatchObject({ at: 1, draft: { stage: 'none' } });
    tab.items.set('cierzo.place', JSON.stringify({ ...place, at: 0, draft: { stage: 'setup', squares: ['g7'] } }));
    const { app } = await reload();
    expect(app.state.at).toBe(0);
    expect(app.state.draft.stage).toBe('none');
  });

  it('says what was left out of a game', async () => {
    const key = store.keys().find((each) => each.startsWith('cierzo.game.'))!;
    store.items.set(key, JSON.stringify({ ...JSON.parse(store.items.get(key)!), outcome: 'White', clocks: { first: 'x' } }));
    const { app } = await reload();
    expect(app.state.game?.outcome).toBeNull();
    expect(app.state.notice).toMatchObject({ key: 'kept.left', words: { parts: 'the clocks, the result' } });
    store.items.set(key, '{');
    expect((await reload()).problem).toBe('it is not kept any more.');
  });
});

describe('two tabs', () => {
  const pair = async (store: Memory) => {
    const apps: App[] = [];
    // As a browser's storage event: the other tabs hear of it when it is written.
    const shared = { ...store, setItem: (key: string, value: string) => (store.setItem(key, value), apps.forEach((app) => void app.follow())) };
    const open = async () => {
      const storage = new Storage(shared, memory());
      const app = start(storage);
      const place = storage.place();
      if (place === null) await app.begin(PEOPLE);
      else await app.resume(place);
      apps.push(app);
      return app;
    };
    return { a: await open(), b: await open(), apps };
  };
  const moves = (app: App) => (app.state.game as Game).moves;

  it('show the same game, and what one plays the other one shows', async () => {
    const { a, b } = await pair(memory());
    await a.click('d4');
    await a.click('a1');
    await vi.waitFor(() => expect(moves(b)).toEqual(['d4/a1']));
    expect(b.state).toMatchObject({ at: 1, notice: { key: 'kept.followed' } });
    expect(b.state.next.swap).toBe(true);
    await b.play('c3/b2');
    await vi.waitFor(() => expect(moves(a)).toEqual(['d4/a1', 'c3/b2']));
  });

  it('of which one has heard nothing and plays on keep both games', async () => {
    const { a, b, apps } = await pair(memory());
    await a.click('d4');
    await a.click('a1');
    await vi.waitFor(() => expect(moves(b)).toHaveLength(1));
    apps.length = 0;
    await a.play('c3/b2');
    await b.play('e5/b2');
    expect(moves(a)).toEqual(['d4/a1', 'c3/b2']);
    expect(moves(b)).toEqual(['d4/a1', 'e5/b2']);
    expect(b.state.game?.id).not.toBe(a.state.game?.id);
    await vi.waitFor(() => expect(b.state.notice?.key).toBe('kept.apart'));
    expect(b.storage.games().games.map((each) => each.value.moves.at(-1)).sort()).toEqual(['c3/b2', 'e5/b2']);
  });
});

describe('a store without room', () => {
  it('is told at once', async () => {
    const store = memory();
    const app = start(new Storage(store, memory()));
    await app.begin(PEOPLE);
    expect(app.state.unkept).toBeNull();
    store.full = true;
    await app.click('d4');
    await app.click('a1');
    expect(app.state.unkept).toBe('full');
  });
});
