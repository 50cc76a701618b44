// The board as it can be drawn before the engine is there: how it looked before a reload, or an empty one. Nothing can be done
// with it, since only the engine knows what may follow.

import type { Facts } from './desk';
import { newGame } from './game';
import type { Game, Setting } from './game';
import { parsePosition } from './position';
import { NOTHING_NEXT } from './protocol';
import { familyOf } from './rules';
import type { Look, StoredGame } from './stored';

/** A game of one position, the one that was shown. */
export function sketchOf(look: Look, stored: StoredGame): Game {
  return { ...stored, moves: [], outcome: null, facts: [factsOf(look)] };
}

/** An empty board of the rule set's size. */
export function emptySketch(setting: Setting): Game {
  const named = Number(familyOf(setting.variant).size);
  const size = named >= 5 && named <= 10 ? named : 10;
  const fen = `${Array<number>(size).fill(size).join('/')} b - 1`;
  return newGame(setting, factsOf({ fen, first: true, removed: [], total: 0 }));
}

export function lookOf(facts: Facts): Look {
  const { fen, first, removed, total } = facts;
  return { fen, first, removed, total };
}

function factsOf(look: Look): Facts {
  return { ...look, position: parsePosition(look.fen), over: false, winner: null, claims: [], groups: [], next: NOTHING_NEXT };
}
