// Sentences about a game, in the reader's language: names, what to do now, what a turn did, why a shooter was claimed.

import type { Facts } from './desk';
import type { Game, Outcome, Player } from './game';
import { colourOf, factsAt, lastIndex, mayMove, opponent, playerToMove } from './game';
import { translator } from './i18n';
import type { Translate } from './i18n';
import type { Claim } from './protocol';
import type { Side } from './position';
import { count, other } from './position';
import type { State } from './state';
import { isSetup, squaresOf } from './turn';

export function sideName(t: Translate, side: Side): string {
  return t(side === 'b' ? 'side.b' : 'side.w');
}

export function playerName(t: Translate, game: Game, player: Player): string {
  const named = game.names[player];
  if (named) return named;
  const seat = game.seats[player];
  if (seat.kind === 'engine')
    return seat.level === null ? t('player.engine') : t('player.engineLevel', { level: seat.level });
  const alone = game.seats[opponent(player)].kind === 'engine';
  return alone ? t('player.you') : t(player === 'first' ? 'player.first' : 'player.second');
}

export function claimedBy(facts: Facts, side: Side): number {
  return count(facts.position, side === 'b' ? 'B' : 'W');
}

/** Why a shooter went to a colour. */
export function claimInWords(t: Translate, claim: Claim, mover: Side): string {
  const { square, black, white } = claim;
  const key = black !== white ? 'claim.largest' : black === 0 ? 'claim.none' : 'claim.equal';
  return t(key, { square, black, white, side: sideName(t, claim.side), mover: sideName(t, mover) });
}

export function turnInWords(t: Translate, move: string): string {
  const { from, to, shot, placed } = squaresOf(move);
  if (move === 'swap') return t('say.swap');
  if (placed.length > 0) {
    const squares = placed.join(', ');
    return shot === null ? t('say.setup', { squares }) : t('say.setupStone', { squares, stone: shot });
  }
  if (from === null || to === null) return t('say.shot', { shot: shot ?? '' });
  return t('say.move', { from, to, shot: shot ?? '' });
}

/** What a screen reader says after a turn: who did what, what was claimed and why, and the end of the game. */
export function moveInWords(state: State, before: Facts, after: Facts, move: string): string {
  const t = translator(state.prefs.language);
  const game = state.game as Game;
  const mover = before.position.side;
  const name = `${playerName(t, game, playerToMove(before))}, ${sideName(t, mover)}`;
  const parts = [t('say.turn', { name, move: turnInWords(t, move) })];
  for (const claim of after.claims) parts.push(claimInWords(t, claim, mover));
  if (after.winner !== null) parts.push(outcomeInWords(t, after, { winner: after.winner, how: 'majority' }));
  return parts.join(' ');
}

export function outcomeInWords(t: Translate, facts: Facts, outcome: Outcome): string {
  const side = colourOf(outcome.winner, facts);
  const words = { side: sideName(t, side), loser: sideName(t, other(side)) };
  if (outcome.how === 'resigned') return t('result.resigned', words);
  if (outcome.how === 'time') return t('result.time', words);
  return t('result.majority', { ...words, count: claimedBy(facts, side), total: facts.total });
}

/** Why there is no engine, and what may help. */
export function failureInWords(t: Translate, reason: string): string {
  if (/WebAssembly/i.test(reason)) return t('app.noWebAssembly', { reason });
  return t(/fetch|load|import|network/i.test(reason) ? 'app.notFetched' : 'app.failed', { reason });
}

/** One line that says what is going on, or what the reader is to do. */
export function statusInWords(state: State, t: Translate): string {
  const { game, at } = state;
  if (game === null) return t('app.loading');
  const facts = factsAt(game, at);
  const last = at === lastIndex(game);
  if (last && game.outcome !== null) return outcomeInWords(t, facts, game.outcome);
  const side = sideName(t, facts.position.side);
  if (mayMove(game, at)) return t('prompt.yourTurn', { side, what: promptFor(state, facts, t) });
  if (!last) return t('prompt.past', { n: at, total: lastIndex(game) });
  if (state.thinking) return t('prompt.engine', { name: playerName(t, game, playerToMove(facts)) });
  return t('prompt.watch', { side });
}

function promptFor(state: State, facts: Facts, t: Translate): string {
  const { draft } = state;
  if (isSetup(facts)) return setupPrompt(state, facts, t);
  if (draft.stage === 'shooter') return t('prompt.shooter', { from: draft.from });
  if (draft.stage === 'stay') return t('prompt.stay', { from: draft.from });
  if (draft.stage === 'moved') return t('prompt.moved', { from: draft.from, to: draft.to });
  return t('prompt.pick');
}

function setupPrompt(state: State, facts: Facts, t: Translate): string {
  const placed = state.draft.stage === 'setup' ? state.draft.squares.length : 0;
  if (state.next.stones.length > 0) return t('prompt.stone', { side: sideName(t, facts.position.side).toLowerCase() });
  const n = count(facts.position, 's') + placed + 1;
  return t(facts.next.swap && placed === 0 ? 'prompt.swap' : 'prompt.place', { n, total: facts.total });
}
