// A browser's store for tests; `full` refuses every write.

import type { Store } from '../src/storage';

export interface Memory extends Store {
  items: Map<string, string>;
  full: boolean;
  writes: string[];
}

export function memory(before: Record<string, unknown> = {}): Memory {
  const items = new Map(Object.entries(before).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]));
  const store: Memory = {
    items,
    full: false,
    writes: [],
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (store.full) throw new DOMException('the quota is exceeded', 'QuotaExceededError');
      store.writes.push(key);
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    keys: () => [...items.keys()],
  };
  return store;
}
