// A kept game becomes one that can be played again: the engine says what its positions hold, and what it does not take is
// left out and named.

import type { Desk, Facts } from './desk';
import { cut, lastIndex, majority, newId } from './game';
import type { Game } from './game';
import type { Part, Read, StoredGame } from './stored';

/** The game, and which parts of it were left out; the engine's reason where it does not take even the start. */
export async function revive(desk: Desk, stored: StoredGame): Promise<Read<Game> | { error: string }> {
  const { facts, error } = await desk.history(stored);
  if (facts.length === 0) return { error: error ?? '' };
  return error === null ? judged({ ...stored, facts }) : shortened(stored, facts);
}

// The kept game stays as it is, since the rest may be for another version of the page: this one is another game.
function shortened(stored: StoredGame, facts: Facts[]): Read<Game> {
  const { value, left } = judged(cut({ ...stored, id: newId(), facts }, facts.length - 1));
  return { value, left: ['moves', ...left] };
}

// Who has claimed the most, the board says; a kept result may only add that someone resigned or ran out of time.
function judged(game: Game): Read<Game> {
  const onBoard = majority(game.facts[lastIndex(game)] as Facts);
  const left: Part[] = onBoard === null && game.outcome?.how === 'majority' ? ['result'] : [];
  const outcome = onBoard ?? (left.length > 0 ? null : game.outcome);
  return { value: { ...game, outcome }, left };
}
