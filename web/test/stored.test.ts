import { describe, expect, it } from 'vitest';
import { Desk } from '../src/desk';
import { newGame } from '../src/game';
import type { Outcome } from '../src/game';
import { revive } from '../src/revive';
import { readDraft, readGame, readPrefs, readSetting } from '../src/stored';
import { DEFAULT_SETTING, defaultPrefs } from '../src/state';
import { facts, OFFER, START } from './facts';

const CLOCK = { kind: 'clock' as const, base: 60_000, increment: 1000 };

function stored(patch: object = {}): Record<string, unknown> {
  const { facts: _, ...game } = newGame({ ...DEFAULT_SETTING, timing: CLOCK }, START);
  return { ...game, id: 'kept', moves: ['d4/a1', 'swap'], comments: { 1: 'good' }, chances: { 0: { first: 0.5, nodes: 9, line: ['d4/a1'] } }, ...patch };
}

describe('what is kept of a game', () => {
  it('is all of it where all is sound', () => {
    expect(readGame(stored())).toEqual({ value: stored(), left: [] });
    expect(readGame({ id: 'x', variant: 'veletas', moves: [] })).toMatchObject({ value: { moves: [], outcome: null }, left: [] });
  });

  const broken: [string, object, object][] = [
    ['clocks', { clocks: { first: 'soon', second: 5 } }, { clocks: { first: 60_000, second: 60_000 } }],
    ['clocks', { clocks: { first: null, second: NaN } }, { clocks: { first: 60_000, second: 60_000 } }],
    ['clocks', { clocks: { first: 5 } }, { clocks: { first: 60_000, second: 60_000 } }],
    ['result', { outcome: 'White' }, { outcome: null }],
    ['result', { outcome: { winner: 'white', how: 'majority' } }, { outcome: null }],
    ['result', { outcome: { winner: 'first', how: 'luck' } }, { outcome: null }],
    ['time', { timing: { kind: 'clock', base: 'long', increment: 0 } }, { timing: DEFAULT_SETTING.timing }],
    ['time', { timing: { kind: 'turn', ms: -5 } }, { timing: DEFAULT_SETTING.timing }],
    ['players', { seats: { first: { kind: 'dog' }, second: { kind: 'human' } } }, { seats: DEFAULT_SETTING.seats }],
    ['start', { start: 7 }, { start: null }],
    ['comments', { comments: { 1: 7, 2: 'yes', 9: 'beyond', no: 'where' } }, { comments: { 2: 'yes' } }],
    ['comments', { comments: 'good' }, { comments: {} }],
    ['names', { names: { first: 'Ana', second: [] } }, { names: { first: 'Ana' } }],
    ['chances', { chances: { 0: { first: 2, nodes: 9, line: [] }, 1: { first: 1, nodes: 9, line: [] } } }, { chances: { 1: { first: 1, nodes: 9, line: [] } } }],
  ];
  for (const [part, patch, kept] of broken)
    it(`is all but ${part}: ${JSON.stringify(patch)}`, () => {
      const read = readGame(stored(patch));
      expect(read?.left).toEqual([part]);
      expect(read?.value).toMatchObject(kept);
      expect(read?.value.moves).toEqual(['d4/a1', 'swap']);
    });

  it('is nothing where there is no game', () => {
    for (const value of [null, 7, [], 'x', {}, stored({ moves: null }), stored({ moves: [1] }), stored({ variant: 1 }), stored({ id: '' })])
      expect(readGame(value)).toBeNull();
  });
});

describe('what is kept of choices', () => {
  it('is what makes sense', () => {
    const prefs = defaultPrefs('es');
    expect(readPrefs(prefs)).toEqual({ value: prefs, whole: true });
    expect(readPrefs({ ...prefs, language: 'xx', lines: 1e9, threads: 'many', theme: 'dark', later: true })).toEqual({
      value: { ...withoutKeys(prefs, ['language', 'lines', 'threads']), theme: 'dark' },
      whole: false,
    });
    expect(readPrefs(undefined)).toEqual({ value: {}, whole: true });
    expect(readPrefs('dark')).toEqual({ value: {}, whole: false });
    expect(readSetting({ variant: 7, seats: null, timing: CLOCK })).toEqual({ ...DEFAULT_SETTING, timing: CLOCK });
  });

  it('is a turn that was begun', () => {
    const drafts = [{ stage: 'setup', squares: ['a1', 'c3'] }, { stage: 'moved', from: 'a1', to: 'a2' }, { stage: 'stay', from: 'b2' }];
    for (const draft of drafts) expect(readDraft(draft)).toEqual(draft);
    for (const draft of [null, 7, { stage: 'setup', squares: ['zz'] }, { stage: 'moved', from: 'a1' }, { stage: 'flying', from: 'a1' }])
      expect(readDraft(draft)).toEqual({ stage: 'none' });
  });
});

describe('a kept game and the engine', () => {
  const WON = facts({ fen: '7/7/7/3W3/7/7/b6 w - 3', result: 'p2win' });
  const desk = (answers: unknown) => ({ history: async () => answers }) as unknown as Desk;
  const read = (patch: object) => readGame(stored(patch))!.value;
  const resigned: Outcome = { winner: 'first', how: 'resigned' };

  it('agree on the result: the board decides', async () => {
    const all = { facts: [START, OFFER, OFFER], error: null };
    const claimed = await revive(desk(all), read({ outcome: { winner: 'first', how: 'majority' } }));
    expect(claimed).toMatchObject({ value: { outcome: null }, left: ['result'] });
    expect(await revive(desk(all), read({ outcome: resigned }))).toMatchObject({ value: { outcome: resigned }, left: [] });
    const won = await revive(desk({ facts: [START, OFFER, WON], error: null }), read({ outcome: null }));
    expect(won).toMatchObject({ value: { outcome: { winner: 'second', how: 'majority' } }, left: [] });
  });

  it('keep the turns before one that is refused, as another game', async () => {
    const found = await revive(desk({ facts: [START, OFFER], error: 'move 2' }), read({ chances: { 2: { first: 1, nodes: 1, line: [] } } }));
    expect(found).toMatchObject({ value: { moves: ['d4/a1'], chances: {}, comments: { 1: 'good' } }, left: ['moves'] });
    expect('value' in found && found.value.id).not.toBe('kept');
    expect(await revive(desk({ facts: [], error: 'no such rules' }), read({}))).toEqual({ error: 'no such rules' });
  });
});

function withoutKeys(value: object, keys: string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
