// Starts the engines and the page, and puts back what was there before a reload.

import { render } from 'preact';
import { App } from './app';
import { Desk } from './desk';
import { Client } from './engine';
import { mostThreads, startEngine } from './start-engine';
import { preferred, translator } from './i18n';
import { openHash, revive } from './open';
import { DEFAULT_SETTING, defaultPrefs, initialState } from './state';
import { browserStore, isSeat, isTiming, Storage } from './storage';
import type { Setting } from './game';
import { Page } from './view/page';
import './style/page.css';

const storage = new Storage(browserStore());
const kept = { ...defaultPrefs(preferred(navigator.languages)), ...storage.prefs() };
const prefs = { ...kept, analysis: false, threads: Math.min(kept.threads, mostThreads()) };
const failed = (reason: string) => app.set({ failed: reason });
const desk = new Desk(new Client(startEngine(1, failed)));
const app = new App(initialState(prefs, keptSetting()), desk, (threads) => new Client(startEngine(threads, failed)), storage);

render(<Page app={app} />, document.getElementById('app') as HTMLElement);
void begin();
window.addEventListener('hashchange', () => void openLink());
// The clocks as they stand; all else is kept as it happens.
window.addEventListener('pagehide', () => app.state.game && storage.keepGame(app.state.game));

function keptSetting(): Setting {
  const kept = storage.setting();
  const { seats } = kept;
  if (!isSeat(seats?.first) || !isSeat(seats?.second) || !isTiming(kept.timing)) return DEFAULT_SETTING;
  return { ...DEFAULT_SETTING, ...kept, seats, timing: kept.timing, start: null };
}

async function begin(): Promise<void> {
  try {
    const options = await desk.options();
    const variants = options.get('UCI_Variant')?.values ?? [];
    const { setting } = app.state;
    const variant = variants.includes(setting.variant) ? setting.variant : DEFAULT_SETTING.variant;
    app.set({ options, setting: { ...setting, variant } });
    await putBack();
    await openLink();
    app.set({ ready: true });
  } catch (error) {
    app.set({ failed: String(error) });
  }
}

// The kept game; where there is none, or none that can be read, a new one.
async function putBack(): Promise<void> {
  const stored = storage.game();
  const game = stored === null ? null : await revive(app, stored);
  if (game !== null && !('error' in game)) return app.replace(game);
  if (stored !== null) storage.archive(stored);
  const refused = await app.begin(app.state.setting);
  if (refused !== null) throw new Error(refused);
}

async function openLink(): Promise<void> {
  if (!/[#&](v|fen|moves)=/.test(location.hash)) return;
  const problem = await openHash(app, location.hash);
  // The link has done its work: a reload must not undo the turns made since.
  history.replaceState(null, '', location.pathname + location.search);
  if (problem === null) return;
  const reason = translator(app.state.prefs.language)(problem.key, problem.words);
  app.notify('error.link', { reason }, true);
}
