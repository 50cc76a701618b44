// The introduction: a board with a task, what is to be said of each try, and the way on.

import { useEffect, useRef } from 'preact/hooks';
import { LESSONS } from '../learn/lessons';
import type { Lesson } from '../learn/lessons';
import type { LearnState } from '../learn/state';
import type { Game } from '../game';
import { factsAt } from '../game';
import type { Key, Translate } from '../i18n';
import { Board } from './board';
import { Icon } from './icons';
import type { Props } from './props';

type LearnProps = Props & { learn: LearnState };

export function Learn({ app, state, t }: Props) {
  const { learn } = state;
  if (learn === null) return <main class="starting" />;
  const lesson = LESSONS[learn.step];
  return (
    <main class="table learn">
      <section class="play" aria-label={t('learn.title')}>
        <LessonBoard app={app} state={state} t={t} learn={learn} />
      </section>
      <aside class="side">
        <section class="panel lesson" aria-label={t('learn.title')}>
          <div class="head">
            <small>{lesson === undefined ? t('learn.title') : t('learn.of', { n: learn.step + 1, total: LESSONS.length })}</small>
            <button type="button" class="quiet" onClick={() => app.openView('play')}>
              <Icon name="close" /> {t('learn.leave')}
            </button>
          </div>
          {lesson === undefined ? <End app={app} state={state} t={t} learn={learn} /> : <Task app={app} state={state} t={t} learn={learn} lesson={lesson} />}
          <Steps app={app} state={state} t={t} learn={learn} />
        </section>
      </aside>
      <p class="unseen" id="board-hint">
        {t('board.hint')}
      </p>
    </main>
  );
}

// Without a position yet, or behind the last task, the game's own board is drawn, for looking at only.
function LessonBoard({ app, state, learn }: LearnProps) {
  const trial = learn.trial;
  const lesson = LESSONS[learn.step];
  const still = { ...state, draft: { stage: 'none' as const }, sight: null, report: null, preview: null, flipped: false, thinking: learn.busy };
  if (trial === null || lesson === undefined) return <Ready state={still} game={state.game} app={app} />;
  const shown = { ...still, ...trial };
  const over = learn.verdict?.kind === 'good' && lesson.id !== 'see';
  return <Board app={app.learning} state={shown} game={trial.game} rings={over ? [] : lesson.rings} found={learn.found} />;
}

function Ready({ app, state, game }: Pick<LearnProps, 'app' | 'state'> & { game: Game | null }) {
  if (game === null || LESSONS[state.learn?.step ?? 0] !== undefined) return <div class="board empty" data-testid="board" />;
  return <Board app={app.learning} state={state} game={game} />;
}

/** What comes into view and is read first when another task begins. */
function Title({ step, text }: { step: number; text: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), [step]);
  return (
    <h2 ref={title} tabIndex={-1} data-testid="lesson-title">
      {text}
    </h2>
  );
}

function Task({ app, state, t, learn, lesson }: LearnProps & { lesson: Lesson }) {
  const { verdict, trial, busy } = learn;
  const good = verdict?.kind === 'good';
  const ended = trial !== null && trial.at > 0;
  const swap = trial !== null && trial.at === 0 && factsAt(trial.game, 0).next.swap;
  return (
    <>
      <Title step={learn.step} text={t(`learn.${lesson.id}.title` as Key)} />
      <p class="task">{t(`learn.${lesson.id}.task` as Key)}</p>
      <p class={`notice verdict ${verdict?.kind ?? 'none'} ${verdict?.kind === 'bad' ? 'bad' : ''}`} role="status" data-testid="verdict">
        {verdict !== null && <Sign kind={verdict.kind} />}
        {verdict?.text}
      </p>
      {swap && (
        <button type="button" class="primary" onClick={() => void app.learning.swap()}>
          <Icon name="swap" /> {t('learn.swap')}
        </button>
      )}
      <div class="tools">
        {ended && !good && (
          <button type="button" class="primary" onClick={() => void app.learning.again()}>
            <Icon name="undo" /> {t('learn.again')}
          </button>
        )}
        {!good && (
          <button type="button" class="plain" disabled={busy || trial === null || verdict?.kind === 'shown'} onClick={() => void app.learning.show()}>
            <Icon name="eye" /> {t('learn.show')}
          </button>
        )}
        <button type="button" class={good ? 'primary' : 'plain'} onClick={() => void app.learning.next()}>
          {t(good ? 'learn.next' : 'learn.skip')} <Icon name="next" />
        </button>
      </div>
      {state.failed !== null && <p class="notice bad">{t('app.failed', { reason: state.failed })}</p>}
    </>
  );
}

function Sign({ kind }: { kind: string }) {
  return kind === 'good' || kind === 'bad' ? (
    <span class="sign" aria-hidden="true">
      {kind === 'good' ? '✓' : '✗'}
    </span>
  ) : null;
}

function End({ app, t, learn }: LearnProps) {
  return (
    <>
      <Title step={learn.step} text={t('learn.end.title')} />
      <p class="task">{t('learn.end.text')}</p>
      <div class="tools">
        <button type="button" class="primary" onClick={() => void app.firstGame()}>
          <Icon name="play" /> {t('learn.end.play')}
        </button>
        <button type="button" class="plain" onClick={() => void app.learning.goto(0)}>
          <Icon name="undo" /> {t('learn.begin')}
        </button>
      </div>
    </>
  );
}

function Steps({ app, t, learn }: LearnProps) {
  return (
    <nav aria-label={t('learn.steps')}>
      <ol class="steps">
        {LESSONS.map((lesson, step) => {
          const done = learn.learnt.includes(lesson.id);
          const label = stepLabel(t, lesson, step, done);
          return (
            <li key={lesson.id}>
              <button type="button" class={done ? 'step done' : 'step'} title={label} aria-label={label} aria-current={step === learn.step ? 'step' : undefined} onClick={() => void app.learning.goto(step)}>
                {done ? '✓' : step + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function stepLabel(t: Translate, lesson: Lesson, step: number, done: boolean): string {
  return t(done ? 'learn.stepDone' : 'learn.step', { n: step + 1, title: t(`learn.${lesson.id}.title` as Key) });
}
