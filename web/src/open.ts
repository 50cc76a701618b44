// Opening what was pasted or linked: the text is understood here, its moves are judged by the engine, and the game
// on the board is only replaced when all is well.

import type { App } from './app';
import type { Game, Outcome, Player, Setting } from './game';
import { colourOf, newGame, PEOPLE, withMove, withOutcome } from './game';
import { translator } from './i18n';
import type { Key, Words } from './i18n';
import { fromLink, readText, tidyMove } from './notation';
import type { Pasted, ReadError } from './notation';
import type { Facts, Line } from './desk';
import { rulesName } from './rules';

export interface Problem {
  key: Key;
  words: Words;
}

/** Opens a text, and says what of it was left out; the problem if it cannot be, and then nothing has changed. */
export async function openText(app: App, text: string, variant: string): Promise<Problem | null> {
  const pasted = readText(text);
  if ('error' in pasted) return problemOf(pasted);
  const problem = await openPasted(app, pasted, variant);
  if (problem !== null) return problem;
  const t = translator(app.state.prefs.language);
  const left = pasted.left.map((part) => t(`left.${part}`)).join(', ');
  app.openDialog(null);
  app.notify(left === '' ? 'share.replaced' : 'share.partly', { left });
  return null;
}

export async function openHash(app: App, hash: string): Promise<Problem | null> {
  const pasted = fromLink(hash);
  if ('error' in pasted) return problemOf(pasted);
  return openPasted(app, pasted, app.state.setting.variant);
}

function problemOf(wrong: ReadError): Problem {
  if (wrong.error === 'word') return { key: 'error.word', words: { word: wrong.word } };
  return { key: wrong.error === 'json' ? 'error.json' : 'error.empty', words: {} };
}

async function openPasted(app: App, pasted: Pasted, otherwise: string): Promise<Problem | null> {
  const named = pasted.variant?.trim() ?? otherwise;
  const known = app.state.options.get('UCI_Variant')?.values ?? [];
  const variant = known.find((each) => each.toLowerCase() === named.toLowerCase());
  if (variant === undefined) return { key: 'error.variant', words: { variant: named } };
  const moves = pasted.moves.map(tidyMove);
  const { facts, error } = await app.desk.history({ variant, start: pasted.start, moves });
  if (error !== null) return refused(app, { variant, start: pasted.start, moves }, error, known);
  const setting: Setting = { variant, start: pasted.start, seats: PEOPLE, timing: { kind: 'turn', ms: 2000 } };
  const game = replay(newGame(setting, facts[0] as Facts), moves, facts);
  app.replace(finished({ ...game, comments: pasted.comments, names: namesOf(pasted, facts) }, pasted));
  return null;
}

// What the engine has against it, and under which other rules it would have nothing.
async function refused(app: App, line: Line, reason: string, known: readonly string[]): Promise<Problem> {
  const fits: string[] = [];
  for (const variant of known) if (variant !== line.variant && (await app.desk.takes({ ...line, variant }))) fits.push(variant);
  if (fits.length === 0) return { key: 'error.engine', words: { reason } };
  const t = translator(app.state.prefs.language);
  const names = fits.map((variant) => `${rulesName(t, variant)} (${variant})`);
  return { key: 'error.otherRules', words: { reason, rules: rulesName(t, line.variant), fits: names.join('; ') } };
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
