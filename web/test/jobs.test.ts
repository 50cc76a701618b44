import { describe, expect, it } from 'vitest';
import { newGame, withMove } from '../src/game';
import type { Setting } from '../src/game';
import { chooseJob, missing } from '../src/jobs';
import { DEFAULT_SETTING, defaultPrefs, initialState } from '../src/state';
import type { State } from '../src/state';
import { OFFER, PLAY, START } from './facts';

const NONE = new Set<string>();

function state(patch: Partial<Setting> = {}, prefs: Partial<State['prefs']> = {}): State {
  const setting = { ...DEFAULT_SETTING, ...patch };
  const game = withMove(newGame(setting, START), 0, 'd4/a1', OFFER);
  return { ...initialState({ ...defaultPrefs('en'), ...prefs }, setting), game, at: 1 };
}

describe('what the engine does', () => {
  it('plays its own turn before anything else', () => {
    const job = chooseJob(state({}, { analysis: true, forecast: true }), NONE);
    expect(job).toMatchObject({ kind: 'move', go: 'go movetime 2000', position: 'position startpos moves d4/a1' });
    expect(job?.options).toMatchObject({ UCI_LimitStrength: 'true', UCI_Elo: '1000' });
  });

  it('waits while it is paused', () => {
    expect(chooseJob({ ...state(), paused: true }, NONE)).toBeNull();
  });

  it('leaves its turn to the tab that has the lead', () => {
    expect(chooseJob({ ...state(), lead: false }, NONE)).toBeNull();
  });

  it('plays by the clocks of both players', () => {
    const timing = { kind: 'clock' as const, base: 60_000, increment: 1000 };
    expect(chooseJob(state({ timing }), NONE)?.go).toBe('go p1time 60000 p2time 60000 p1inc 1000 p2inc 1000');
  });

  it('stays the same job while the clock runs', () => {
    const timing = { kind: 'clock' as const, base: 60_000, increment: 0 };
    const before = state({ timing });
    const game = { ...before.game!, clocks: { first: 1000, second: 500 } };
    expect(chooseJob({ ...before, game }, NONE)?.key).toBe(chooseJob(before, NONE)?.key);
  });

  const seats = { first: { kind: 'human' as const }, second: { kind: 'human' as const } };

  it('rests when nothing is wanted, and analyses in full strength', () => {
    expect(chooseJob(state({ seats }), NONE)).toBeNull();
    const job = chooseJob(state({ seats }, { analysis: true, lines: 4 }), NONE);
    expect(job).toMatchObject({ kind: 'analyse', at: 1 });
    expect(job?.options).toMatchObject({ UCI_LimitStrength: 'false', MultiPV: '4' });
  });

  it('fills the graph from the end, then analyses, and glances for the forecast once', () => {
    const wanted = state({ seats }, { forecast: true, chances: true });
    expect(chooseJob(wanted, NONE)).toMatchObject({ kind: 'chance', at: 1 });
    const chances = { 0: { first: 0.5, nodes: 1e6, line: [] }, 1: { first: 0.5, nodes: 1e6, line: [] } };
    const filled = { ...wanted, game: { ...wanted.game!, chances } };
    expect(chooseJob({ ...filled, prefs: { ...filled.prefs, analysis: true } }, NONE)?.kind).toBe('analyse');
    const glance = chooseJob(filled, NONE);
    expect(glance?.kind).toBe('glance');
    expect(chooseJob(filled, new Set([glance!.key]))).toBeNull();
  });

  it('knows which positions lack a chance', () => {
    const game = withMove(state({ seats }).game!, 1, 'c3,e5/g7', PLAY);
    expect(missing(game, 100)).toEqual([2, 1, 0]);
    expect(missing({ ...game, chances: { 1: { first: 0.5, nodes: 100, line: [] } } }, 100)).toEqual([2, 0]);
    expect(missing(game, 0)).toEqual([]);
  });
});
