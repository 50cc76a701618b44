// The engine's view of the position shown: the best lines, how deep, how many positions, how fast.

import type { Game } from '../game';
import { factsAt, mayMove } from '../game';
import type { Translate } from '../i18n';
import type { Info } from '../protocol';
import type { Side } from '../position';
import { mostThreads } from '../start-engine';
import { sideName } from '../words';
import { other } from '../position';
import { Icon } from './icons';
import type { Props } from './props';

const MOST_LINES = 5;

export function Analysis({ app, state, t, game }: Props & { game: Game }) {
  const { prefs, report } = state;
  const facts = factsAt(game, state.at);
  return (
    <section class="panel analysis" aria-label={t('analysis.title')}>
      <div class="head">
        <h2>{t('analysis.title')}</h2>
        <button
          type="button"
          class="switch"
          role="switch"
          aria-checked={prefs.analysis}
          aria-label={t('analysis.on')}
          onClick={() => app.setPrefs({ analysis: !prefs.analysis })}
        >
          <i />
        </button>
      </div>
      {!prefs.analysis && <p class="faint">{t('analysis.off')}</p>}
      {prefs.analysis && facts.over && <p class="faint">{t('analysis.over')}</p>}
      {prefs.analysis && !facts.over && (
        <>
          <Figures app={app} state={state} t={t} />
          {report === null || report.lines.length === 0 ? (
            <p class="faint">{t('analysis.waiting')}</p>
          ) : (
            <ol class="lines" data-testid="analysis-lines">
              {report.lines.slice(0, prefs.lines).map((line) => (
                <Line key={line.rank} line={line} side={facts.position.side} t={t} play={mayMove(game, state.at) ? (move) => void app.play(move) : null} show={(rank) => app.preview(rank)} />
              ))}
            </ol>
          )}
        </>
      )}
    </section>
  );
}

function Figures({ app, state, t }: Props) {
  const { report, prefs } = state;
  const figure = (label: string, value: string, id: string) => (
    <div>
      <dt>{label}</dt>
      <dd data-testid={id}>{value}</dd>
    </div>
  );
  const most = mostThreads();
  return (
    <div class="figures">
      <dl>
        {figure(t('analysis.depth'), String(report?.depth ?? '–'), 'depth')}
        {figure(t('analysis.nodes'), short(report?.nodes ?? 0), 'nodes')}
        {figure(t('analysis.speed'), short(report?.speed ?? 0), 'speed')}
      </dl>
      <Stepper label={t('analysis.lines')} more={t('analysis.more')} fewer={t('analysis.fewer')} value={prefs.lines} most={MOST_LINES} set={(lines) => app.setPrefs({ lines })} />
      {most > 1 && (
        <Stepper label={t('analysis.threads')} more={t('analysis.moreThreads')} fewer={t('analysis.fewerThreads')} value={prefs.threads} most={most} set={(threads) => app.setThreads(threads)} />
      )}
    </div>
  );
}

interface StepperProps {
  label: string;
  more: string;
  fewer: string;
  value: number;
  most: number;
  set(value: number): void;
}

function Stepper({ label, more, fewer, value, most, set }: StepperProps) {
  return (
    <div class="stepper" role="group" aria-label={label}>
      <small>{label}</small>
      <div>
        <button type="button" aria-label={fewer} disabled={value <= 1} onClick={() => set(value - 1)}>
          −
        </button>
        <span>{value}</span>
        <button type="button" aria-label={more} disabled={value >= most} onClick={() => set(value + 1)}>
          +
        </button>
      </div>
    </div>
  );
}

interface LineProps {
  line: Info;
  side: Side;
  t: Translate;
  play: ((move: string) => void) | null;
  /** Shows on the board the move of the line of a rank, or none. */
  show(rank: number | null): void;
}

function Line({ line, side, t, play, show }: LineProps) {
  const [first = '', ...rest] = line.line;
  const black = side === 'b' ? line.chance : 1 - line.chance;
  return (
    <li onMouseEnter={() => show(line.rank)} onMouseLeave={() => show(null)}>
      <span class="odds" title={scoreInWords(line, side, t)}>
        <span class="bar" style={`--black:${Math.round(black * 100)}%`} aria-hidden="true" />
        <span>{line.mate === null ? `${Math.round(line.chance * 100)} %` : `#${line.mate}`}</span>
        <span class="unseen">{scoreInWords(line, side, t)}</span>
      </span>
      {play ? (
        <button type="button" class="move best" aria-label={t('analysis.play', { move: first })} onFocus={() => show(line.rank)} onBlur={() => show(null)} onClick={() => play(first)}>
          {first} <Icon name="play" />
        </button>
      ) : (
        <span class="best">{first}</span>
      )}
      <span class="rest">{rest.slice(0, 8).join(' ')}</span>
    </li>
  );
}

function scoreInWords(line: Info, side: Side, t: Translate): string {
  if (line.mate === null)
    return t('analysis.wins', { side: sideName(t, side), percent: Math.round(line.chance * 100) });
  const winner = line.mate > 0 ? side : other(side);
  return t('analysis.mate', { side: sideName(t, winner), turns: Math.abs(line.mate) });
}

/** 950, 12.3k, 4.56M. */
export function short(n: number): string {
  if (n < 1000) return String(n);
  return n < 1e6 ? `${(n / 1e3).toPrecision(3)}k` : `${(n / 1e6).toPrecision(3)}M`;
}
