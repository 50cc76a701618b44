// Opening what was pasted or linked: the text is understood here, its moves are judged by the engine, and the game
// on the board is only replaced when all is well.

import type { App } from './app';
import type { Game, Outcome, Player, Setting } from './game';
import { colourOf, newGame, PEOPLE, withMove, withOutcome } from './game';
import type { Key, Words } from './i18n';
import { fromLink, readText, tidyMove } from './notation';
import type { Pasted } from './notation';
import type { Facts } from './desk';

export interface Problem {
  key: Key;
  words: Words;
}

/** Opens a text; the problem if it cannot be, and then nothing has changed. */
export async function openText(app: App, text: string, variant: string): Promise<Problem | null> {
  const pasted = readText(text);
  if ('error' in pasted) return problemOf(pasted);
  return openPasted(app, pasted, variant);
}

export async function openHash(app: App, hash: string): Promise<Problem | null> {
  const pasted = fromLink(hash);
  if ('error' in pasted) return problemOf(pasted);
  return openPasted(app, pasted, app.state.setting.variant);
}

function problemOf(wrong: { error: 'empty' } | { error: 'word'; word: string }): Problem {
  return wrong.error === 'empty'
    ? { key: 'error.empty', words: {} }
    : { key: 'error.word', words: { word: wrong.word } };
}

async function openPasted(app: App, pasted: Pasted, otherwise: string): Promise<Problem | null> {
  const variant = pasted.variant ?? otherwise;
  if (!app.state.options.get('UCI_Variant')?.values.includes(variant))
    return { key: 'error.variant', words: { variant } };
  const moves = pasted.moves.map(tidyMove);
  const { facts, error } = await app.desk.history({ variant, start: pasted.start, moves });
  if (error !== null) return { key: 'error.engine', words: { reason: error } };
  const setting: Setting = { variant, start: pasted.start, seats: PEOPLE, timing: { kind: 'turn', ms: 2000 } };
  const game = replay(newGame(setting, facts[0] as Facts), moves, facts);
  app.replace(finished({ ...game, comments: pasted.comments, names: namesOf(pasted, facts) }, pasted));
  return null;
}

function replay(game: Game, moves: readonly string[], facts: readonly Facts[]): Game {
  return moves.reduce((so, move, at) => withMove(so, at, move, facts[at + 1] as Facts), game);
}

// A record may say who won although the board does not: someone resigned or ran out of time.
function finished(game: Game, pasted: Pasted): Game {
  const last = game.facts.at(-1) as Facts;
  if (pasted.winner === null || game.outcome !== null) return game;
  const winner = colourOf('first', last) === pasted.winner ? 'first' : 'second';
  const how: Outcome['how'] = /time/i.test(pasted.tags['Termination'] ?? '') ? 'time' : 'resigned';
  return withOutcome(game, { winner, how });
}

function namesOf(pasted: Pasted, facts: readonly Facts[]): Partial<Record<Player, string>> {
  const black = pasted.tags['Black'];
  const white = pasted.tags['White'];
  const firstIsBlack = colourOf('first', facts.at(-1) as Facts) === 'b';
  const names: Partial<Record<Player, string>> = {};
  const first = firstIsBlack ? black : white;
  const second = firstIsBlack ? white : black;
  if (first) names.first = first;
  if (second) names.second = second;
  return names;
}
