import { describe, expect, it } from 'vitest';
import * as protocol from '../src/protocol';

describe('next', () => {
  it('reads labelled lists and leaves out those that are not there', () => {
    const next = protocol.parseNext('next shooters d4 g3 shots a1 j10');
    expect(next.shooters).toEqual(['d4', 'g3']);
    expect(next.shots).toEqual(['a1', 'j10']);
    expect(next.targets).toEqual([]);
    expect(next.complete).toBe(false);
  });

  it('knows the words that stand alone', () => {
    expect(protocol.parseNext('next shooters b2 swap')).toMatchObject({ shooters: ['b2'], swap: true });
    expect(protocol.parseNext('next complete').complete).toBe(true);
    expect(protocol.parseNext('next')).toEqual(protocol.NOTHING_NEXT);
  });

  it('gives lists of its own, so that nobody changes another answer', () => {
    protocol.parseNext('next').shots.push('a1');
    expect(protocol.parseNext('next').shots).toEqual([]);
  });
});

describe('groups and claims', () => {
  it('reads groups with colours, sizes and squares', () => {
    expect(protocol.parseGroups('groups b 4 a1 a2 b2 b3 w 1 c10')).toEqual([
      { side: 'b', size: 4, squares: ['a1', 'a2', 'b2', 'b3'] },
      { side: 'w', size: 1, squares: ['c10'] },
    ]);
    expect(protocol.parseGroups('groups')).toEqual([]);
  });

  it('does not take the file b for a colour', () => {
    expect(protocol.parseGroups('groups w 2 b1 b2')).toEqual([{ side: 'w', size: 2, squares: ['b1', 'b2'] }]);
  });

  it('reads claims with the sizes that decided', () => {
    expect(protocol.parseClaims('claims e5 b 7 4 g3 w 3 3')).toEqual([
      { square: 'e5', side: 'b', black: 7, white: 4 },
      { square: 'g3', side: 'w', black: 3, white: 3 },
    ]);
    expect(protocol.parseClaims('claims')).toEqual([]);
  });
});

describe('a search', () => {
  const line = 'info depth 5 seldepth 9 multipv 2 score cp 100 wdl 640 0 360 nodes 41022 nps 350000 hashfull 3 time 117 pv c6-c5/c6 f7';

  it('reads an info line', () => {
    const info = protocol.parseInfo(line);
    expect(info).toMatchObject({ depth: 5, rank: 2, nodes: 41022, speed: 350000, time: 117, mate: null, bound: false });
    expect(info?.line).toEqual(['c6-c5/c6', 'f7']);
    expect(info?.chance).toBeCloseTo(0.64, 2);
  });

  it('turns mates into certainty', () => {
    expect(protocol.parseInfo('info depth 3 score mate 2 pv a1')).toMatchObject({ mate: 2, chance: 1 });
    expect(protocol.parseInfo('info depth 3 score mate -1 pv a1')).toMatchObject({ mate: -1, chance: 0 });
  });

  it('notes bounds, and passes over other lines', () => {
    expect(protocol.parseInfo('info depth 3 score cp 5 lowerbound nodes 1')?.bound).toBe(true);
    expect(protocol.parseInfo('info string score cp 5')).toBeNull();
    expect(protocol.parseInfo('info nodes 100 nps 5')).toBeNull();
    expect(protocol.parseInfo('bestmove a1')).toBeNull();
  });

  it('reads the forecast', () => {
    const forecast = protocol.parseForecast('info string claims d4 0.85 g10 0.10');
    expect(forecast).toEqual(new Map([['d4', 0.85], ['g10', 0.1]]));
    expect(protocol.parseForecast('info string error: claims')).toBeNull();
  });

  it('reads best moves', () => {
    expect(protocol.parseBestmove('bestmove d4-d7/f7 ponder a1')).toBe('d4-d7/f7');
    expect(protocol.parseBestmove('bestmove (none)')).toBeNull();
  });

  it('has chances that agree with the protocol', () => {
    expect(protocol.chanceOf(0)).toBe(0.5);
    expect(protocol.chanceOf(400)).toBeCloseTo(0.909, 3);
    expect(protocol.chanceOf(-400) + protocol.chanceOf(400)).toBeCloseTo(1, 12);
  });
});

describe('the handshake and the drawing', () => {
  it('reads options', () => {
    expect(protocol.parseOption('option name UCI_Elo type spin default 2600 min 400 max 2600')).toEqual([
      'UCI_Elo',
      { type: 'spin', min: 400, max: 2600, values: [] },
    ]);
    const combo = protocol.parseOption('option name UCI_Variant type combo default veletas var veletas var veletas-7');
    expect(combo?.[1].values).toEqual(['veletas', 'veletas-7']);
    expect(protocol.parseOption('id name Cierzo')).toBeNull();
  });

  it('reads errors', () => {
    expect(protocol.errorOf("info string error: move 2, 'zz99': not a move")).toBe("move 2, 'zz99': not a move");
    expect(protocol.errorOf('info string claims a1 0.5')).toBeNull();
  });

  it('finds removed corners, on boards of one and of two digits', () => {
    const seven = [' 7    . . . . .  ', ' 6  . . . . . . .', ' 1    . . b . .  ', '    a b c d e f g'];
    expect(protocol.parseRemoved(seven)).toEqual(['a7', 'g7', 'a1', 'g1']);
    expect(protocol.parseRemoved(['10    . . . . . . . .  ', ' 9  . . . . . s w . . .'])).toEqual(['a10', 'j10']);
  });

  it('finds the number of shooters', () => {
    expect(protocol.parseTotal(['veletas: claimed shooters Black 0, White 2, of 7; Black to move'])).toBe(7);
  });
});
