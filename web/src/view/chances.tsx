// The winning chances over the game as a curve: a click goes to that turn. Below it the review.

import type { Game } from '../game';
import { blackShare, factsAt, lastIndex, playerToMove } from '../game';
import { missing, REVIEW_NODES } from '../jobs';
import { swings, turningPoints } from '../review';
import { Icon } from './icons';
import { SIGNS } from './moves';
import { gradeOf } from '../review';
import type { Props } from './props';

const WIDTH = 320;
const HEIGHT = 110;

type GameProps = Props & { game: Game };

export function Chances({ app, state, t, game }: GameProps) {
  const open = state.prefs.chances || state.review;
  return (
    <section class="panel chances" aria-label={t('chances.title')}>
      <div class="head">
        <h2>{t('chances.title')}</h2>
        {open && <Here state={state} game={game} t={t} app={app} />}
        <button
          type="button"
          class="switch"
          role="switch"
          aria-checked={open}
          aria-label={t('chances.show')}
          onClick={() => {
            if (open) app.review(false);
            app.setPrefs({ chances: !open });
          }}
        >
          <i />
        </button>
      </div>
      {open && <Graph app={app} state={state} t={t} game={game} />}
      <Review app={app} state={state} t={t} game={game} />
    </section>
  );
}

function Here({ state, t, game }: GameProps) {
  const chance = game.chances[state.at];
  if (chance === undefined) return null;
  return <span class="here">{t('chances.here', { percent: Math.round(blackShare(game, chance) * 100) })}</span>;
}

/** Points of the curve: where a turn lies from the left, and Black's share upwards, of 1 each. */
export function curve(game: Game): { at: number; x: number; y: number }[] {
  const last = Math.max(1, lastIndex(game));
  return game.facts.flatMap((_, at) => {
    const chance = game.chances[at];
    return chance === undefined ? [] : [{ at, x: at / last, y: blackShare(game, chance) }];
  });
}

// Lengths in the drawing, from shares of 1; a little is left free for the dots at the edges.
const across = (share: number) => 4 + share * (WIDTH - 8);
const up = (share: number) => 4 + (1 - share) * (HEIGHT - 8);

function Graph({ app, state, t, game }: GameProps) {
  const last = lastIndex(game);
  const chance = game.chances[state.at];
  const percent = chance && Math.round(blackShare(game, chance) * 100);
  const go = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    app.goto(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * last));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: state.at - 1, ArrowRight: state.at + 1, Home: 0, End: last };
    const at = steps[event.key];
    if (at === undefined) return;
    event.preventDefault();
    app.goto(at);
  };
  return (
    <div
      class="graph"
      role="slider"
      tabIndex={0}
      data-testid="graph"
      aria-label={t('chances.graph')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={state.at}
      aria-valuetext={percent === undefined ? String(state.at) : t('chances.at', { n: state.at, percent })}
      onClick={go}
      onKeyDown={onKeyDown}
    >
      <Curve game={game} at={state.at} marked={state.review ? worst(game) : []} />
    </div>
  );
}

function Curve({ game, at, marked }: { game: Game; at: number; marked: number[] }) {
  const points = curve(game).map((point) => ({ at: point.at, x: across(point.x), y: up(point.y) }));
  const path = points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const first = points[0];
  const final = points.at(-1);
  const area = first && final ? `${path}L${final.x} ${HEIGHT - 4}L${first.x} ${HEIGHT - 4}Z` : '';
  const now = across(at / Math.max(1, lastIndex(game)));
  const kind = (point: number) => (point === at ? 'dot current' : marked.includes(point - 1) ? 'dot marked' : 'dot');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="white-part" width={WIDTH} height={HEIGHT} />
      <path class="black-part" d={area} />
      <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <path class="curve" d={path} />
      <line class="now" x1={now} x2={now} y1="0" y2={HEIGHT} />
      {points.map(({ at: point, x, y }) => (
        // A line of no length, since a circle would be drawn out with the curve.
        <g key={point} class={kind(point)}>
          <path d={`M${x} ${y}h0`} />
          {kind(point) !== 'dot' && <path class="inner" d={`M${x} ${y}h0`} />}
        </g>
      ))}
    </svg>
  );
}

function turning(game: Game) {
  const movers = game.moves.map((_, index) => playerToMove(factsAt(game, index)));
  return turningPoints(swings(game.chances, movers));
}

function worst(game: Game): number[] {
  return turning(game).map((swing) => swing.index);
}

function Review({ app, state, t, game }: GameProps) {
  if (game.moves.length < 2) return null;
  if (!state.review) {
    return (
      <button type="button" class="plain wide" onClick={() => app.review(true)}>
        <Icon name="search" /> {t('review.do')}
      </button>
    );
  }
  const left = missing(game, REVIEW_NODES).length;
  const total = lastIndex(game) + 1;
  if (left > 0) {
    return (
      <div class="progress">
        <p role="status">{t('review.running', { done: total - left, total })}</p>
        <progress max={total} value={total - left} aria-label={t('review.title')} />
        <button type="button" class="plain" onClick={() => app.review(false)}>
          {t('review.stop')}
        </button>
      </div>
    );
  }
  return <TurningPoints app={app} state={state} t={t} game={game} />;
}

function TurningPoints({ app, t, game }: GameProps) {
  const found = turning(game);
  return (
    <div class="turning" data-testid="review">
      <h3>{t('review.title')}</h3>
      {found.length === 0 && <p class="faint">{t('review.none')}</p>}
      <ol>
        {found.map((swing) => {
          const grade = gradeOf(swing.loss);
          const better = game.chances[swing.index]?.line[0];
          const { turn, side } = factsAt(game, swing.index).position;
          const percent = (share: number) => Math.round(share * 100);
          return (
            <li key={swing.index}>
              <button type="button" class="turning-point" onClick={() => app.goto(swing.index + 1)}>
                <span class={`swatch small ${side}`} aria-hidden="true" />
                <span class="what">
                  {turn}. {game.moves[swing.index]} {grade && <span class={`grade ${grade}`} title={t(`grade.${grade}`)}>{SIGNS[grade]}</span>}
                </span>
                <span class="swing">{t('review.swing', { before: percent(swing.before), after: percent(swing.after) })}</span>
                {better && better !== game.moves[swing.index] && <span class="better">{t('review.better', { move: better })}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
