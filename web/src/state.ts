// All that the page shows, in one value.

import type { Option, Next, Info } from './protocol';
import { NOTHING_NEXT } from './protocol';
import type { Game, Setting } from './game';
import type { Draft } from './turn';
import { NO_DRAFT } from './turn';
import type { Key, Language, Words } from './i18n';
import type { LearnState } from './learn/state';

export type Theme = 'auto' | 'light' | 'dark';
export type DialogName = 'new' | 'share' | 'games' | 'help';

/** What the reader has chosen to see; kept over reloads. */
export interface Prefs {
  language: Language;
  theme: Theme;
  sight: boolean;
  groups: boolean;
  forecast: boolean;
  analysis: boolean;
  lines: number;
  /** Of the searching engine; one where the page is not cross-origin isolated. */
  threads: number;
  chances: boolean;
}

/** What a search has said of a position so far. */
export interface Report {
  depth: number;
  nodes: number;
  speed: number;
  /** The best line first. */
  lines: Info[];
  /** Probability that Black gets a shooter, by its square. */
  forecast: Map<string, number> | null;
}

/** Why games are not kept: `full`, something could not be written; `refused`, nothing can. */
export type Trouble = 'full' | 'refused' | null;

export interface Notice {
  key: Key;
  words: Words;
  bad: boolean;
}

/** What the page shows: the game, the introduction, or puzzles. */
export type View = 'play' | 'learn';

export interface State {
  view: View;
  learn: LearnState | null;
  ready: boolean;
  failed: string | null;
  options: Map<string, Option>;
  setting: Setting;
  game: Game | null;
  /** What is drawn while there is no game yet. */
  sketch: Game | null;
  /** The position shown: the number of turns before it. */
  at: number;
  draft: Draft;
  /** What can follow the draft. */
  next: Next;
  /** The shooter whose lines of sight are shown, and the squares that it sees. */
  sight: { from: string; seen: string[] } | null;
  /** Rank of the analysis line under the pointer, whose move is shown on the board. */
  preview: number | null;
  /** Of the position shown. */
  report: Report | null;
  thinking: boolean;
  paused: boolean;
  /** This tab, of all that show the game, has the engine play in it and its clocks end it. */
  lead: boolean;
  unkept: Trouble;
  review: boolean;
  prefs: Prefs;
  flipped: boolean;
  dialog: DialogName | null;
  notice: Notice | null;
  /** What screen readers hear next. */
  said: string;
  past: readonly Game[];
  future: readonly Game[];
}

export const DEFAULT_SETTING: Setting = {
  variant: 'veletas',
  start: null,
  seats: { first: { kind: 'human' }, second: { kind: 'engine', level: 1000 } },
  timing: { kind: 'turn', ms: 2000 },
};

export function defaultPrefs(language: Language): Prefs {
  return {
    language,
    theme: 'auto',
    sight: true,
    groups: false,
    forecast: false,
    analysis: false,
    lines: 3,
    threads: 1,
    chances: false,
  };
}

export function initialState(prefs: Prefs, setting: Setting): State {
  return {
    view: 'play',
    learn: null,
    ready: false,
    failed: null,
    options: new Map(),
    setting,
    game: null,
    sketch: null,
    at: 0,
    draft: NO_DRAFT,
    next: NOTHING_NEXT,
    sight: null,
    preview: null,
    report: null,
    thinking: false,
    paused: false,
    lead: true,
    unkept: null,
    review: false,
    prefs,
    flipped: false,
    dialog: null,
    notice: null,
    said: '',
    past: [],
    future: [],
  };
}
