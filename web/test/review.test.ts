import { describe, expect, it } from 'vitest';
import { gradeOf, swings, turningPoints } from '../src/review';

const chance = (first: number) => ({ first, nodes: 1, line: [] });

describe('the review', () => {
  it('counts what a turn lost for its mover', () => {
    const found = swings({ 0: chance(0.6), 1: chance(0.2), 2: chance(0.9) }, ['first', 'second']);
    expect(found[0]).toMatchObject({ index: 0, before: 0.6, after: 0.2 });
    expect(found[0]?.loss).toBeCloseTo(0.4);
    expect(found[1]?.loss).toBeCloseTo(0.7);
  });

  it('passes over turns whose chances are not known', () => {
    expect(swings({ 0: chance(0.6), 2: chance(0.2) }, ['first', 'second'])).toEqual([]);
  });

  it('shows the worst first, and none that lost little', () => {
    const all = swings({ 0: chance(0.5), 1: chance(0.35), 2: chance(0.38), 3: chance(0.0) }, ['first', 'second', 'first']);
    expect(turningPoints(all).map((swing) => swing.index)).toEqual([2, 0]);
    expect(turningPoints(all, 1)).toHaveLength(1);
  });

  it('has words for losses', () => {
    expect([0.05, 0.1, 0.2, 0.5].map(gradeOf)).toEqual([null, 'doubtful', 'mistake', 'blunder']);
  });
});
