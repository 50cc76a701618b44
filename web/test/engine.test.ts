import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from '../src/engine';
import type { Engine, Health } from '../src/engine';
import { Desk } from '../src/desk';
import { Thinker, withLine } from '../src/thinker';
import type { Job } from '../src/jobs';

/** An engine that does as it is told by the test: it notes what it hears, and says what the test wants. */
function puppet() {
  const heard: string[] = [];
  let say: (line: string) => void = () => undefined;
  const client = new Client((onLine) => {
    say = onLine;
    return { send: (line) => heard.push(line), terminate: () => undefined };
  });
  return { client, heard, say: (line: string) => say(line) };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the client', () => {
  it('asks one question after another', async () => {
    const { client, heard, say } = puppet();
    const first = client.ask(['d']);
    const second = client.ask(['groups']);
    await tick();
    expect(heard).toEqual(['d', 'isready']);
    say('Fen: x');
    say('readyok');
    expect(await first).toEqual(['Fen: x', 'readyok']);
    expect(heard).toEqual(['d', 'isready', 'groups', 'isready']);
    say('readyok');
    expect(await second).toEqual(['readyok']);
  });

  it('stops a search that runs, and never starts one that waits', async () => {
    const { client, heard, say } = puppet();
    await tick();
    const running = client.search(['go infinite'], () => undefined);
    const waiting = client.search(['go depth 1'], () => undefined);
    waiting.stop();
    running.stop();
    expect(heard).toEqual(['go infinite', 'stop']);
    say('bestmove a1');
    await running.ended;
    await waiting.ended;
    expect(heard).toEqual(['go infinite', 'stop']);
  });
});

describe('the desk', () => {
  it('sends the rule set only when it changes, and keeps what can follow', async () => {
    const { client, heard, say } = puppet();
    const desk = new Desk(client);
    await tick();
    const first = desk.next('veletas-7', 'FEN', 'd4');
    say('next targets a4 shots a4');
    say('readyok');
    expect((await first).targets).toEqual(['a4']);
    expect((await desk.next('veletas-7', 'FEN', 'd4')).targets).toEqual(['a4']);
    expect(heard).toEqual(['setoption name UCI_Variant value veletas-7', 'position fen FEN', 'next d4', 'isready']);
    const second = desk.facts({ variant: 'veletas-7', start: null, moves: ['zz'] });
    await tick();
    expect(heard).toContain('position startpos moves zz');
    say("info string error: move 1, 'zz': not a move");
    say('readyok');
    expect(await second).toEqual({ error: "move 1, 'zz': not a move" });
  });
});

describe('the thinker', () => {
  const job = (key: string): Job => ({ kind: 'analyse', game: '', at: 0, key, variant: 'veletas', options: {}, position: `position ${key}`, go: 'go infinite', nodes: 0 });

  it('changes jobs by stopping, and tells only of the one that is wanted', async () => {
    const { client, heard, say } = puppet();
    const ended: string[] = [];
    const reports: string[] = [];
    const thinker = new Thinker(() => client, 1, {
      report: (told) => reports.push(told.key),
      ended: (told) => ended.push(told.key),
      failed: () => undefined,
    });
    thinker.want(job('one'));
    await tick();
    thinker.want(job('one'));
    expect(heard.filter((line) => line === 'stop')).toHaveLength(0);
    say('info depth 1 score cp 5 nodes 1 nps 1 pv a1');
    thinker.want(job('two'));
    expect(heard.at(-1)).toBe('stop');
    say('info depth 2 score cp 5 nodes 1 nps 1 pv a1');
    say('bestmove a1');
    await tick();
    expect(heard.slice(-2)).toEqual(['position two', 'go infinite']);
    say('bestmove a1');
    await tick();
    expect(reports).toEqual(['one']);
    expect(ended).toEqual(['two']);
  });

  it('keeps the last line of every rank, and the nodes of bounds', () => {
    let report = { depth: 0, nodes: 0, speed: 0, lines: [], forecast: null } as ReturnType<typeof withLine>;
    for (const line of [
      'info depth 1 multipv 1 score cp 10 nodes 10 nps 1 pv a1',
      'info depth 1 multipv 2 score cp 5 nodes 12 nps 1 pv b1',
      'info depth 2 multipv 1 score cp 900 lowerbound nodes 30 nps 1 pv c1',
      'info string claims d4 0.75',
    ])
      report = withLine(report, line);
    expect(report.lines.map((line) => line.line[0])).toEqual(['a1', 'b1']);
    expect(report).toMatchObject({ depth: 1, nodes: 30 });
    expect(report.forecast?.get('d4')).toBe(0.75);
  });
});

/** A client whose engines the test starts, hears and ends, one after the other. */
function mortal(start: (n: number) => Promise<void> = async () => undefined) {
  const engines: { heard: string[]; say(line: string): void; end(reason: string): void; terminated: boolean }[] = [];
  const told: Health['kind'][] = [];
  const reasons: string[] = [];
  const client = new Client(
    async (say, end): Promise<Engine> => {
      const engine = { heard: [] as string[], say, end, terminated: false };
      engines.push(engine);
      await start(engines.length);
      return { send: (line) => engine.heard.push(line), terminate: () => (engine.terminated = true) };
    },
    (health) => {
      told.push(health.kind);
      if (health.kind === 'failed') reasons.push(health.reason);
    },
  );
  return { client, engines, told, reasons };
}

describe('an engine that ends', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it('has a new one in its place, with its options, at the same question', async () => {
    const { client, engines, told } = mortal();
    const first = client.ask(['setoption name UCI_Variant value veletas-7', 'position startpos', 'd']);
    await pass();
    engines[0]?.say('readyok');
    await first;
    const lines: string[] = [];
    const search = client.search(['setoption name MultiPV value 3', 'position fen x', 'go nodes 5'], (line) => lines.push(line));
    engines[0]?.say('info depth 1');
    engines[0]?.end('memory access out of bounds');
    await pass();
    expect(told).toEqual(['well', 'restarted']);
    expect(engines[0]?.terminated).toBe(true);
    expect(engines[1]?.heard).toEqual([
      'setoption name UCI_Variant value veletas-7',
      'setoption name MultiPV value 3',
      'setoption name MultiPV value 3',
      'position fen x',
      'go nodes 5',
    ]);
    engines[0]?.say('bestmove a1');
    engines[1]?.say('bestmove b2');
    await search.ended;
    expect(lines).toEqual(['info depth 1', 'bestmove b2']);
  });

  it('gives a whole answer, not half of one and half of another', async () => {
    const { client, engines } = mortal();
    const answer = client.ask(['d']);
    await pass();
    engines[0]?.say('Fen: x');
    engines[0]?.end('1');
    await pass();
    engines[1]?.say('Fen: y');
    engines[1]?.say('readyok');
    expect(await answer).toEqual(['Fen: y', 'readyok']);
  });

  it('is not asked for ever what ends every engine; the next question is', async () => {
    const { client, engines, told } = mortal();
    const bad = client.ask(['bad']);
    const caught = expect(bad).rejects.toThrow('out of bounds');
    const good = client.ask(['good']);
    for (const n of [0, 1]) {
      await pass();
      engines[n]?.say('info');
      engines[n]?.end('out of bounds');
    }
    await pass();
    await caught;
    expect(engines[2]?.heard).toEqual(['good', 'isready']);
    engines[2]?.say('readyok');
    expect(await good).toEqual(['readyok']);
    expect(told.at(-1)).toBe('well');
  });

  it('silently, is found out: a search is asked whether it is there, then a new one takes its place', async () => {
    const { client, engines, told } = mortal();
    const search = client.search(['go infinite'], () => undefined);
    await pass();
    engines[0]?.say('info depth 1');
    await pass(11_000);
    expect(engines[0]?.heard).toEqual(['go infinite', 'isready']);
    engines[0]?.say('readyok');
    await pass(11_000);
    expect(engines[0]?.heard.filter((line) => line === 'isready')).toHaveLength(2);
    await pass(50_000);
    expect(told).toEqual(['well', 'restarted']);
    expect(engines[0]?.terminated).toBe(true);
    expect(engines[1]?.heard[0]).toBe('go infinite');
    search.stop();
    engines[1]?.say('bestmove a1');
    await search.ended;
  });

  it('is not asked while nothing is asked of it', async () => {
    const { client, engines, told } = mortal();
    const answer = client.ask(['d']);
    await pass();
    engines[0]?.say('readyok');
    await answer;
    await pass(600_000);
    expect(told).toEqual(['well']);
    expect(engines).toHaveLength(1);
  });

  it('does not take the answer to such a question for that to another one', async () => {
    const { client, engines } = mortal();
    const search = client.search(['go nodes 9'], () => undefined);
    await pass();
    engines[0]?.say('info depth 1');
    await pass(11_000);
    engines[0]?.say('bestmove a1');
    await search.ended;
    const answer = client.ask(['d']);
    engines[0]?.say('readyok');
    engines[0]?.say('Fen: x');
    engines[0]?.say('readyok');
    expect(await answer).toEqual(['Fen: x', 'readyok']);
  });
});

describe('an engine that cannot be started', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it('is tried some times, then told, and what was asked fails', async () => {
    const { client, engines, told, reasons } = mortal(() => Promise.reject(new Error('Failed to fetch')));
    const answer = expect(client.ask(['d'])).rejects.toThrow('Failed to fetch');
    const search = expect(client.search(['go'], () => undefined).ended).rejects.toThrow('Failed to fetch');
    await pass(20_000);
    await answer;
    await search;
    expect(engines).toHaveLength(4);
    expect(told).toEqual(['failed']);
    expect(reasons).toEqual(['Failed to fetch']);
  });

  it('is tried again by the next question, and well when it answers', async () => {
    let network = false;
    const { client, engines, told } = mortal(async () => {
      if (!network) throw new Error('Failed to fetch');
    });
    const failed = expect(client.ask(['d'])).rejects.toThrow();
    await pass(20_000);
    await failed;
    network = true;
    const answer = client.ask(['d']);
    await pass();
    engines.at(-1)?.say('readyok');
    await answer;
    expect(told).toEqual(['failed', 'well']);
  });

  it('says why in its own words, and is not tried again where that is of no use', async () => {
    const { client, engines, reasons } = mortal();
    const answer = expect(client.ask(['d'])).rejects.toThrow('WebAssembly.compile');
    await pass();
    engines[0]?.say('info string error: WebAssembly.compile(): blocked by CSP');
    engines[0]?.end('1');
    await pass(20_000);
    await answer;
    expect(engines).toHaveLength(1);
    expect(reasons).toEqual(['WebAssembly.compile(): blocked by CSP']);
  });

  it('that never says a word is given time to be fetched, then started anew', async () => {
    const { client, engines } = mortal();
    void client.ask(['d']).catch(() => undefined);
    await pass(100_000);
    expect(engines).toHaveLength(1);
    await pass(30_000);
    expect(engines).toHaveLength(2);
    client.terminate();
    await pass(600_000);
    expect(engines).toHaveLength(2);
  });

  it('is an answer like others for the desk, and a failed job for the thinker', async () => {
    const { client } = mortal(() => Promise.reject(new Error('Failed to fetch')));
    const desk = new Desk(client);
    const facts = desk.facts({ variant: 'veletas-7', start: null, moves: [] });
    const next = desk.next('veletas-7', 'FEN', 'd4');
    const failed: string[] = [];
    const listener = { report: () => undefined, ended: () => undefined, failed: (job: Job) => failed.push(job.key) };
    const thinker = new Thinker(() => client, 1, listener);
    thinker.want({ kind: 'move', game: '', at: 0, key: 'one', variant: 'veletas', options: {}, position: 'position x', go: 'go', nodes: 0 });
    await pass(20_000);
    expect(await facts).toEqual({ error: 'Failed to fetch' });
    expect((await next).targets).toEqual([]);
    expect(failed).toEqual(['one']);
  });
});
