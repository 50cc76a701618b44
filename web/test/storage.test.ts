import { describe, expect, it } from 'vitest';
import { newGame, withMove } from '../src/game';
import { DEFAULT_SETTING } from '../src/state';
import { Storage } from '../src/storage';
import type { Store } from '../src/storage';
import { OFFER, START } from './facts';

function memory(): Store & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return { items, getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

const game = () => withMove(newGame(DEFAULT_SETTING, START), 0, 'd4/a1', OFFER);

describe('the store', () => {
  it('gives back a game without its facts', () => {
    const storage = new Storage(memory());
    const kept = game();
    storage.keepGame(kept);
    const { facts: _, ...rest } = kept;
    expect(storage.game()).toEqual(rest);
  });

  it('keeps earlier games once each, those without turns not at all', () => {
    const storage = new Storage(memory());
    const one = game();
    storage.archive(one);
    storage.archive({ ...one, date: '2030-01-01' });
    storage.archive({ ...game(), id: 'two', moves: [] });
    expect(storage.games().map((each) => each.date)).toEqual(['2030-01-01']);
    storage.remove(one.id);
    expect(storage.games()).toEqual([]);
  });

  it('passes over what it cannot read', () => {
    const store = memory();
    const storage = new Storage(store);
    for (const text of ['', '{', 'null', '7', '[]', '{"id":1}', '{"id":"x","variant":"veletas","moves":[1]}']) {
      store.items.set('cierzo.game', text);
      store.items.set('cierzo.games', text);
      expect(storage.game()).toBeNull();
      expect(storage.games()).toEqual([]);
    }
  });

  it('does without a store, and with one that is full', () => {
    const full: Store = { getItem: () => null, setItem: () => { throw new Error('full'); } };
    for (const storage of [new Storage(null), new Storage(full)]) {
      storage.keepGame(game());
      expect(storage.game()).toBeNull();
    }
    expect(new Storage(null).works).toBe(false);
  });
});
