// The page's one object: it owns the state, asks the two engines, and changes the state by what they answer. The views
// only read the state and call these methods.

import type { Desk, Facts } from './desk';
import type { Client, Health } from './engine';
import * as games from './game';
import type { Game, Player, Setting } from './game';
import { translator } from './i18n';
import type { Key, Words } from './i18n';
import type { Lead } from './lead';
import { Learning } from './learn/learning';
import { sameCourse } from './merge';
import { canFollow, NOTHING_NEXT } from './protocol';
import type { Next } from './protocol';
import { revive } from './revive';
import { Searching } from './searching';
import { lookOf } from './sketch';
import type { DialogName, Prefs, State, View } from './state';
import type { Place, Storage } from './storage';
import type { Part, Read } from './stored';
import { click, isSetup, NO_DRAFT, partialOf, stepBack } from './turn';
import type { Draft } from './turn';
import { moveInWords } from './words';

const MOST_UNDO = 100;

export class App {
  state: State;
  readonly desk: Desk;
  readonly storage: Storage;
  readonly learning: Learning;
  /** Brings up the page; for another try where the first one failed. */
  begins: () => Promise<void> = async () => undefined;
  private readonly searching: Searching;
  private readonly listeners = new Set<() => void>();
  private clicks: Promise<void> = Promise.resolve();
  private ticket = 0;
  private clockFrom = performance.now();
  private lead: Lead | null = null;

  constructor(state: State, desk: Desk, startSearcher: (threads: number) => Client, storage: Storage) {
    this.state = state;
    this.desk = desk;
    this.storage = storage;
    this.learning = new Learning(this, desk, storage);
    this.searching = new Searching(this, startSearcher, state.prefs.threads);
    setInterval(() => this.tick(), 200);
  }

  /** What has become of an engine. */
  tellHealth(health: Health): void {
    if (health.kind === 'failed') return this.set({ failed: health.reason });
    if (health.kind === 'restarted') return this.notify('engine.restarted');
    if (this.state.failed !== null) this.set({ failed: null });
  }

  /** After a failure: the engine is started again by what is to be asked of it. */
  async tryAgain(): Promise<void> {
    this.set({ failed: null });
    this.searching.tryAgain();
    this.set({});
    const { game, at, draft, ready } = this.state;
    if (!ready) return this.begins();
    if (game === null) return;
    // Both engines: the one that answers clicks too, and what follows the turn that was begun.
    this.set({ next: await this.desk.next(game.variant, games.factsAt(game, at).fen, partialOf(draft)) });
  }

  /** Another searching engine, with so many threads. */
  setThreads(threads: number): void {
    this.searching.setThreads(threads);
    this.setPrefs({ threads });
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Changes the state, tells the views, and lets the searching engine do what is wanted now. */
  set(patch: Partial<State>): void {
    this.state = { ...this.state, ...patch, unkept: this.storage.trouble };
    this.state.thinking = this.searching.think(this.state);
    this.listeners.forEach((listener) => listener());
  }

  setPrefs(patch: Partial<Prefs>): void {
    const prefs = { ...this.state.prefs, ...patch };
    this.storage.putPrefs(patch);
    this.set({ prefs });
    if (!prefs.sight) this.set({ sight: null });
  }

  openDialog(dialog: DialogName | null): void {
    this.set({ dialog, notice: null });
  }

  /** Shows the game, or the introduction, which goes on where it was left. */
  openView(view: View): void {
    if (view === this.state.view) return;
    this.set({ view, dialog: null, notice: null });
    if (view === 'learn') void this.learning.open();
  }

  /** A game for whoever has just learnt the rules: the smallest board, the gentlest level. */
  async firstGame(): Promise<void> {
    const level = this.state.options.get('UCI_Elo')?.min ?? null;
    const seats = { first: { kind: 'human' as const }, second: { kind: 'engine' as const, level } };
    const refused = await this.begin({ variant: 'veletas-7', start: null, seats, timing: { kind: 'turn', ms: 1000 } });
    if (refused === null) this.openView('play');
  }

  notify(key: Key, words: Words = {}, bad = false): void {
    this.set({ notice: { key, words, bad } });
  }

  flip(): void {
    this.set({ flipped: !this.state.flipped });
  }

  /** A game of the engine against itself stops, or goes on. */
  pause(paused: boolean): void {
    this.set({ paused });
  }

  review(review: boolean): void {
    this.set({ review });
  }

  /** Shows on the board the move of the analysis line of a rank; none for null. */
  preview(preview: number | null): void {
    this.set({ preview });
  }

  // ---- The game

  /** Another value of the game on the board, with the same turns. */
  keep(game: Game): void {
    this.set({ game: this.kept(game) });
  }

  /** Another game in place of this one, which is kept among the earlier ones and can be had back by undo. */
  replace(game: Game, at = games.lastIndex(game)): void {
    const before = this.state.game;
    this.commit(game, at, { review: false, paused: false });
    if (before !== null && before.id !== game.id && before.moves.length === 0) this.storage.remove(before.id);
  }

  /** An earlier game in place of this one; why not, where it cannot be. */
  async open(id: string): Promise<string | null> {
    const found = await this.reviveKept(id);
    if ('error' in found) return found.error;
    this.openDialog(null);
    this.replace(found.value);
    this.tellLeft(found.left);
    return null;
  }

  /** What was on the board before a reload, with a turn that was begun; why not, where it cannot be. */
  async resume(place: Place): Promise<string | null> {
    const found = await this.reviveKept(place.id);
    if ('error' in found) return found.error;
    const game = found.value;
    const at = Math.max(0, Math.min(Math.round(place.at), games.lastIndex(game)));
    // Nothing has changed, so nothing is written.
    this.put(game, at);
    this.tellLeft(found.left);
    if (place.draft.stage !== 'none' && games.mayMove(game, at)) await this.redraft(place.draft, games.factsAt(game, at));
    return null;
  }

  private async reviveKept(id: string): Promise<Read<Game> | { error: string }> {
    const read = this.storage.game(id);
    if (read === null) return { error: translator(this.state.prefs.language)('kept.gone') };
    const revived = await revive(this.desk, read.value);
    return 'error' in revived ? revived : { value: revived.value, left: [...read.left, ...revived.left] };
  }

  /** An earlier game that is not wanted any more. */
  forget(id: string): void {
    this.storage.remove(id);
    // There may be room again for what could not be kept.
    if (this.state.unkept === 'full' && this.state.game !== null) this.storage.keepAgain(this.state.game);
    this.set({});
  }

  private tellLeft(left: readonly Part[]): void {
    if (left.length === 0) return;
    const t = translator(this.state.prefs.language);
    this.notify('kept.left', { parts: [...new Set(left)].map((part) => t(`part.${part}`)).join(', ') }, true);
  }

  /** Lets one tab at a time play the engine's turns of a game. */
  setLead(lead: Lead): void {
    this.lead = lead;
    this.set({ lead: false });
    if (this.state.game !== null) lead.want(this.state.game.id);
  }

  /** Goes on with what another tab has made of the game on the board. */
  async follow(): Promise<void> {
    const before = this.state.game;
    const entry = before === null ? null : this.storage.newer(before.id);
    if (before === null || entry === null) return;
    const stored = entry.read.value;
    if (sameCourse(stored, before)) {
      this.storage.adopt(entry);
      return this.set({ game: { ...stored, facts: before.facts } });
    }
    const revived = await revive(this.desk, stored);
    const { game } = this.state;
    if ('error' in revived || game?.id !== before.id || game.moves !== before.moves) return;
    this.ticket++;
    this.storage.adopt(entry);
    const last = games.lastIndex(revived.value);
    this.put(revived.value, this.state.at === games.lastIndex(before) ? last : Math.min(this.state.at, last));
    this.notify('kept.followed');
    return this.follow();
  }

  /** The clocks as they stand, when the page may be about to go. */
  pack(): void {
    const { game, lead } = this.state;
    if (game !== null && lead) this.storage.keepClocks(game);
  }

  // Keeps a game, which another tab may have changed as well; the game to go on with.
  private kept(game: Game): Game {
    const kept = this.storage.keep(game);
    if (kept.how === 'theirs') void this.follow();
    if (kept.how !== 'apart') return game;
    queueMicrotask(() => this.notify('kept.apart'));
    return { ...game, id: kept.id };
  }

  /** A changed game that undo takes back. */
  commit(game: Game, at: number, patch: Partial<State> = {}): void {
    const { game: before, past } = this.state;
    this.show(game, at, {
      past: before === null ? past : [...past, before].slice(-MOST_UNDO),
      future: [],
      ...patch,
    });
  }

  async begin(setting: Setting): Promise<string | null> {
    const facts = await this.desk.facts({ variant: setting.variant, start: setting.start, moves: [] });
    if ('error' in facts) return facts.error;
    const kept = { ...setting, start: null };
    this.storage.putSetting(kept);
    this.replace(games.newGame(setting, facts), 0);
    this.set({ setting: kept, flipped: false, dialog: null });
    return null;
  }

  /** Plays a move at a position, the one shown if no other is meant. Refused moves change nothing and are told. */
  async play(move: string, at = this.state.at): Promise<void> {
    const { game } = this.state;
    if (game === null) return;
    const ticket = ++this.ticket;
    const before = games.factsAt(game, at);
    // Where a person plays, there the engine answers.
    if (games.mayMove(game, at)) this.lead?.want(game.id, true);
    const line = games.lineAt(game, at);
    const facts = await this.desk.facts({ ...line, moves: [...line.moves, move] });
    if (ticket !== this.ticket || this.state.game === null) return;
    if ('error' in facts) return this.notify('error.engine', { reason: facts.error }, true);
    const player = games.playerToMove(before);
    const people = games.isExhibit(game) ? { seats: games.PEOPLE } : {};
    const timed = { ...games.withIncrement(this.spend(this.state.game), player), ...people };
    const after = games.withMove(timed, at, move, facts);
    const said = moveInWords(this.state, before, facts, move);
    if (after.seats[player].kind === 'human') return this.commit(after, at + 1, { said });
    if (this.state.at === at) return this.show(after, at + 1, { said });
    // The reader looks at an earlier position: that stays as it is.
    const { draft, next, sight } = this.state;
    this.show(after, this.state.at, { said, draft, next, sight });
  }

  // The game and the position shown, with all that belongs to a position begun anew.
  private show(game: Game, at: number, patch: Partial<State> = {}): void {
    this.put(this.kept(game), at, patch);
    this.keepPlace();
  }

  private keepPlace(): void {
    const { game, at, draft } = this.state;
    if (game !== null) this.storage.putPlace({ id: game.id, at, draft, look: lookOf(games.factsAt(game, at)) });
  }

  private put(game: Game, at: number, patch: Partial<State> = {}): void {
    this.lead?.want(game.id);
    const next = games.factsAt(game, at).next;
    const fresh = { game, at, draft: NO_DRAFT, next, sight: null, preview: null, notice: null };
    this.set({ ...fresh, report: this.searching.reportOf(game, at), ...patch });
  }

  goto(at: number): void {
    const { game } = this.state;
    if (game === null || at < 0 || at > games.lastIndex(game) || at === this.state.at) return;
    this.ticket++;
    this.show(game, at);
  }

  takeBack(): void {
    const { game } = this.state;
    const at = game === null ? null : games.takeBackTo(game);
    if (game === null || at === null) return;
    this.ticket++;
    this.commit(games.cut(game, at), at, { review: false });
  }

  undo(): void {
    const { past, future, game } = this.state;
    const before = past.at(-1);
    if (before === undefined || game === null) return;
    this.ticket++;
    this.show(before, games.lastIndex(before), { past: past.slice(0, -1), future: [game, ...future] });
  }

  redo(): void {
    const { past, future, game } = this.state;
    const after = future[0];
    if (after === undefined || game === null) return;
    this.ticket++;
    this.show(after, games.lastIndex(after), { past: [...past, game], future: future.slice(1) });
  }

  /** Whoever can resign now: the person to move, else the only person. */
  resigner(): Player | null {
    const { game } = this.state;
    if (game === null || game.outcome !== null || game.moves.length === 0) return null;
    const mover = games.playerToMove(games.factsAt(game, games.lastIndex(game)));
    const found = [mover, games.opponent(mover)].find((player) => game.seats[player].kind === 'human');
    return found ?? null;
  }

  resign(): void {
    const player = this.resigner();
    if (player === null || this.state.game === null) return;
    this.ticket++;
    const outcome = { winner: games.opponent(player), how: 'resigned' as const };
    this.commit(games.withOutcome(this.state.game, outcome), this.state.at);
  }

  // ---- A turn, click by click

  /** Clicks are obeyed one after the other, each when the engine has said what can follow the one before. */
  click(square: string): Promise<void> {
    this.clicks = this.clicks.then(() => this.obey(square));
    return this.clicks;
  }

  private async obey(square: string): Promise<void> {
    const { game, at, draft, next } = this.state;
    if (game === null || !games.mayMove(game, at)) return;
    const facts = games.factsAt(game, at);
    const step = click(draft, next, facts, square);
    if (step === null) return;
    if ('move' in step) return this.play(step.move);
    await this.putDraft(step.draft, facts);
  }

  back(): void {
    this.clicks = this.clicks.then(() => this.retreat());
  }

  private async retreat(): Promise<void> {
    const { game, at, draft } = this.state;
    if (game !== null && draft.stage !== 'none') await this.putDraft(stepBack(draft), games.factsAt(game, at));
  }

  private async putDraft(draft: Draft, facts: Facts): Promise<void> {
    const { game } = this.state;
    if (game === null) return;
    const ticket = ++this.ticket;
    const root = draft.stage === 'none';
    this.set({ draft, next: root ? facts.next : NOTHING_NEXT, sight: null, notice: null });
    this.keepPlace();
    if (root) return;
    const next = await this.desk.next(game.variant, facts.fen, partialOf(draft));
    if (ticket !== this.ticket) return;
    if (next.complete && isSetup(facts)) return this.play(partialOf(draft));
    this.showNext(draft, next);
  }

  // A turn begun before a reload, where the engine still takes it.
  private async redraft(draft: Draft, facts: Facts): Promise<void> {
    const { game, at } = this.state;
    if (game === null) return;
    const next = await this.desk.next(game.variant, facts.fen, partialOf(draft));
    if (this.state.game !== game || this.state.at !== at || !canFollow(next)) return;
    this.set({ draft });
    this.showNext(draft, next);
  }

  private showNext(draft: Draft, next: Next): void {
    this.set({ next, sight: this.sightOf(draft, draft.stage === 'shooter' ? next.targets : next.shots) });
  }

  private sightOf(draft: Draft, seen: string[]): State['sight'] {
    if (!this.state.prefs.sight) return null;
    if (draft.stage === 'moved') return { from: draft.to, seen };
    return draft.stage === 'shooter' || draft.stage === 'stay' ? { from: draft.from, seen } : null;
  }

  /** Shows the lines of sight of the shooter under the pointer or the focus; of none for null. */
  async look(square: string | null): Promise<void> {
    const { game, at, draft, prefs } = this.state;
    if (game === null || !prefs.sight || draft.stage !== 'none') return;
    const facts = games.factsAt(game, at);
    if (square === null || facts.position.pieces.get(square) !== 's' || isSetup(facts)) {
      if (this.state.sight !== null) this.set({ sight: null });
      return;
    }
    const next = await this.desk.next(game.variant, facts.fen, square);
    const same = this.state.game?.moves === game.moves && this.state.at === at && this.state.draft === draft;
    if (same) this.set({ sight: { from: square, seen: next.targets } });
  }

  // ---- Clocks

  private spend(game: Game): Game {
    const now = performance.now();
    const ms = now - this.clockFrom;
    this.clockFrom = now;
    if (game.outcome !== null || this.state.paused || game.moves.length === 0) return game;
    return games.withTimeSpent(game, games.playerToMove(games.factsAt(game, games.lastIndex(game))), ms);
  }

  private tick(): void {
    const { game } = this.state;
    if (game === null || game.timing.kind !== 'clock' || game.outcome !== null) {
      this.clockFrom = performance.now();
      return;
    }
    const spent = this.spend(game);
    const player = games.playerToMove(games.factsAt(game, games.lastIndex(game)));
    if (spent === game) return;
    if (spent.clocks[player] > 0 || !this.state.lead) return this.set({ game: spent });
    this.keep(games.withOutcome(spent, { winner: games.opponent(player), how: 'time' }));
  }
}
