import { afterAll, describe, expect, it } from 'vitest';
import { judge, LESSONS, LESSON_VARIANT, whyUnseen } from '../src/learn/lessons';
import type { Attempt, Lesson } from '../src/learn/lessons';
import { Learning } from '../src/learn/learning';
import type { LearnHost } from '../src/learn/learning';
import { readLearnt } from '../src/learn/kept';
import { turnsOf } from '../src/learn/trial';
import type { Facts } from '../src/desk';
import { english } from '../src/english';
import { Storage } from '../src/storage';
import { memory } from './store';
import { realDesk } from './real-engine';

const { desk, close } = realDesk();
afterAll(close);

function learner(store = memory()): { learning: Learning; host: LearnHost; store: ReturnType<typeof memory> } {
  const host: LearnHost = {
    state: { learn: null, prefs: { language: 'en', sight: false } },
    set(patch) {
      Object.assign(host.state, patch);
    },
  };
  return { learning: new Learning(host, desk, new Storage(store)), host, store };
}

async function factsOf(lesson: Lesson): Promise<Facts> {
  const facts = await desk.facts({ variant: LESSON_VARIANT, start: lesson.start, moves: [] });
  if ('error' in facts) throw new Error(`${lesson.id}: ${facts.error}`);
  return facts;
}

const find = (id: string) => LESSONS.findIndex((lesson) => lesson.id === id);
const verdict = (host: LearnHost) => host.state.learn?.verdict;

describe('the lessons', () => {
  it('are a dozen, and each one has its words', () => {
    expect(LESSONS.length).toBe(12);
    for (const { id } of LESSONS) for (const part of ['title', 'task', 'good']) expect(english).toHaveProperty([`learn.${id}.${part}`]);
  });

  // By every turn there is: some do it, some do not, and each of those gets a reason that has words.
  it('can be solved and missed, as the engine says', { timeout: 120_000 }, async () => {
    const { learning } = learner();
    for (const lesson of LESSONS.filter((each) => !['see', 'setup', 'swap'].includes(each.id))) {
      const facts = await factsOf(lesson);
      const counts = { good: 0, bad: 0 };
      const wrong = new Set<string>();
      for await (const move of turnsOf(desk, LESSON_VARIANT, facts)) {
        const reason = judge(lesson, (await learning.attempt(lesson, facts, move)) as Attempt);
        if (reason === null) counts.good++;
        else counts.bad++;
        if (reason !== null) wrong.add(reason.key);
        // Enough of the long lists, where few turns do it.
        if (counts.bad > 120 && counts.good > 0) break;
      }
      expect(counts.good, lesson.id).toBeGreaterThan(0);
      expect(counts.bad, lesson.id).toBeGreaterThan(0);
      for (const key of wrong) expect(english, lesson.id).toHaveProperty([key]);
    }
  });

  it('tell whose a shooter became, and why', async () => {
    const { learning, host } = learner();
    await learning.goto(find('tie'));
    await learning.click('b2');
    expect(verdict(host)).toMatchObject({ kind: 'bad', text: 'A shooter is claimed, but not for you. a1 goes to White: 2 against 2, and Black moved.' });
    await learning.again();
    await learning.click('f6');
    expect(verdict(host)?.kind).toBe('good');
    expect(verdict(host)?.text).toContain('g7 goes to Black: groups beside it, Black 3, White 2.');
  });

  it('take any turn that does it, in any order of clicks', async () => {
    const { learning, host } = learner();
    await learning.goto(find('move'));
    for (const square of ['g4', 'd4', 'd5']) await learning.click(square);
    expect(verdict(host)?.kind).toBe('good');
    await learning.again();
    for (const square of ['e7', 'd7']) await learning.click(square);
    learning.back();
    for (const square of ['d7', 'd5']) await learning.click(square);
    expect(verdict(host)?.kind).toBe('good');
  });

  it('say what a shooter still sees, and that one moved which should not', async () => {
    const { learning, host } = learner();
    await learning.goto(find('trap'));
    await learning.click('d4');
    expect(verdict(host)?.text).toBe('The shooter on a1 is not trapped: it still sees b2.');
    await learning.goto(find('stay'));
    for (const square of ['d6', 'd5', 'd3']) await learning.click(square);
    expect(verdict(host)?.text).toContain('The shooter moved.');
  });

  it('have White answer where the lesson is about waiting', async () => {
    const { learning, host } = learner();
    await learning.goto(find('wait'));
    await learning.click('e5');
    expect(verdict(host)?.text).toContain('c3 goes to Black: 2 against 2, and White moved.');
    expect(host.state.learn?.trial?.at).toBe(2);
    await learning.again();
    await learning.click('d4');
    expect(verdict(host)?.kind).toBe('bad');
  });

  it('begin with squares that are seen, and say why others are not', async () => {
    const { learning, host, store } = learner();
    await learning.open();
    expect(host.state.learn?.step).toBe(0);
    await learning.click('d7');
    expect(verdict(host)?.text).toBe('d4 does not see d7: the stone on d6 is in between.');
    await learning.click('e6');
    expect(verdict(host)?.text).toContain('on no row, column or diagonal');
    await learning.click('a3');
    expect(verdict(host)?.kind).toBe('note');
    for (const square of ['b4', 'g1', 'f6']) await learning.click(square);
    expect(verdict(host)?.kind).toBe('good');
    expect(store.items.get('cierzo.learnt')).toBe('["see"]');
  });

  it('set up and swap', async () => {
    const { learning, host } = learner();
    await learning.goto(find('setup'));
    await learning.click('a1');
    expect(verdict(host)?.text).toContain('on the edge');
    for (const square of ['d4', 'a1']) await learning.click(square);
    expect(verdict(host)?.kind).toBe('good');
    await learning.goto(find('swap'));
    for (const square of ['b2', 'c3', 'g7']) await learning.click(square);
    expect(verdict(host)).toMatchObject({ kind: 'bad' });
    await learning.again();
    await learning.swap();
    expect(verdict(host)?.kind).toBe('good');
  });

  it('show a way for each one', { timeout: 60_000 }, async () => {
    const { learning, host } = learner();
    for (const [step, lesson] of LESSONS.entries()) {
      await learning.goto(step);
      await learning.show();
      expect(verdict(host)?.kind, lesson.id).toBe('shown');
    }
    expect(learning.learnt()).toEqual([]);
    await learning.goto(LESSONS.length);
    expect(host.state.learn).toMatchObject({ step: LESSONS.length, trial: null, busy: false });
  });

  it('go on where they were left, by what other tabs have solved too', async () => {
    const { learning, host, store } = learner(memory({ 'cierzo.learnt': ['see', 'stay', 'nonsense', 7] }));
    await learning.open();
    expect(host.state.learn).toMatchObject({ step: 2, learnt: ['see', 'stay'] });
    store.items.set('cierzo.learnt', JSON.stringify(['see', 'stay', 'trap']));
    for (const square of ['g4', 'd4', 'd5']) await learning.click(square);
    expect(learning.learnt()).toEqual(['see', 'stay', 'move', 'trap']);
  });
});

describe('what is kept', () => {
  it('is checked', () => {
    for (const stored of [undefined, null, 'see', { see: true }, 3]) expect(readLearnt(stored)).toEqual([]);
  });
});

describe('why a square is not seen', () => {
  it('names the first stone between', async () => {
    const facts = await factsOf(LESSONS[0] as Lesson);
    expect(whyUnseen(facts, 'd4', 'g4')).toMatchObject({ key: 'why.behind', words: { between: 'f4' } });
    expect(whyUnseen(facts, 'd4', 'e6').key).toBe('why.noLine');
  });
});
