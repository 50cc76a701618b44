import { describe, expect, it } from 'vitest';
import { Lead } from '../src/lead';
import type { Locks } from '../src/lead';

/** One lock of a browser, for two tabs: first come, first served, and whoever steals it has it at once. */
function locks(): Locks {
  const held = new Map<string, () => void>();
  const queues = new Map<string, (() => void)[]>();
  const request = (name: string, options: LockOptions, granted: (lock: null) => unknown) =>
    new Promise((resolve, reject) => {
      const start = () => {
        held.set(name, () => reject(new DOMException('stolen', 'AbortError')));
        void Promise.resolve(granted(null)).then((value) => {
          if (held.get(name) === undefined) return;
          held.delete(name);
          resolve(value);
          queues.get(name)?.shift()?.();
        });
      };
      const lose = held.get(name);
      if (options.steal) held.delete(name);
      if (options.steal) lose?.();
      if (lose === undefined || options.steal) start();
      else queues.set(name, [...(queues.get(name) ?? []), start]);
    });
  return { request } as unknown as Locks;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the lead in a game', () => {
  const pair = () => {
    const shared = locks();
    const has = { a: false, b: false };
    const tab = (name: 'a' | 'b') => new Lead(shared, (lead) => (has[name] = lead));
    return { a: tab('a'), b: tab('b'), has };
  };

  it('is one tab’s, and another’s when that tab goes to another game', async () => {
    const { a, b, has } = pair();
    a.want('one');
    b.want('one');
    await settled();
    expect(has).toEqual({ a: true, b: false });
    a.want('two');
    await settled();
    await settled();
    expect(has).toEqual({ a: true, b: true });
  });

  it('is taken by the tab that is played in, and the other one waits for it', async () => {
    const { a, b, has } = pair();
    a.want('one');
    await settled();
    b.want('one');
    b.want('one', true);
    await settled();
    expect(has).toEqual({ a: false, b: true });
    b.want('two');
    await settled();
    await settled();
    expect(has).toEqual({ a: true, b: true });
  });

  it('is every tab’s where there are no locks', () => {
    let lead = false;
    new Lead(null, (has) => (lead = has)).want('one');
    expect(lead).toBe(true);
  });
});
