import { describe, expect, it } from 'vitest';
import { Client } from '../src/engine';
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
