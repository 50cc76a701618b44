// Starts the engines and the page, and puts back what was there before a reload.

import { render } from 'preact';
import { App } from './app';
import { Desk } from './desk';
import { Client } from './engine';
import type { Health } from './engine';
import { mostThreads, startEngine } from './start-engine';
import { preferred, translator } from './i18n';
import { Lead } from './lead';
import { openHash } from './open';
import { DEFAULT_SETTING, defaultPrefs, initialState } from './state';
import { emptySketch, sketchOf } from './sketch';
import { browserStore, historyStore, Storage } from './storage';
import { Page } from './view/page';
import './style/page.css';

const tab = browserStore('sessionStorage') ?? historyStore();
const storage = new Storage(browserStore('localStorage'), tab);
const keptPrefs = storage.prefs();
const kept = { ...defaultPrefs(preferred(navigator.languages)), ...keptPrefs.value };
const prefs = { ...kept, analysis: false, threads: Math.min(kept.threads, mostThreads()) };
const tell = (health: Health) => app.tellHealth(health);
const desk = new Desk(new Client(startEngine(1), tell));
const app = new App(initialState(prefs, storage.setting()), desk, (threads) => new Client(startEngine(threads), tell), storage);
// Locks are for secure pages alone.
app.setLead(new Lead(navigator.locks ?? null, (lead) => app.set({ lead })));

const place = storage.place();
const shown = place?.look === undefined ? null : storage.peek(place.id);
app.set({ sketch: place?.look === undefined || shown === null ? emptySketch(storage.setting()) : sketchOf(place.look, shown) });
const container = document.getElementById('app') as HTMLElement;
// What stands there until now is for those who have to wait for this script, or wait in vain.
container.textContent = '';
render(<Page app={app} />, container);
app.begins = begin;
void app.begins().then(keepForOffline);
// What could not be fetched may be had now.
window.addEventListener('online', () => app.state.failed !== null && void app.tryAgain());
window.addEventListener('hashchange', () => {
  void openLink();
  openHashView();
});
// A reload, and a link to it, begin where the address says.
app.subscribe(() => {
  const shown = location.hash === '#learn' ? 'learn' : 'play';
  if (!app.state.ready || app.state.view === shown) return;
  history.replaceState(history.state, '', app.state.view === 'play' ? location.pathname + location.search : `#${app.state.view}`);
});
// From another tab. A BroadcastChannel would not do: its word may be here before what was written is.
window.addEventListener('storage', () => void app.follow());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') app.pack();
  else void app.follow();
});
window.addEventListener('pagehide', () => app.pack());

async function begin(): Promise<void> {
  try {
    const options = await desk.options();
    const variants = options.get('UCI_Variant')?.values ?? [];
    const { setting } = app.state;
    const variant = variants.includes(setting.variant) ? setting.variant : DEFAULT_SETTING.variant;
    app.set({ options, setting: { ...setting, variant } });
    await putBack();
    if (!keptPrefs.whole && app.state.notice === null) app.notify('kept.prefs', {}, true);
    await openLink();
    openHashView();
    app.set({ ready: true });
  } catch (error) {
    app.set({ failed: error instanceof Error ? error.message : String(error) });
  }
}

// What was on the board; where there is nothing, or nothing that can be read, a new game.
async function putBack(): Promise<void> {
  const place = storage.place();
  const problem = place === null ? null : await app.resume(place);
  if (place !== null && problem === null) return;
  const refused = await app.begin(app.state.setting);
  if (refused !== null) throw new Error(refused);
  if (problem !== null) app.notify('kept.unopened', { reason: problem }, true);
}

async function openLink(): Promise<void> {
  if (!/[#&](v|fen|moves)=/.test(location.hash)) return;
  const problem = await openHash(app, location.hash);
  // The link has done its work: a reload must not undo the turns made since.
  history.replaceState(history.state, '', location.pathname + location.search);
  if (problem === null) return;
  const reason = translator(app.state.prefs.language)(problem.key, problem.words);
  app.notify('error.link', { reason }, true);
}

function openHashView(): void {
  app.openView(location.hash === '#learn' ? 'learn' : 'play');
}

// Once the page is there, all of it is kept for when there is no network; a copy of this version may serve it at once.
async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL('offline-worker.js', document.baseURI));
    (await navigator.serviceWorker.ready).active?.postMessage(import.meta.url);
  } catch {
    // Forbidden, or fetched in part: the page does without.
  }
}
