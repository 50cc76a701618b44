// A small position that the reader plays on beside the game: in the introduction and in puzzles. Clicks mean here what they mean
// in a game (turn.ts), and the engine says what can follow.

import type { Desk, Facts } from '../desk';
import type { Game, Player, Seat } from '../game';
import { factsAt, mayMove, newGame, PEOPLE, withMove } from '../game';
import { NOTHING_NEXT } from '../protocol';
import type { Next } from '../protocol';
import { click, isSetup, NO_DRAFT, partialOf, stepBack } from '../turn';
import type { Draft } from '../turn';

export interface Trial {
  game: Game;
  at: number;
  draft: Draft;
  next: Next;
  sight: { from: string; seen: string[] } | null;
}

const NOBODY: Readonly<Record<Player, Seat>> = { first: { kind: 'engine', level: null }, second: { kind: 'engine', level: null } };

export function newTrial(variant: string, start: string, facts: Facts): Trial {
  const game = newGame({ variant, start, seats: PEOPLE, timing: { kind: 'turn', ms: 1000 } }, facts);
  return { game, at: 0, draft: NO_DRAFT, next: facts.next, sight: null };
}

/** With a turn made in it; where it is not the reader's turn then, no click means anything. */
export function played(trial: Trial, move: string, facts: Facts, mine: boolean): Trial {
  const game = { ...withMove(trial.game, trial.at, move, facts), seats: mine ? PEOPLE : NOBODY };
  return { game, at: trial.at + 1, draft: NO_DRAFT, next: facts.next, sight: null };
}

/** To be looked at only. */
export function untouched(trial: Trial): Trial {
  return { ...trial, game: { ...trial.game, seats: NOBODY } };
}

/** Whoever owns the trial. */
export interface Owner {
  trial(): Trial | null;
  put(trial: Trial): void;
  /** A turn is put together. */
  made(move: string): Promise<void>;
  /** A click that means nothing. */
  missed(square: string): void;
  /** The reader wants to see lines of sight. */
  sighted(): boolean;
}

/** The reader's hands on the board of a trial: what the board calls. */
export class Hands {
  private readonly desk: Desk;
  private readonly owner: Owner;
  private clicks: Promise<void> = Promise.resolve();

  constructor(desk: Desk, owner: Owner) {
    this.desk = desk;
    this.owner = owner;
  }

  get state(): { draft: Draft; next: Next } {
    return this.owner.trial() ?? { draft: NO_DRAFT, next: NOTHING_NEXT };
  }

  /** Obeyed one after the other, as in a game. */
  click(square: string): Promise<void> {
    this.clicks = this.clicks.then(() => this.obey(square));
    return this.clicks;
  }

  back(): void {
    this.clicks = this.clicks.then(async () => {
      const trial = this.owner.trial();
      if (trial !== null && trial.draft.stage !== 'none') await this.putDraft(trial, stepBack(trial.draft));
    });
  }

  async look(square: string | null): Promise<void> {
    const trial = this.owner.trial();
    if (trial === null || !this.owner.sighted() || trial.draft.stage !== 'none') return;
    const facts = factsAt(trial.game, trial.at);
    if (square === null || facts.position.pieces.get(square) !== 's' || isSetup(facts)) {
      if (trial.sight !== null) this.owner.put({ ...trial, sight: null });
      return;
    }
    const next = await this.desk.next(trial.game.variant, facts.fen, square);
    const now = this.owner.trial();
    if (now !== null && now.game === trial.game && now.draft === trial.draft) this.owner.put({ ...now, sight: { from: square, seen: next.targets } });
  }

  private async obey(square: string): Promise<void> {
    const trial = this.owner.trial();
    if (trial === null || !mayMove(trial.game, trial.at)) return;
    const step = click(trial.draft, trial.next, factsAt(trial.game, trial.at), square);
    if (step === null) return this.owner.missed(square);
    if ('move' in step) return this.owner.made(step.move);
    await this.putDraft(trial, step.draft);
  }

  private async putDraft(trial: Trial, draft: Draft): Promise<void> {
    const facts = factsAt(trial.game, trial.at);
    const root = draft.stage === 'none';
    this.owner.put({ ...trial, draft, next: root ? facts.next : NOTHING_NEXT, sight: null });
    if (root) return;
    const next = await this.desk.next(trial.game.variant, facts.fen, partialOf(draft));
    const now = this.owner.trial();
    if (now === null || now.game !== trial.game || now.draft !== draft) return;
    if (next.complete && isSetup(facts)) return this.owner.made(partialOf(draft));
    this.owner.put({ ...now, next, sight: this.sightOf(draft, next) });
  }

  private sightOf(draft: Draft, next: Next): Trial['sight'] {
    if (!this.owner.sighted()) return null;
    if (draft.stage === 'moved') return { from: draft.to, seen: next.shots };
    if (draft.stage === 'shooter') return { from: draft.from, seen: next.targets };
    return draft.stage === 'stay' ? { from: draft.from, seen: next.shots } : null;
  }
}

/** All turns after the setup, one after the other as the engine gives them: those without a move first. */
export async function* turnsOf(desk: Desk, variant: string, facts: Facts): AsyncGenerator<string> {
  yield* facts.next.shots;
  for (const from of facts.next.shooters) {
    const { targets } = await desk.next(variant, facts.fen, from);
    for (const to of targets) {
      const { shots } = await desk.next(variant, facts.fen, `${from}-${to}`);
      for (const shot of shots) yield `${from}-${to}/${shot}`;
    }
  }
}
