// The introduction as it goes: which lesson, what has been tried, what is to be said of it. Changes the state by its host alone.

import type { Desk, Facts } from '../desk';
import { factsAt } from '../game';
import { translator } from '../i18n';
import type { Prefs } from '../state';
import type { Storage } from '../storage';
import { claimInWords } from '../words';
import { claimsOf, judge, LESSONS, LESSON_VARIANT, whyUnseen } from './lessons';
import type { Attempt, Lesson, Reason } from './lessons';
import { readLearnt } from './kept';
import type { LearnState, Verdict } from './state';
import { Hands, newTrial, played, turnsOf, untouched } from './trial';

export interface LearnHost {
  readonly state: { learn: LearnState | null; prefs: Pick<Prefs, 'language' | 'sight'> };
  set(patch: { learn: LearnState | null }): void;
}

/** White's answers are chosen among so many positions. */
const REPLY = 'go nodes 5000';

export class Learning {
  private readonly hands: Hands;
  private readonly host: LearnHost;
  private readonly desk: Desk;
  private readonly storage: Storage;
  private ticket = 0;

  constructor(host: LearnHost, desk: Desk, storage: Storage) {
    this.host = host;
    this.desk = desk;
    this.storage = storage;
    this.hands = new Hands(desk, {
      trial: () => this.learn?.trial ?? null,
      put: (trial) => this.patch({ trial }),
      made: (move) => this.made(move),
      missed: (square) => this.missed(square),
      sighted: () => host.state.prefs.sight && this.lesson?.id !== 'see',
    });
  }

  /** The lessons that have been solved, from the store. */
  learnt(): string[] {
    return readLearnt(this.storage.record('learnt'));
  }

  /** At the first lesson that is not solved yet. */
  async open(): Promise<void> {
    const learnt = this.learnt();
    const step = LESSONS.findIndex((lesson) => !learnt.includes(lesson.id));
    await this.goto(step < 0 ? LESSONS.length : step);
  }

  async goto(step: number): Promise<void> {
    const ticket = ++this.ticket;
    const lesson = LESSONS[step];
    const fresh = { step: Math.min(step, LESSONS.length), trial: null, found: [], verdict: null, learnt: this.learnt() };
    this.host.set({ learn: { ...fresh, busy: lesson !== undefined } });
    if (lesson === undefined) return;
    const facts = await this.desk.facts(lineOf(lesson, []));
    if (ticket !== this.ticket) return;
    if ('error' in facts) return this.patch({ busy: false, verdict: { kind: 'bad', text: this.t('error.engine', { reason: facts.error }) } });
    const trial = newTrial(LESSON_VARIANT, lesson.start, facts);
    // What can be shot at would be half the answer.
    this.patch({ busy: false, trial: lesson.id === 'see' ? untouched(trial) : trial });
  }

  next(): Promise<void> {
    return this.goto((this.learn?.step ?? 0) + 1);
  }

  again(): Promise<void> {
    return this.goto(this.learn?.step ?? 0);
  }

  /** A click on the board: in the first lesson it points at a square, later it is part of a turn. */
  click(square: string): Promise<void> {
    return this.lesson?.id === 'see' ? this.point(square) : this.hands.click(square);
  }

  get state(): Hands['state'] {
    return this.hands.state;
  }

  back(): void {
    this.hands.back();
  }

  look(square: string | null): Promise<void> {
    return this.hands.look(square);
  }

  swap(): Promise<void> {
    return this.made('swap');
  }

  /** Plays a turn that does it, the first one that the engine's answers allow. */
  async show(): Promise<void> {
    const { lesson, facts } = this;
    if (lesson === null || facts === null || this.learn?.busy) return;
    if (lesson.id === 'see') {
      const { targets } = await this.desk.next(LESSON_VARIANT, facts.fen, lesson.shooter ?? '');
      const found = lesson.rings.filter((ring) => targets.includes(ring));
      return this.patch({ found, verdict: { kind: 'shown', text: this.t('learn.shownSee', { seen: found.join(', ') }) } });
    }
    const ticket = ++this.ticket;
    this.patch({ busy: true, verdict: null });
    const attempt = await this.solve(lesson, facts);
    if (ticket !== this.ticket) return;
    if (attempt === null) return this.patch({ busy: false });
    this.put(lesson, attempt, { kind: 'shown', text: this.told('learn.shown', { move: attempt.move }, claimsOf(attempt)) });
  }

  /** A turn that solves the lesson; null where there is none. */
  async solve(lesson: Lesson, facts: Facts): Promise<Attempt | null> {
    if (facts.next.swap || facts.next.shots.length === 0) {
      const move = facts.next.swap ? 'swap' : await this.desk.best(lineOf(lesson, []), REPLY);
      return move === null ? null : this.attempt(lesson, facts, move);
    }
    for await (const move of turnsOf(this.desk, LESSON_VARIANT, facts)) {
      const attempt = await this.attempt(lesson, facts, move);
      if (attempt !== null && judge(lesson, attempt) === null) return attempt;
    }
    return null;
  }

  /** What the engine says of a turn; null where it does not take it. */
  async attempt(lesson: Lesson, before: Facts, move: string): Promise<Attempt | null> {
    const after = await this.desk.facts(lineOf(lesson, [move]));
    if ('error' in after) return null;
    const reply = lesson.reply && after.claims.length === 0 && !after.over ? await this.answer(lesson, move, after) : null;
    const last = reply?.facts ?? after;
    const there = lesson.shooter !== null && last.position.pieces.get(lesson.shooter) === 's';
    const seen = there ? (await this.desk.next(LESSON_VARIANT, last.fen, lesson.shooter as string)).targets : [];
    return { before, move, after, reply, seen };
  }

  private async answer(lesson: Lesson, move: string, after: Facts): Promise<Attempt['reply']> {
    const reply = async (answer: string): Promise<Attempt['reply']> => {
      const facts = await this.desk.facts(lineOf(lesson, [move, answer]));
      return 'error' in facts ? null : { move: answer, facts };
    };
    const best = await this.desk.best(lineOf(lesson, [move]), REPLY);
    const found = best === null ? null : await reply(best);
    const side = found?.facts.claims[0]?.side;
    if (side === undefined || after.next.shots.includes(found?.move ?? '')) return found;
    // The same by a stone alone is easier to see.
    for (const shot of after.next.shots) {
      const plain = await reply(shot);
      if (plain?.facts.claims[0]?.side === side) return plain;
    }
    return found;
  }

  private get learn(): LearnState | null {
    return this.host.state.learn;
  }

  private get lesson(): Lesson | null {
    return LESSONS[this.learn?.step ?? -1] ?? null;
  }

  private get facts(): Facts | null {
    const trial = this.learn?.trial;
    return trial ? factsAt(trial.game, 0) : null;
  }

  private patch(patch: Partial<LearnState>): void {
    if (this.learn !== null) this.host.set({ learn: { ...this.learn, ...patch } });
  }

  private t(...args: Parameters<ReturnType<typeof translator>>): string {
    return translator(this.host.state.prefs.language)(...args);
  }

  private told(key: Reason['key'], words: Reason['words'], claims: Reason['claims']): string {
    const t = translator(this.host.state.prefs.language);
    return [t(key, words), ...claims.map(({ claim, mover }) => claimInWords(t, claim, mover))].join(' ');
  }

  private async made(move: string): Promise<void> {
    const { lesson, facts } = this;
    if (lesson === null || facts === null || this.learn?.busy) return;
    const ticket = ++this.ticket;
    this.patch({ busy: true, verdict: null });
    const attempt = await this.attempt(lesson, facts, move);
    if (ticket !== this.ticket) return;
    if (attempt === null) return this.patch({ busy: false });
    const reason = judge(lesson, attempt);
    if (reason === null) this.solved(lesson);
    const text = reason === null ? this.told(`learn.${lesson.id}.good`, {}, claimsOf(attempt)) : this.told(reason.key, reason.words, reason.claims);
    this.put(lesson, attempt, { kind: reason === null ? 'good' : 'bad', text });
  }

  private put(lesson: Lesson, attempt: Attempt, verdict: Verdict): void {
    let trial = newTrial(LESSON_VARIANT, lesson.start, attempt.before);
    trial = played(trial, attempt.move, attempt.after, false);
    const { reply } = attempt;
    if (reply !== null) trial = played(trial, reply.move, reply.facts, false);
    this.patch({ trial, busy: false, verdict });
  }

  // In the first lesson.
  private async point(square: string): Promise<void> {
    const { lesson, facts } = this;
    if (lesson === null || facts === null || this.learn === null || this.learn.verdict?.kind === 'good') return;
    const { targets } = await this.desk.next(LESSON_VARIANT, facts.fen, lesson.shooter ?? '');
    const wanted = lesson.rings.filter((ring) => targets.includes(ring));
    if (!lesson.rings.includes(square)) return this.patch({ verdict: { kind: 'note', text: this.t('learn.ringed') } });
    if (!wanted.includes(square)) {
      const reason = whyUnseen(facts, lesson.shooter ?? '', square);
      return this.patch({ verdict: { kind: 'bad', text: this.told(reason.key, reason.words, []) } });
    }
    const found = [...new Set([...this.learn.found, square])];
    const done = found.length === wanted.length;
    if (done) this.solved(lesson);
    const text = this.t(done ? `learn.${lesson.id}.good` : 'learn.found', { square, left: wanted.length - found.length });
    this.patch({ found, verdict: { kind: done ? 'good' : 'note', text } });
  }

  // Says why nothing happens.
  private missed(square: string): void {
    const trial = this.learn?.trial;
    if (!trial) return;
    const facts = factsAt(trial.game, trial.at);
    const { draft } = trial;
    const from = draft.stage === 'moved' ? draft.to : draft.stage === 'shooter' || draft.stage === 'stay' ? draft.from : null;
    const note = (reason: Pick<Reason, 'key' | 'words'>) => this.patch({ verdict: { kind: 'note', text: this.t(reason.key, reason.words) } });
    if (facts.position.pieces.has(square)) return note({ key: 'why.taken', words: { square } });
    if (facts.next.shots.length === 0) return note({ key: 'why.edge', words: { square } });
    note(from === null ? { key: 'why.nobody', words: { square } } : whyUnseen(facts, from, square));
  }

  private solved(lesson: Lesson): void {
    const learnt = [...new Set([...this.learnt(), lesson.id])];
    this.storage.putRecord('learnt', learnt);
    this.patch({ learnt });
  }
}

function lineOf(lesson: Lesson, moves: readonly string[]) {
  return { variant: LESSON_VARIANT, start: lesson.start, moves };
}
