// The page as a whole: header, board with its players, panels beside or below.

import { useEffect, useState } from 'preact/hooks';
import type { App } from '../app';
import type { Facts } from '../desk';
import { colourOf, factsAt, lastIndex, mayMove, opponent } from '../game';
import type { Game, Player } from '../game';
import { LANGUAGES, translator } from '../i18n';
import type { Language, Translate } from '../i18n';
import type { DialogName, Theme } from '../state';
import { claimInWords, failureInWords, statusInWords } from '../words';
import { Analysis } from './analysis';
import { Board } from './board';
import { Chances } from './chances';
import { GamesDialog } from './games-dialog';
import { HelpDialog } from './help-dialog';
import { Icon } from './icons';
import type { IconName } from './icons';
import { Learn } from './learn';
import { Moves } from './moves';
import { NewDialog } from './new-dialog';
import { PlayerStrip } from './player-strip';
import { Rose } from './pieces';
import type { Props } from './props';
import { ShareDialog } from './share-dialog';

export function Page({ app }: { app: App }) {
  const [state, setState] = useState(app.state);
  useEffect(() => {
    setState(app.state);
    return app.subscribe(() => setState(app.state));
  }, [app]);
  const t = translator(state.prefs.language);
  useEffect(() => {
    document.documentElement.lang = state.prefs.language;
    document.documentElement.dataset['theme'] = state.prefs.theme;
  }, [state.prefs.language, state.prefs.theme]);
  useTurnKeys(app);
  return (
    <>
      <Header app={app} state={state} t={t} />
      {state.view === 'learn' && state.ready ? <Learn app={app} state={state} t={t} /> : state.game === null ? <Starting app={app} state={state} t={t} /> : <Table app={app} state={state} t={t} game={state.game} />}
      <p class="unseen" aria-live="polite" data-testid="announcer">
        {state.said}
      </p>
      {state.dialog === 'new' && <NewDialog app={app} state={state} t={t} />}
      {state.dialog === 'share' && <ShareDialog app={app} state={state} t={t} />}
      {state.dialog === 'games' && <GamesDialog app={app} state={state} t={t} />}
      {state.dialog === 'help' && <HelpDialog app={app} state={state} t={t} />}
    </>
  );
}

// The board is there before the engine is, to be looked at.
function Starting({ app, state, t }: Props) {
  const { sketch } = state;
  if (sketch === null) return <main class="starting" />;
  const facts = factsAt(sketch, 0);
  const bottom = nearPlayer(sketch, facts);
  // An empty board has no count of shooters to tell.
  const strip = (player: Player) => facts.total > 0 && <PlayerStrip state={{ ...state, at: 0 }} t={t} game={sketch} player={player} />;
  return (
    <main class="table">
      <section class="play" aria-label={t('board.label', { size: facts.position.size })}>
        {strip(opponent(bottom))}
        <Board app={app} state={{ ...state, at: 0 }} game={sketch} />
        {strip(bottom)}
      </section>
      <aside class="side">
        <div class="panel now-panel">
          {state.failed === null ? <div class="status"><p role="status">{t('app.loading')}</p></div> : <Failure app={app} state={state} t={t} />}
        </div>
      </aside>
      <p class="unseen" id="board-hint">
        {t('board.hint')}
      </p>
    </main>
  );
}

function Failure({ app, state, t }: Props) {
  return (
    <div class="notice bad" role="alert">
      <p>{failureInWords(t, state.failed ?? '')}</p>
      <button type="button" class="plain" onClick={() => void app.tryAgain()}>
        {t('app.again')}
      </button>
    </div>
  );
}

// Outside the board and fields the arrows go through the turns.
function useTurnKeys(app: App): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (app.state.dialog !== null || app.state.view !== 'play' || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest('input, select, textarea, [role="grid"], [role="slider"]')) return;
      if (event.key === 'ArrowLeft') app.goto(app.state.at - 1);
      else if (event.key === 'ArrowRight') app.goto(app.state.at + 1);
      else if (event.key === 'Escape') app.back();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [app]);
}

const MENU: readonly [DialogName, IconName, 'menu.new' | 'menu.share' | 'menu.games' | 'menu.help'][] = [
  ['new', 'plus', 'menu.new'],
  ['share', 'share', 'menu.share'],
  ['games', 'games', 'menu.games'],
  ['help', 'help', 'menu.help'],
];

function Header({ app, state, t }: Props) {
  return (
    <header class="top">
      <h1 class="brand">
        <svg class="logo" viewBox="-4 -4 8 8" aria-hidden="true">
          <Rose />
        </svg>
        Cierzo <small>{t('app.tagline')}</small>
      </h1>
      <nav class="menu">
        {MENU.map(([dialog, icon, key]) => (
          <button key={dialog} type="button" class="quiet" disabled={!state.ready} onClick={() => app.openDialog(dialog)}>
            <Icon name={icon} /> <span>{t(key)}</span>
          </button>
        ))}
        <button type="button" class="quiet" aria-pressed={state.view === 'learn'} disabled={!state.ready} onClick={() => app.openView(state.view === 'learn' ? 'play' : 'learn')}>
          <Icon name="learn" /> <span>{t('menu.learn')}</span>
        </button>
        <select
          aria-label={t('menu.theme')}
          title={t('menu.theme')}
          value={state.prefs.theme}
          onChange={(event) => app.setPrefs({ theme: event.currentTarget.value as Theme })}
        >
          <option value="auto">{t('theme.auto')}</option>
          <option value="light">{t('theme.light')}</option>
          <option value="dark">{t('theme.dark')}</option>
        </select>
        <select
          aria-label={t('menu.language')}
          title={t('menu.language')}
          value={state.prefs.language}
          onChange={(event) => app.setPrefs({ language: event.currentTarget.value as Language })}
        >
          {LANGUAGES.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </nav>
    </header>
  );
}

/** Who sits at the near side: the only person, else whoever has Black. */
function nearPlayer(game: Game, facts: Facts): Player {
  const people = (['first', 'second'] as const).filter((player) => game.seats[player].kind === 'human');
  if (people.length === 1 && people[0]) return people[0];
  return colourOf('first', facts) === 'b' ? 'first' : 'second';
}

function Table({ app, state, t, game }: Props & { game: Game }) {
  const facts = factsAt(game, state.at);
  const bottom = state.flipped ? opponent(nearPlayer(game, facts)) : nearPlayer(game, facts);
  const top = opponent(bottom);
  return (
    <main class="table">
      <section class="play" aria-label={t('board.label', { size: facts.position.size })}>
        <PlayerStrip state={state} t={t} game={game} player={top} />
        <Board app={app} state={state} game={game} />
        <PlayerStrip state={state} t={t} game={game} player={bottom} />
      </section>
      <aside class="side">
        <Status app={app} state={state} t={t} game={game} />
        <Actions app={app} state={state} t={t} game={game} />
        <Moves app={app} state={state} t={t} game={game} />
        <Chances app={app} state={state} t={t} game={game} />
        <Analysis app={app} state={state} t={t} game={game} />
      </aside>
      <p class="unseen" id="board-hint">
        {t('board.hint')}
      </p>
    </main>
  );
}

function Status({ app, state, t, game }: Props & { game: Game }) {
  const facts = factsAt(game, state.at);
  const over = game.outcome !== null && state.at === lastIndex(game);
  const mover = state.at > 0 ? factsAt(game, state.at - 1).position.side : 'b';
  return (
    <div class="panel now-panel">
      <div class={over ? 'status over' : 'status'}>
        <p role="status" data-testid="status">
          {statusInWords(state, t)}
        </p>
        {state.draft.stage !== 'none' && (
          <button type="button" class="tool" title={t('act.cancelStep')} aria-label={t('act.cancelStep')} onClick={() => app.back()}>
            <Icon name="back" />
          </button>
        )}
      </div>
      {state.failed !== null && <Failure app={app} state={state} t={t} />}
      {state.unkept !== null && game.moves.length > 0 && (
        <p class="notice bad" role="status" data-testid="unkept">
          {t(state.unkept === 'full' ? 'kept.full' : 'error.storage')}
        </p>
      )}
      {state.notice && (
        <p class={state.notice.bad ? 'notice bad' : 'notice'} role={state.notice.bad ? 'alert' : 'status'}>
          {t(state.notice.key, state.notice.words)}
        </p>
      )}
      <Invite app={app} state={state} t={t} game={game} />
      {facts.next.swap && mayMove(game, state.at) && <SwapOffer app={app} t={t} />}
      {facts.claims.length > 0 && (
        <div class="claimed" data-testid="claims">
          <h2>{t('claim.title')}</h2>
          <ul>
            {facts.claims.map((claim) => (
              <li key={claim.square}>{claimInWords(t, claim, mover)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

// For whoever has solved no task yet, while nothing has been played.
function Invite({ app, t, game }: Props & { game: Game }) {
  if (game.moves.length > 0 || game.start !== null || app.learning.learnt().length > 0) return null;
  return (
    <div class="invite">
      <p>{t('learn.invite')}</p>
      <button type="button" class="primary" onClick={() => app.openView('learn')}>
        <Icon name="learn" /> {t('learn.start')}
      </button>
    </div>
  );
}

function SwapOffer({ app, t }: { app: App; t: Translate }) {
  return (
    <div class="swap" role="group" aria-label={t('swap.title')} data-testid="swap-offer">
      <div>
        <h2>{t('swap.title')}</h2>
        <p>{t('swap.text')}</p>
      </div>
      <button type="button" class="primary" onClick={() => void app.play('swap')}>
        <Icon name="swap" /> {t('swap.do')}
      </button>
    </div>
  );
}

const TOGGLES: readonly ['sight' | 'groups' | 'forecast', IconName][] = [
  ['sight', 'eye'],
  ['groups', 'group'],
  ['forecast', 'ring'],
];

function Toggles({ app, state, t }: Props) {
  return (
    <div class="toggles">
      {TOGGLES.map(([name, icon]) => (
        <button
          key={name}
          type="button"
          class="chip"
          title={t(`show.${name}More`)}
          aria-pressed={state.prefs[name]}
          onClick={() => app.setPrefs({ [name]: !state.prefs[name] })}
        >
          <Icon name={icon} /> {t(`show.${name}`)}
        </button>
      ))}
    </div>
  );
}

function Actions({ app, state, t, game }: Props & { game: Game }) {
  const [sure, setSure] = useState(false);
  const last = lastIndex(game);
  const engines = game.seats.first.kind === 'engine' && game.seats.second.kind === 'engine';
  const resigning = app.resigner() !== null;
  useEffect(() => setSure(false), [state.at, resigning]);
  // A button that is truly disabled loses the focus, and whoever steps through a game by keys with it.
  const tool = (name: IconName, label: string, act: () => void, disabled = false) => (
    <button type="button" class="tool" title={label} aria-label={label} aria-disabled={disabled} onClick={disabled ? undefined : act}>
      <Icon name={name} />
    </button>
  );
  return (
    <div class="actions panel">
      <div class="tools">
        {tool('first', t('nav.start'), () => app.goto(0), state.at === 0)}
        {tool('prev', t('nav.back'), () => app.goto(state.at - 1), state.at === 0)}
        {tool('next', t('nav.forward'), () => app.goto(state.at + 1), state.at === last)}
        {tool('last', t('nav.end'), () => app.goto(last), state.at === last)}
        <span class="gap" />
        {tool('undo', t('act.undo'), () => app.undo(), state.past.length === 0)}
        {tool('redo', t('act.redo'), () => app.redo(), state.future.length === 0)}
        {tool('flip', t('act.flip'), () => app.flip())}
      </div>
      <div class="tools">
        <button type="button" class="plain" disabled={game.moves.length === 0 || engines} onClick={() => app.takeBack()}>
          <Icon name="back" /> {t('act.back')}
        </button>
        {engines && game.outcome === null && (
          <button type="button" class="plain" onClick={() => app.pause(!state.paused)}>
            <Icon name={state.paused ? 'play' : 'pause'} /> {t(state.paused ? 'act.resume' : 'act.pause')}
          </button>
        )}
        {game.outcome === null ? (
          <button
            type="button"
            class={sure ? 'plain danger' : 'plain'}
            disabled={!resigning}
            onClick={() => (sure ? app.resign() : setSure(true))}
            onBlur={() => setSure(false)}
          >
            <Icon name="flag" /> {t(sure ? 'act.resignSure' : 'act.resign')}
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void app.begin(state.setting)}>
            <Icon name="plus" /> {t('result.again')}
          </button>
        )}
      </div>
      <Toggles app={app} state={state} t={t} />
    </div>
  );
}
