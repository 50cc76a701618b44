import { describe, expect, it } from 'vitest';
import type { App } from '../src/app';
import type { Line } from '../src/desk';
import type { Game } from '../src/game';
import { openText } from '../src/open';
import type { Option } from '../src/protocol';
import { defaultPrefs } from '../src/state';
import { START } from './facts';

const VARIANTS = ['veletas', 'veletas-9', 'veletas-7'];

/** An engine that takes any moves under one rule set, and nothing under the others. */
function table(only = 'veletas-7') {
  const notices: unknown[] = [];
  const opened: Game[] = [];
  const option: Option = { type: 'combo', min: 0, max: 0, values: VARIANTS };
  const app = {
    state: { prefs: defaultPrefs('en'), options: new Map([['UCI_Variant', option]]) },
    desk: {
      history: async ({ variant, moves }: Line) =>
        variant === only ? { facts: [START, ...moves.map(() => START)], error: null } : { facts: [START], error: 'move 1' },
      takes: async ({ variant }: Line) => variant === only,
    },
    replace: (game: Game) => opened.push(game),
    openDialog: () => undefined,
    notify: (key: string, words: object) => notices.push([key, words]),
  };
  return { app: app as unknown as App, notices, opened };
}

describe('a text that is pasted', () => {
  it('opens, its rule set named in any letters', async () => {
    const { app, notices, opened } = table();
    expect(await openText(app, '[Variant "VELETAS-7"]\n\n1. d4/a1 swap *', 'veletas')).toBeNull();
    expect(opened[0]).toMatchObject({ variant: 'veletas-7', moves: ['d4/a1', 'swap'] });
    expect(await openText(app, 'Veletas-7;7/7/7/3s3/7/7/b6 w ? 1', 'veletas')).toBeNull();
    expect(opened[1]).toMatchObject({ variant: 'veletas-7', start: '7/7/7/3s3/7/7/b6 w ? 1' });
    expect(notices).toEqual([['share.replaced', { left: '' }], ['share.replaced', { left: '' }]]);
  });

  it('opens without what has no place in one line of turns, and says so', async () => {
    const { app, notices, opened } = table();
    expect(await openText(app, 'd4/a1 (d4/b1) swap 1/2-1/2', 'veletas-7')).toBeNull();
    expect(opened).toHaveLength(1);
    expect(notices).toEqual([['share.partly', { left: 'the variations in brackets, the drawn result, which this game does not know' }]]);
  });

  it('of another rule set is refused with the one that it would fit', async () => {
    const { app, opened } = table();
    expect(await openText(app, 'd4/a1 swap', 'veletas')).toEqual({
      key: 'error.otherRules',
      words: { reason: 'move 1', rules: 'Today’s rules, 10 × 10', fits: 'Today’s rules, 7 × 7 (veletas-7)' },
    });
    expect(await openText(table('none').app, 'd4/a1 swap', 'veletas')).toEqual({ key: 'error.engine', words: { reason: 'move 1' } });
    expect(opened).toEqual([]);
  });

  it('that is none is told what it lacks', async () => {
    const { app } = table();
    expect(await openText(app, '{"players": []}', 'veletas')).toEqual({ key: 'error.json', words: {} });
    expect(await openText(app, ' ', 'veletas')).toEqual({ key: 'error.empty', words: {} });
    expect(await openText(app, 'e2e4', 'veletas')).toEqual({ key: 'error.word', words: { word: 'e2e4' } });
    expect(await openText(app, '[Variant "chess"]\n\n*', 'veletas')).toEqual({ key: 'error.variant', words: { variant: 'chess' } });
  });
});
