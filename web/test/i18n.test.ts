import { describe, expect, it } from 'vitest';
import { english } from '../src/english';
import { spanish } from '../src/spanish';
import { preferred, translator } from '../src/i18n';
import { claimInWords, failureInWords, statusInWords } from '../src/words';
import { defaultPrefs, DEFAULT_SETTING, initialState } from '../src/state';
import { newGame, withMove } from '../src/game';
import { facts, PLAY, START } from './facts';

const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('languages', () => {
  it('say the same things with the same words to fill in', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      const other = spanish[key as keyof typeof english];
      expect(other, key).not.toBe('');
      expect(new Set(names(other)), key).toEqual(new Set(names(text)));
    }
  });

  it('follow the reader', () => {
    expect(preferred(['fr', 'es-AR', 'en'])).toBe('es');
    expect(preferred(['de'])).toBe('en');
    expect(preferred([])).toBe('en');
  });

  it('fill in words, and leave what they do not know', () => {
    expect(translator('en')('analysis.play', { move: 'd4' })).toBe('Play d4');
    expect(translator('en')('analysis.play')).toBe('Play {move}');
  });
});

describe('sentences', () => {
  const t = translator('en');

  it('say why a shooter was claimed', () => {
    const claim = { square: 'e5', side: 'b' as const, black: 7, white: 4 };
    expect(claimInWords(t, claim, 'w')).toBe('e5 goes to Black: groups beside it, Black 7, White 4.');
    expect(claimInWords(t, { ...claim, black: 3, white: 3 }, 'w')).toContain('3 against 3, and White moved');
    expect(claimInWords(t, { ...claim, black: 0, white: 0 }, 'w')).toContain('no group beside it');
  });

  it('say why there is no engine', () => {
    expect(failureInWords(t, 'WebAssembly.compile(): refused')).toMatch(/^The engine needs WebAssembly.*refused/);
    expect(failureInWords(t, 'TypeError: Failed to fetch')).toContain('is there a network?');
    expect(failureInWords(t, 'no thread to run in')).toBe('The engine could not be started: no thread to run in');
  });

  it('say what to do, and who has won', () => {
    const seats = { first: { kind: 'human' as const }, second: { kind: 'human' as const } };
    const game = newGame({ ...DEFAULT_SETTING, seats }, PLAY);
    const state = { ...initialState(defaultPrefs('en'), DEFAULT_SETTING), game, next: PLAY.next };
    expect(statusInWords(state, t)).toBe('Black to move: pick a shooter to move, or shoot at an empty square.');
    expect(statusInWords({ ...state, draft: { stage: 'moved', from: 'd4', to: 'd7' } }, t)).toContain('d4 goes to d7');
    const won = facts({ fen: '6w/7/4s2/3W3/2W4/7/b6 b - 3', result: 'p2win' });
    const over = withMove(game, 0, 'f7', won);
    expect(statusInWords({ ...state, game: over, at: 1 }, t)).toBe('White wins with 2 of 3 shooters');
    expect(statusInWords({ ...state, game: newGame({ ...DEFAULT_SETTING, seats }, START) }, t)).toContain('place shooter 1 of 3');
  });
});
