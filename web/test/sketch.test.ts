import { describe, expect, it } from 'vitest';
import { newGame } from '../src/game';
import { emptySketch, lookOf, sketchOf } from '../src/sketch';
import { DEFAULT_SETTING } from '../src/state';
import { readLook } from '../src/stored';
import { marksOf } from '../src/turn';
import { PLAY } from './facts';

describe('the board before the engine is there', () => {
  it('is an empty one of the right size, on which nothing can be done', () => {
    for (const [variant, size] of [['veletas', 10], ['classic-9', 9], ['nocorners-7', 7]] as const) {
      const facts = emptySketch({ ...DEFAULT_SETTING, variant }).facts[0]!;
      expect(facts.position.size).toBe(size);
      expect(facts.position.pieces.size).toBe(0);
      expect(marksOf({ stage: 'none' }, facts.next, facts).size).toBe(0);
    }
    for (const variant of ['veletas-0', 'other-99']) expect(emptySketch({ ...DEFAULT_SETTING, variant }).facts[0]?.position.size).toBe(10);
  });

  it('is how it looked before a reload', () => {
    const game = { ...newGame(DEFAULT_SETTING, PLAY), moves: ['d4/a1', 'c3,e5/g7'] };
    const look = readLook(JSON.parse(JSON.stringify(lookOf(PLAY))))!;
    const sketch = sketchOf(look, game);
    expect(sketch.facts).toHaveLength(1);
    expect(sketch.facts[0]?.position).toEqual(PLAY.position);
    expect(sketch).toMatchObject({ id: game.id, moves: [], seats: game.seats });
  });

  it('is not what makes no sense', () => {
    const good = lookOf(PLAY);
    for (const bad of [null, 7, { ...good, fen: 'x' }, { ...good, fen: 'b/'.repeat(40) }, { ...good, first: 1 }, { ...good, removed: ['zz'] }, { ...good, total: -1 }])
      expect(readLook(bad)).toBeNull();
  });
});
