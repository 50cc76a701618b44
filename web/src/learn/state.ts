// What the page shows of the introduction.

import type { Trial } from './trial';

/** `good`: solved; `bad`: a turn that does not do it; `note`: a click that means nothing; `shown`: a way that was shown. */
export interface Verdict {
  kind: 'good' | 'bad' | 'note' | 'shown';
  text: string;
}

export interface LearnState {
  /** The number of the lesson from 0; one beyond the last one is the end. */
  step: number;
  /** Null while the engine has not said what the position holds. */
  trial: Trial | null;
  /** Of the first lesson: the squares found so far. */
  found: readonly string[];
  verdict: Verdict | null;
  /** The engine is at work on it. */
  busy: boolean;
  /** The ids of the lessons that have been solved. */
  learnt: readonly string[];
}
