// The board: a drawing, and over it a grid of cells that takes clicks, drags and keys, and tells screen readers what lies
// where. The drawing is hidden from those.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { App } from '../app';
import { factsAt } from '../game';
import { translator } from '../i18n';
import type { Translate } from '../i18n';
import type { Piece } from '../position';
import { squaresFromTop } from '../squares';
import type { State } from '../state';
import { marksOf, piecesWith, squaresOf } from '../turn';
import type { Mark } from '../turn';
import { mayMove } from '../game';
import type { Game } from '../game';
import { sideName } from '../words';
import { Bridges, Claims, Forecast, LastMove, Marks, Preview, Sight, Sizes, Squares } from './board-layers';
import { centreOf, extent, MARGIN, squareAt, step, translate } from './geometry';
import type { Geometry } from './geometry';
import { PieceDefs, PieceShape } from './pieces';
import { Rings } from './rings';
import { useDrag } from './drag';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What the board calls: the app, or whoever else owns a board that is played on. */
export type Hands = Pick<App, 'click' | 'back' | 'look'> & { readonly state: Pick<State, 'draft' | 'next'> };

interface BoardProps {
  app: Hands;
  state: State;
  game: Game;
  /** Squares that a task speaks of, and those of them that are found. */
  rings?: readonly string[];
  found?: readonly string[];
}

export function Board({ app, state, game, rings = [], found = [] }: BoardProps) {
  const [hovered, setHovered] = useState<string | null>(null);
  const facts = factsAt(game, state.at);
  const geometry: Geometry = { size: facts.position.size, flipped: state.flipped };
  const marks = mayMove(game, state.at) ? marksOf(state.draft, state.next, facts) : new Map<string, Mark>();
  const svg = useRef<SVGSVGElement>(null);
  const drag = useDrag(app, geometry, marks);
  const last = state.at > 0 ? (game.moves[state.at - 1] ?? null) : null;
  useAnimation(svg, last, `${game.id} ${state.at}`, state.at, geometry);
  const preview = state.report?.lines.find((line) => line.rank === state.preview)?.line[0];
  const pieces = piecesWith(facts, state.draft);
  const inset = `${(MARGIN / extent(geometry.size)) * 100}%`;
  return (
    <div class="board" data-testid="board" data-thinking={state.thinking}>
      <svg ref={svg} viewBox={`0 0 ${extent(geometry.size)} ${extent(geometry.size)}`} aria-hidden="true">
        <PieceDefs />
        <Squares geometry={geometry} removed={facts.removed} />
        <LastMove move={state.draft.stage === 'none' ? last : null} geometry={geometry} />
        {state.sight && <Sight {...state.sight} geometry={geometry} />}
        <Bridges groups={facts.groups} geometry={geometry} />
        <g class="pieces">
          {[...pieces].map(([square, piece]) => (
            <g key={square} transform={translate(square, geometry)}>
              <g data-piece={square} class={square === drag.from ? 'lifted' : ''}>
                <PieceShape piece={piece} />
              </g>
            </g>
          ))}
          <Ghost state={state} geometry={geometry} />
        </g>
        {state.prefs.groups && <Sizes groups={facts.groups} only={null} geometry={geometry} />}
        {!state.prefs.groups && hovered && <Sizes groups={facts.groups.filter((group) => group.size > 1)} only={hovered} geometry={geometry} />}
        <Marks bold={state.draft.stage !== 'none'} marks={marks} facts={facts} geometry={geometry} />
        {state.draft.stage === 'none' && <Claims claims={facts.claims} geometry={geometry} />}
        {state.prefs.forecast && state.draft.stage === 'none' && state.report?.forecast && (
          <Forecast forecast={state.report.forecast} facts={facts} geometry={geometry} />
        )}
        {preview && <Preview move={preview} facts={facts} geometry={geometry} />}
        {rings.length > 0 && <Rings rings={rings} found={found} geometry={geometry} />}
        {drag.at && (
          <g class="dragged" transform={`translate(${drag.at.x} ${drag.at.y}) scale(1.12)`}>
            <PieceShape piece="s" />
          </g>
        )}
      </svg>
      <Cells app={app} state={state} game={game} geometry={geometry} marks={marks} inset={inset} drag={drag} onHover={setHovered} rings={rings} />
    </div>
  );
}

// Where the shooter of an unfinished turn came from, and a ring around the one that is meant.
function Ghost({ state, geometry }: { state: State; geometry: Geometry }) {
  const { draft } = state;
  if (draft.stage === 'none' || draft.stage === 'setup') return null;
  const chosen = draft.stage === 'moved' ? draft.to : draft.from;
  return (
    <>
      {draft.stage === 'moved' && <circle class="origin" r="3.6" transform={translate(draft.from, geometry)} />}
      <circle class="chosen" r="4.75" transform={translate(chosen, geometry)} />
    </>
  );
}

interface CellsProps {
  app: Hands;
  state: State;
  game: Game;
  geometry: Geometry;
  marks: ReadonlyMap<string, Mark>;
  inset: string;
  drag: ReturnType<typeof useDrag>;
  onHover(square: string | null): void;
  rings: readonly string[];
}

function Cells({ app, state, game, geometry, marks, inset, drag, onHover, rings }: CellsProps) {
  const t = translator(state.prefs.language);
  const squares = squaresFromTop(geometry.size);
  const [focused, setFocused] = useState('');
  const current = squares.includes(focused) ? focused : (squares[Math.floor(squares.length / 2)] as string);
  const shown = geometry.flipped ? [...squares].reverse() : squares;
  const pieces = piecesWith(factsAt(game, state.at), state.draft);
  const look = (square: string | null) => {
    onHover(square);
    void app.look(square);
  };
  const onFocus = (square: string) => {
    setFocused(square);
    look(square);
  };
  const cell = (square: string) => (
    <div
      key={square}
      role="gridcell"
      data-square={square}
      class={marks.has(square) ? `hit ${marks.get(square)}` : 'hit'}
      aria-label={labelOf(square, pieces.get(square), state, game, marks, t) + (rings.includes(square) ? `, ${t('learn.ring')}` : '')}
      aria-selected={isChosen(state, square)}
      tabIndex={square === current ? 0 : -1}
      onFocus={() => onFocus(square)}
      onBlur={() => look(null)}
    />
  );
  return (
    <div
      class="cells"
      role="grid"
      aria-label={t('board.label', { size: geometry.size })}
      aria-describedby="board-hint"
      style={`inset:${inset};--size:${geometry.size}`}
      onKeyDown={(event) => onBoardKey(event, app, current, geometry)}
      onPointerOver={(event) => event.pointerType === 'mouse' && look(squareAt(event.target))}
      onPointerLeave={() => look(null)}
      onClick={(event) => {
        const square = squareAt(event.target);
        if (square !== null && !drag.justDropped()) void app.click(square);
      }}
      {...drag.handlers}
    >
      {Array.from({ length: geometry.size }, (_, row) => (
        <div key={row} role="row">
          {shown.slice(row * geometry.size, (row + 1) * geometry.size).map(cell)}
        </div>
      ))}
    </div>
  );
}

// Arrows move over the board, Enter and blank pick, Escape takes a step back.
function onBoardKey(event: KeyboardEvent, app: Hands, current: string, geometry: Geometry): void {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const square = step(squaresFromTop(geometry.size), geometry, current, ...arrow);
    (event.currentTarget as Element).querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  } else if (event.key === 'Enter' || event.key === ' ') void app.click(current);
  else if (event.key === 'Escape') app.back();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function isChosen(state: State, square: string): boolean {
  const { draft } = state;
  if (draft.stage === 'setup') return draft.squares.includes(square);
  return draft.stage === 'moved' ? draft.to === square : draft.stage !== 'none' && draft.from === square;
}

/** What a screen reader says of a square: its name, what stands there, and what a click would do. */
function labelOf(square: string, piece: Piece | undefined, state: State, game: Game, marks: ReadonlyMap<string, Mark>, t: Translate): string {
  const facts = factsAt(game, state.at);
  const words = [square];
  if (facts.removed.includes(square)) words.push(t('square.removed'));
  else words.push(piece === undefined ? t('square.empty') : t(`piece.${piece}`));
  const group = facts.groups.find((each) => each.squares.includes(square));
  if (group !== undefined) words.push(t('square.group', { size: group.size }));
  const black = state.prefs.forecast && piece === 's' ? state.report?.forecast?.get(square) : undefined;
  if (black !== undefined) words.push(forecastInWords(black, t));
  if (isChosen(state, square)) words.push(t('square.selected'));
  const mark = marks.get(square);
  if (mark !== undefined) words.push(t(`mark.${mark}`));
  return words.join(', ');
}

function forecastInWords(black: number, t: Translate): string {
  const side = sideName(t, black >= 0.5 ? 'b' : 'w');
  return t('square.forecast', { side, percent: Math.round(Math.max(black, 1 - black) * 100) });
}

// A turn that has just been made is shown as it happened: the shooter glides, then the stone appears.
function useAnimation(svg: { current: SVGSVGElement | null }, move: string | null, key: string, at: number, geometry: Geometry) {
  const before = useRef(at);
  useEffect(() => {
    before.current = at;
  });
  useLayoutEffect(() => {
    if (move === null || at !== before.current + 1 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { from, to, shot } = squaresOf(move);
    const pieceAt = (square: string) => svg.current?.querySelector(`[data-piece="${square}"]`);
    if (from !== null && to !== null) {
      const a = centreOf(from, geometry);
      const b = centreOf(to, geometry);
      const start = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
      pieceAt(to)?.animate([{ transform: start }, { transform: 'none' }], { duration: 260, easing: 'ease-in-out' });
    }
    const appear = [{ transform: 'scale(0)', opacity: 0 }, { transform: 'scale(1)', opacity: 1 }];
    const delay = from === null ? 0 : 240;
    if (shot !== null) pieceAt(shot)?.animate(appear, { duration: 180, delay, fill: 'backwards', easing: 'ease-out' });
  }, [key]);
}
