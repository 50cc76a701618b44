// The turns of the game, Black's and White's side by side; a click goes to one. By keyboard they are one stop, and the arrow
// keys go from turn to turn.

import { useEffect, useRef } from 'preact/hooks';
import type { Game } from '../game';
import { factsAt, playerToMove } from '../game';
import type { Side } from '../position';
import { gradeOf, swings } from '../review';
import type { Grade } from '../review';
import type { Props } from './props';

export interface Row {
  turn: number;
  /** Numbers of the turns before each, by who made them; the swap has no column of its own and stands before White's. */
  b: number[];
  w: number[];
}

export function rowsOf(game: Game): Row[] {
  const rows: Row[] = [];
  game.moves.forEach((_, index) => {
    const { side, turn } = factsAt(game, index).position;
    let row = rows.at(-1);
    if (row === undefined || row.turn !== turn) rows.push((row = { turn, b: [], w: [] }));
    row[side].push(index);
  });
  return rows;
}

/** How the review marks turns, by the number of turns before. */
export function gradesOf(game: Game): Map<number, Grade> {
  const movers = game.moves.map((_, index) => playerToMove(factsAt(game, index)));
  const grades = new Map<number, Grade>();
  for (const swing of swings(game.chances, movers)) {
    const grade = gradeOf(swing.loss);
    if (grade !== null) grades.set(swing.index, grade);
  }
  return grades;
}

export const SIGNS: Record<Grade, string> = { blunder: '??', mistake: '?', doubtful: '?!' };

export function Moves({ app, state, t, game }: Props & { game: Game }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!current || !list.current) return;
    list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
    if (list.current.contains(document.activeElement)) current.focus({ preventScroll: true });
  }, [state.at, game.moves]);
  const grades = state.review ? gradesOf(game) : new Map<number, Grade>();
  const move = (index: number) => {
    const grade = grades.get(index);
    const claims = factsAt(game, index + 1).claims.length;
    return (
      <button
        key={index}
        type="button"
        class="move"
        data-index={index + 1}
        tabIndex={index + 1 === Math.max(1, state.at) ? 0 : -1}
        aria-current={state.at === index + 1 ? 'step' : undefined}
        onClick={() => app.goto(index + 1)}
      >
        {game.moves[index]}
        {claims > 0 && <span class="flag-claim" aria-hidden="true">{'✦'.repeat(claims)}</span>}
        {grade && <span class={`grade ${grade}`} title={t(`grade.${grade}`)}>{SIGNS[grade]}</span>}
      </button>
    );
  };
  const side = (row: Row, colour: Side) => <span class="half">{row[colour].map(move)}</span>;
  return (
    <section class="panel moves" aria-label={t('moves.title')}>
      <h2>{t('moves.title')}</h2>
      <div class="list" ref={list} data-testid="moves">
        {game.moves.length === 0 && <p class="faint">{t('moves.none')}</p>}
        {rowsOf(game).map((row) => (
          <div class="row" key={row.turn}>
            <span class="number">{row.turn}</span>
            {side(row, 'b')}
            {side(row, 'w')}
          </div>
        ))}
        {game.comments[state.at] && <p class="comment">{game.comments[state.at]}</p>}
      </div>
    </section>
  );
}
