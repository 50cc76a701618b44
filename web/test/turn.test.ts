import { describe, expect, it } from 'vitest';
import { parseNext } from '../src/protocol';
import { click, isSetup, marksOf, NO_DRAFT, partialOf, piecesWith, squaresOf, stepBack } from '../src/turn';
import type { Draft } from '../src/turn';
import { OFFER, PLAY, START } from './facts';

const SHOOTER: Draft = { stage: 'shooter', from: 'd4' };
const STAY: Draft = { stage: 'stay', from: 'd4' };
const MOVED: Draft = { stage: 'moved', from: 'd4', to: 'd7' };

describe('a turn in play', () => {
  it('shoots at once at a square that can be shot', () => {
    expect(click(NO_DRAFT, PLAY.next, PLAY, 'a3')).toEqual({ move: 'a3' });
    expect(click(NO_DRAFT, PLAY.next, PLAY, 'g1')).toBeNull();
  });

  it('goes by shooter, target and shot', () => {
    expect(click(NO_DRAFT, PLAY.next, PLAY, 'd4')).toEqual({ draft: SHOOTER });
    expect(click(SHOOTER, parseNext('next targets d7 shots d7'), PLAY, 'd7')).toEqual({ draft: MOVED });
    expect(click(MOVED, parseNext('next shots d4 a7'), PLAY, 'd4')).toEqual({ move: 'd4-d7/d4' });
    expect(click(MOVED, parseNext('next shots d4 a7'), PLAY, 'b2')).toBeNull();
  });

  it('takes a second click on the shooter for staying, a third for nothing', () => {
    expect(click(SHOOTER, parseNext('next targets a4 shots a4'), PLAY, 'd4')).toEqual({ draft: STAY });
    expect(click(STAY, parseNext('next targets a4 shots a4'), PLAY, 'a4')).toEqual({ move: 'a4' });
    expect(click(STAY, PLAY.next, PLAY, 'd4')).toEqual({ draft: NO_DRAFT });
  });

  it('picks another shooter at any time', () => {
    expect(click(SHOOTER, parseNext('next targets a4'), PLAY, 'e5')).toEqual({ draft: { stage: 'shooter', from: 'e5' } });
    expect(click(MOVED, parseNext('next shots a7'), PLAY, 'e5')).toEqual({ draft: { stage: 'shooter', from: 'e5' } });
  });

  it('goes back a step on the moved shooter', () => {
    expect(click(MOVED, parseNext('next shots a7'), PLAY, 'd7')).toEqual({ draft: SHOOTER });
    expect(stepBack(MOVED)).toEqual(SHOOTER);
    expect(stepBack(SHOOTER)).toEqual(NO_DRAFT);
  });

  it('marks what each square would do, the old place of a moved shooter included', () => {
    const marks = marksOf(MOVED, parseNext('next shots d4 a7'), PLAY);
    expect(marks.get('d4')).toBe('shot');
    expect(marks.get('e5')).toBe('pick');
    expect(marksOf(NO_DRAFT, PLAY.next, PLAY).get('a4')).toBe('shot');
    expect(marksOf(SHOOTER, parseNext('next targets a4 shots a4'), PLAY).get('a4')).toBe('target');
  });

  it('shows the shooter where it has gone', () => {
    const pieces = piecesWith(PLAY, MOVED);
    expect(pieces.get('d7')).toBe('s');
    expect(pieces.has('d4')).toBe(false);
    expect(PLAY.position.pieces.get('d4')).toBe('s');
  });
});

describe('a setup turn', () => {
  it('is told from play', () => {
    expect(isSetup(START)).toBe(true);
    expect(isSetup(OFFER)).toBe(true);
    expect(isSetup(PLAY)).toBe(false);
  });

  it('places shooters, takes them up again, and ends with the stone', () => {
    const one: Draft = { stage: 'setup', squares: ['c3'] };
    expect(click(NO_DRAFT, OFFER.next, OFFER, 'c3')).toEqual({ draft: one });
    expect(click(one, parseNext('next shooters b2'), OFFER, 'c3')).toEqual({ draft: NO_DRAFT });
    const two: Draft = { stage: 'setup', squares: ['c3', 'b2'] };
    expect(click(one, parseNext('next shooters b2'), OFFER, 'b2')).toEqual({ draft: two });
    expect(click(two, parseNext('next stones a1'), OFFER, 'a1')).toEqual({ move: 'c3,b2/a1' });
    expect(click(two, parseNext('next stones a1'), OFFER, 'g7')).toBeNull();
    expect(partialOf(two)).toBe('c3,b2');
    expect(stepBack(two)).toEqual(one);
  });
});

describe('squares of a move', () => {
  it('knows every form', () => {
    expect(squaresOf('d4-d7/f7')).toEqual({ from: 'd4', to: 'd7', shot: 'f7', placed: [] });
    expect(squaresOf('f7')).toEqual({ from: null, to: null, shot: 'f7', placed: [] });
    expect(squaresOf('c3,e5/d4')).toEqual({ from: null, to: null, shot: 'd4', placed: ['c3', 'e5'] });
    expect(squaresOf('d4/a1')).toEqual({ from: null, to: null, shot: 'a1', placed: ['d4'] });
    expect(squaresOf('c3,e5')).toEqual({ from: null, to: null, shot: null, placed: ['c3', 'e5'] });
    expect(squaresOf('swap').shot).toBeNull();
  });
});
