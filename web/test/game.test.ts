import { describe, expect, it } from 'vitest';
import * as games from '../src/game';
import { recordText, linkTo } from '../src/records';
import { facts, OFFER, PLAY, START } from './facts';

const SETTING: games.Setting = {
  variant: 'veletas-7',
  start: null,
  seats: { first: { kind: 'human' }, second: { kind: 'engine', level: 1000 } },
  timing: { kind: 'turn', ms: 1000 },
};
const SWAPPED = facts({ fen: '7/7/7/3s3/7/7/b6 w x 1', next: 'next shooters c3', first: true });
const WON = facts({ fen: '6w/7/4s2/3W3/2W4/7/b6 b - 3', result: 'p2win' });

function played(setting = SETTING): games.Game {
  const begun = games.newGame(setting, START);
  return games.withMove(games.withMove(begun, 0, 'd4/a1', OFFER), 1, 'c3,e5/g7', PLAY);
}

describe('moves', () => {
  it('are added at the end, and a game is never changed', () => {
    const begun = games.newGame(SETTING, START);
    const after = games.withMove(begun, 0, 'd4/a1', OFFER);
    expect(begun.moves).toEqual([]);
    expect(after.moves).toEqual(['d4/a1']);
    expect(games.factsAt(after, 1)).toBe(OFFER);
  });

  it('cut off what was played from there before, with its comments and chances', () => {
    const game = { ...played(), comments: { 1: 'one', 2: 'two' }, chances: { 1: { first: 0.5, nodes: 9, line: [] }, 2: { first: 0.6, nodes: 9, line: [] } } };
    const branch = games.withMove(game, 1, 'swap', SWAPPED);
    expect(branch.moves).toEqual(['d4/a1', 'swap']);
    expect(branch.comments).toEqual({ 1: 'one' });
    expect(Object.keys(branch.chances)).toEqual(['1']);
    expect(branch.facts).toHaveLength(3);
  });

  it('end the game when the engine says who has won', () => {
    const over = games.withMove(played(), 2, 'f7', WON);
    expect(over.outcome).toEqual({ winner: 'second', how: 'majority' });
    expect(over.chances[3]).toMatchObject({ first: 0 });
    expect(games.engineToMove(over)).toBe(false);
    expect(games.cut(over, 2).outcome).toBeNull();
  });
});

describe('players', () => {
  it('change colours with the swap', () => {
    expect(games.colourOf('first', OFFER)).toBe('b');
    expect(games.colourOf('second', OFFER)).toBe('w');
    expect(games.colourOf('first', SWAPPED)).toBe('w');
  });

  it('are asked when it is their turn', () => {
    const begun = games.newGame(SETTING, START);
    expect(games.mayMove(begun, 0)).toBe(true);
    const offered = games.withMove(begun, 0, 'd4/a1', OFFER);
    expect(games.mayMove(offered, 1)).toBe(false);
    expect(games.engineToMove(offered)).toBe(true);
  });

  it('may play on from an earlier position, but not with a clock running', () => {
    expect(games.mayMove(played(), 0)).toBe(true);
    const timed = { ...SETTING, timing: { kind: 'clock' as const, base: 1000, increment: 0 } };
    expect(games.mayMove(played(timed), 0)).toBe(false);
    expect(games.mayMove(played(timed), 2)).toBe(true);
  });

  it('take back to where a person can choose anew', () => {
    const begun = games.newGame(SETTING, START);
    expect(games.takeBackTo(begun)).toBeNull();
    expect(games.takeBackTo(games.withMove(begun, 0, 'd4/a1', OFFER))).toBe(0);
    expect(games.takeBackTo(played())).toBe(0);
  });

  it('may try other turns in a finished game of the engine against itself', () => {
    const engine = { kind: 'engine' as const, level: null };
    const game = played({ ...SETTING, seats: { first: engine, second: engine } });
    expect(games.mayMove(game, 0)).toBe(false);
    const over = games.withMove(game, 2, 'f7', WON);
    expect(games.mayMove(over, 0)).toBe(true);
    expect(games.mayMove(over, 3)).toBe(false);
  });

  it('who have resigned cannot move, nor does the first outcome change', () => {
    const over = games.withOutcome(played(), { winner: 'second', how: 'resigned' });
    expect(games.mayMove(over, 2)).toBe(false);
    expect(games.withOutcome(over, { winner: 'first', how: 'time' })).toBe(over);
  });
});

describe('clocks and chances', () => {
  it('run down to nothing and get their increment', () => {
    const game = played({ ...SETTING, timing: { kind: 'clock', base: 1000, increment: 300 } });
    expect(games.withTimeSpent(game, 'first', 400).clocks).toEqual({ first: 600, second: 1000 });
    expect(games.withTimeSpent(game, 'first', 4000).clocks.first).toBe(0);
    expect(games.withIncrement(game, 'second').clocks.second).toBe(1300);
    expect(games.withTimeSpent(played(), 'first', 400).clocks).toEqual({ first: 0, second: 0 });
  });

  it('are kept from the deeper search', () => {
    const game = games.withChance(played(), 1, { first: 0.4, nodes: 100, line: [] });
    expect(games.withChance(game, 1, { first: 0.9, nodes: 50, line: [] })).toBe(game);
    expect(games.withChance(game, 1, { first: 0.9, nodes: 500, line: [] }).chances[1]?.first).toBe(0.9);
  });

  it('are shown by the colours of the end', () => {
    const chance = { first: 0.7, nodes: 1, line: [] };
    expect(games.blackShare(played(), chance)).toBeCloseTo(0.7);
    expect(games.blackShare(games.withMove(played(), 1, 'swap', SWAPPED), chance)).toBeCloseTo(0.3);
  });
});

describe('records', () => {
  it('name the colours that players have in the end', () => {
    const game = games.withOutcome(games.withMove(played(), 1, 'swap', SWAPPED), { winner: 'first', how: 'resigned' });
    const text = recordText(game, (player) => (player === 'first' ? 'Ana' : 'Cierzo'));
    expect(text).toContain('[Black "Cierzo"]');
    expect(text).toContain('[White "Ana"]');
    expect(text).toContain('[First "Ana"]');
    expect(text).toContain('[Result "1-0"]');
    expect(text).toContain('1. d4/a1 swap 1-0');
  });

  it('have links to the position shown', () => {
    expect(linkTo(played(), 1, 'http://host/board/#old')).toBe('http://host/board/#v=veletas-7&moves=d4/a1');
  });
});
