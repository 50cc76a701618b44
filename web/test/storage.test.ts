import { describe, expect, it } from 'vitest';
import { cut, newGame, withChance, withMove, withOutcome } from '../src/game';
import type { Game } from '../src/game';
import { DEFAULT_SETTING } from '../src/state';
import { Storage } from '../src/storage';
import { facts, OFFER, PLAY, START } from './facts';
import { memory } from './store';

const begun = () => newGame(DEFAULT_SETTING, START);
const game = () => withMove(begun(), 0, 'd4/a1', OFFER);
const longer = (before: Game) => withMove(before, 1, 'c3,e5/g7', PLAY);
const other = (before: Game) => withMove(before, 1, 'swap', facts({ fen: '7/7/7/3s3/7/7/b6 w x 1', first: true }));

function bare(kept: Game) {
  const { facts: _, ...rest } = kept;
  return rest;
}

/** Two tabs that show one game. */
function tabs(shown: Game) {
  const store = memory();
  const a = new Storage(store, memory());
  a.keep(shown);
  const b = new Storage(store, memory());
  b.game(shown.id);
  store.writes.length = 0;
  return { store, a, b };
}

describe('the store', () => {
  it('gives back a game without its facts', () => {
    const store = memory();
    const kept = game();
    expect(new Storage(store).keep(kept)).toEqual({ how: 'mine' });
    expect(new Storage(store).game(kept.id)).toEqual({ value: bare(kept), left: [] });
    expect(new Storage(store).game('another')).toBeNull();
  });

  it('writes nothing that has not changed', () => {
    const store = memory();
    const storage = new Storage(store);
    const kept = game();
    storage.keep(kept);
    storage.keep({ ...kept });
    storage.keepClocks(kept);
    expect(store.writes).toEqual([`cierzo.game.${kept.id}`]);
  });

  it('lists games, the last one changed first, and forgets those that are removed', () => {
    const store = memory();
    const storage = new Storage(store);
    storage.keep({ ...game(), id: 'one' });
    storage.keep({ ...game(), id: 'two' });
    const entry = JSON.parse(store.items.get('cierzo.game.one') as string);
    store.items.set('cierzo.game.one', JSON.stringify({ ...entry, changed: entry.changed + 5000 }));
    expect(storage.games().games.map((each) => each.value.id)).toEqual(['one', 'two']);
    storage.remove('one');
    expect(storage.games().games.map((each) => each.value.id)).toEqual(['two']);
  });

  it('makes room for a new game by the oldest ones', () => {
    const store = memory();
    const storage = new Storage(store);
    for (let n = 0; n < 61; n++) {
      storage.keep({ ...game(), id: `${n}` });
      const entry = JSON.parse(store.items.get(`cierzo.game.${n}`) as string);
      store.items.set(`cierzo.game.${n}`, JSON.stringify({ ...entry, changed: n }));
    }
    const ids = storage.games().games.map((each) => each.value.id);
    expect(ids).toHaveLength(60);
    expect(ids).not.toContain('0');
  });

  it('counts what it cannot read, and leaves it alone', () => {
    for (const text of ['', '{', 'null', '7', '[]', '{"id":1}', '{"id":"x","variant":"veletas","moves":[1]}']) {
      const store = memory({ 'cierzo.game.x': text });
      const storage = new Storage(store);
      expect(storage.game('x')).toBeNull();
      expect(storage.games()).toEqual({ games: [], unread: 1 });
      expect(store.items.get('cierzo.game.x')).toBe(text);
    }
  });

  it('takes over games as they were kept before', () => {
    const [one, two] = [bare(game()), { ...bare(game()), id: 'two' }];
    const store = memory({ 'cierzo.game': one, 'cierzo.games': [two, 'rubbish'] });
    const storage = new Storage(store);
    expect(storage.place()).toEqual({ id: one.id, at: 1, draft: { stage: 'none' } });
    expect(storage.game(one.id)?.value).toEqual(one);
    expect(storage.games().games.map((each) => each.value.id).sort()).toEqual([one.id, 'two'].sort());
    // What cannot be taken over stays where it was.
    expect(storage.games().unread).toBe(1);
    expect(store.items.has('cierzo.game')).toBe(false);
    expect(store.items.has('cierzo.games')).toBe(true);
    expect(new Storage(store).games().games).toHaveLength(2);
  });

  it('keeps the choices of other tabs', () => {
    const store = memory();
    const [a, b] = [new Storage(store), new Storage(store)];
    a.putPrefs({ groups: true });
    b.putPrefs({ theme: 'dark' });
    expect(a.prefs()).toEqual({ value: { groups: true, theme: 'dark' }, whole: true });
  });

  it('knows the place of this tab, and in a new tab the last one', () => {
    const store = memory();
    const [one, two] = [memory(), memory()];
    const draft = { stage: 'setup' as const, squares: ['c3', 'e5'] };
    new Storage(store, one).putPlace({ id: 'x', at: 2, draft });
    new Storage(store, two).putPlace({ id: 'y', at: 0, draft: { stage: 'none' } });
    expect(new Storage(store, one).place()).toEqual({ id: 'x', at: 2, draft });
    expect(new Storage(store, memory()).place()).toMatchObject({ id: 'y' });
    expect(new Storage(memory({ 'cierzo.place': '{"id":7}' })).place()).toBeNull();
  });
});

describe('two tabs', () => {
  it('lose no turns: what one has played stays when the other, which has changed nothing, is closed', () => {
    const shown = game();
    const { store, a, b } = tabs(shown);
    a.keep(longer(shown));
    store.writes.length = 0;
    b.keepClocks(shown);
    b.keep(shown);
    expect(store.writes).toEqual([]);
    expect(b.game(shown.id)?.value.moves).toEqual(['d4/a1', 'c3,e5/g7']);
  });

  it('clocks of a tab that was left behind change nothing', () => {
    const shown = { ...game(), timing: { kind: 'clock' as const, base: 9000, increment: 0 }, clocks: { first: 9000, second: 9000 } };
    const { a, b } = tabs(shown);
    a.keep(longer(shown));
    b.keepClocks({ ...shown, clocks: { first: 9000, second: 4000 } });
    expect(a.game(shown.id)?.value).toMatchObject({ moves: ['d4/a1', 'c3,e5/g7'], clocks: { second: 9000 } });
  });

  it('are merged: turns of one, chances of the other', () => {
    const shown = game();
    const { a, b } = tabs(shown);
    a.keep(longer(shown));
    const thought = withChance(shown, 1, { first: 0.7, nodes: 5000, line: [] });
    expect(b.keep(thought)).toEqual({ how: 'theirs' });
    // Until this tab has gone on with it, what it writes takes nothing away.
    expect(b.keep(withChance(thought, 0, { first: 0.5, nodes: 9000, line: [] }))).toEqual({ how: 'theirs' });
    const entry = b.newer(shown.id);
    expect(entry?.read.value).toMatchObject({ moves: ['d4/a1', 'c3,e5/g7'], chances: { 0: { nodes: 9000 }, 1: { first: 0.7 } } });
    b.adopt(entry!);
    expect(b.newer(shown.id)).toBeNull();
  });

  it('keep both games where both have played on', () => {
    const shown = game();
    const { a, b } = tabs(shown);
    a.keep(longer(shown));
    const kept = b.keep(other(shown));
    if (kept.how !== 'apart') throw new Error(kept.how);
    const moves = new Map(a.games().games.map((each) => [each.value.id, each.value.moves]));
    expect(moves.get(shown.id)).toEqual(['d4/a1', 'c3,e5/g7']);
    expect(moves.get(kept.id)).toEqual(['d4/a1', 'swap']);
  });

  it('go on with the longer one of the same turns, and a game given up is not gone on with', () => {
    const shown = begun();
    const { a, b } = tabs(shown);
    const one = withMove(shown, 0, 'd4/a1', OFFER);
    a.keep(one);
    expect(b.keep(longer(one))).toEqual({ how: 'mine' });
    expect(a.keep(withOutcome(one, { winner: 'first', how: 'resigned' })).how).toBe('apart');
    expect(a.game(shown.id)?.value.moves).toHaveLength(2);
  });

  it('taking back is a change like any other', () => {
    const shown = longer(game());
    const { a, b } = tabs(shown);
    a.keep(cut(shown, 1));
    expect(b.newer(shown.id)?.read.value.moves).toEqual(['d4/a1']);
    expect(b.keep(withChance(shown, 1, { first: 0.7, nodes: 5000, line: [] }))).toEqual({ how: 'theirs' });
    expect(b.game(shown.id)?.value.moves).toEqual(['d4/a1']);
  });
});

describe('a store that is full, or forbidden', () => {
  it('is told, and a reload of the tab loses nothing', () => {
    const [store, tab] = [memory(), memory()];
    const storage = new Storage(store, tab);
    const kept = game();
    storage.keep(kept);
    expect(storage.trouble).toBeNull();
    store.full = true;
    storage.keep(longer(kept));
    storage.putPlace({ id: kept.id, at: 2, draft: { stage: 'none' } });
    expect(storage.trouble).toBe('full');
    const after = new Storage(store, tab);
    expect(after.game(after.place()?.id ?? '')?.value.moves).toEqual(['d4/a1', 'c3,e5/g7']);
    // With room again it is kept for all tabs.
    store.full = false;
    storage.keepAgain(longer(kept));
    expect(storage.trouble).toBeNull();
    expect(new Storage(store).game(kept.id)?.value.moves).toHaveLength(2);
    expect(tab.items.has(`cierzo.game.${kept.id}`)).toBe(false);
  });

  it('is done without, and the tab has its own', () => {
    const tab = memory();
    const storage = new Storage(null, tab);
    const kept = game();
    storage.keep(kept);
    storage.putPlace({ id: kept.id, at: 1, draft: { stage: 'none' } });
    expect(storage.trouble).toBe('refused');
    expect(storage.games()).toEqual({ games: [], unread: 0 });
    expect(new Storage(null, tab).game(kept.id)?.value.moves).toEqual(['d4/a1']);
    expect(new Storage(null, tab).place()?.id).toBe(kept.id);
    new Storage(null).keep(kept);
  });
});
