// The game on the board as text, to be copied.

import type { Game, Player } from './game';
import { colourOf, factsAt, lastIndex } from './game';
import { toLink, writeRecord } from './notation';
import type { RecordTurn } from './notation';
import type { Side } from './position';

export function positionText(game: Game, at: number): string {
  return factsAt(game, at).fen;
}

/** A link that opens the game up to the position shown. */
export function linkTo(game: Game, at: number, page: string): string {
  return page.split('#')[0] + toLink(game.variant, game.start, game.moves.slice(0, at));
}

export function moveList(game: Game): string {
  return game.moves.join('\n');
}

function resultOf(game: Game): string {
  if (game.outcome === null) return '*';
  return colourOf(game.outcome.winner, factsAt(game, lastIndex(game))) === 'w' ? '1-0' : '0-1';
}

export function recordText(game: Game, nameOf: (player: Player) => string): string {
  const last = factsAt(game, lastIndex(game));
  const first = colourOf('first', last);
  const name = (side: Side) => nameOf(side === first ? 'first' : 'second');
  const tags: [string, string][] = [
    ['Variant', game.variant],
    ['Date', game.date.replace(/-/g, '.')],
    ['Black', name('b')],
    ['White', name('w')],
  ];
  if (first !== 'b') tags.push(['First', name('w')]);
  tags.push(['Result', resultOf(game)]);
  if (game.start !== null) tags.push(['FEN', game.start]);
  if (game.outcome !== null) tags.push(['Termination', TERMINATIONS[game.outcome.how]]);
  return writeRecord(tags, turnsOf(game), resultOf(game));
}

const TERMINATIONS = { majority: 'claims', resigned: 'resignation', time: 'time' };

function turnsOf(game: Game): RecordTurn[] {
  return game.moves.map((move, at) => {
    const { side, turn } = factsAt(game, at).position;
    return { move, side, turn, comment: game.comments[at + 1] };
  });
}
