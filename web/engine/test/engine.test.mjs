/* Both artefacts, in node, as a program that uses them sees them. Nothing here asks for a speed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { native, Session } from './session.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const PLAY = 'position startpos moves c3,e5,g7/d4 b2,c8,h3,h8/e6';
const SEARCHES = [
  ['setoption name UCI_Variant value veletas', PLAY, 'go nodes 20000'],
  ['setoption name UCI_Variant value classic-9', 'position startpos moves c3,g7 d5,e8,h2', 'go nodes 20000'],
  ['setoption name UCI_Variant value veletas-7', 'position fen 1s2b2/wbwbwbw/wbwwsWb/1bw1bww/wbw1b1w/1bbbb2/5w1 b x 15', 'go nodes 20000'],
  ['setoption name UCI_Variant value nocorners-7', 'position startpos', 'go nodes 20000'],
  ['setoption name UCI_LimitStrength value true', 'setoption name UCI_Elo value 1200', 'setoption name UCI_Variant value veletas-7',
    'position startpos moves d4/a1', 'go nodes 20000'],
];

/* What time and speed have no part in. */
const timeless = (lines) => lines.map((line) => line.replace(/ nps \d+/, '').replace(/ time \d+/, ''));
const bestmoves = (lines) => lines.filter((line) => line.startsWith('bestmove'));
const errors = (lines) => lines.filter((line) => line.startsWith('info string error: '));
const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });

async function with_session(options, talk) {
  const session = new Session(options);
  try {
    await talk(session);
  } finally {
    await session.engine.terminate();
  }
}

for (const threads of [false, true]) {
  const scenario = (name, talk) => test(name, () => with_session({ threads }, talk));

  describe(threads ? 'with threads' : 'without threads', () => {
    scenario('both handshakes', async (s) => {
      s.send('uci');
      const lines = await s.until('uciok');
      assert.match(lines[0], /^id name Cierzo \d/);
      assert.ok(lines.includes('option name Threads type spin default 1 min 1 max 256'));
      s.send('ugi');
      assert.equal((await s.until('ugiok')).length, lines.length);
    });

    scenario('searches say what those of the native engine say', async (s) => {
      if (!process.env.CIERZO) return;
      for (const search of SEARCHES) {
        s.send(...search);
        const lines = await s.until(/^bestmove/);
        assert.deepEqual(timeless(lines), timeless(await native(...search)), search.join('; '));
      }
    });

    scenario('the bench has the signature of the native engine', async (s) => {
      const expected = process.env.CIERZO_BENCH ?? (process.env.CIERZO && /^\d+/.exec((await native('bench')).at(-1))[0]);
      s.send('bench');
      const [, nodes] = /^(\d+) nodes \d+ nps$/.exec((await s.until(/^\d+ nodes \d+ nps$/)).at(-1));
      if (expected) assert.equal(nodes, expected);
    });

    scenario('everything that may be asked during a search is answered before its end', async (s) => {
      s.send(PLAY, 'go infinite');
      await s.until(/^info depth 3/);
      for (const [question, answer] of [['isready', /^readyok$/], ['d', /^Moves: \d+$/], ['query gameover', /^response false$/],
        ['moves', /^Moves: \d+$/], ['eval', /./], ['help', /./], ['setoption name Hash value 1', /^info string error: .*refused/]]) {
        s.send(question);
        assert.equal(bestmoves(await s.until(answer)).length, 0, question);
      }
      s.send('stop');
      assert.equal(bestmoves(await s.until(/^bestmove \S+-\S+\/\S+|^bestmove \S+/)).length, 1);
      assert.equal(bestmoves(await s.ask()).length, 0);
    });

    scenario('whatever computes is stopped', async (s) => {
      for (const [command, last] of [['go infinite', /^bestmove/], ['go ponder', /^bestmove/], ['go mate 20', /^bestmove/],
        ['go depth 100', /^bestmove/], ['go perft 4', /^info string perft stopped$/], ['bench 9', /^info string bench stopped$/]]) {
        s.send(PLAY, command);
        await sleep(50);
        await s.ask();
        s.send('stop');
        await s.until(last);
      }
      s.send('position startpos', 'go infinite');
      await s.until(/^info depth 1/);
      s.send('stop');
      await s.until(/^bestmove /);
    });

    scenario('a new command during a search ends it first', async (s) => {
      s.send(PLAY, 'go infinite', 'position startpos', 'd', 'go nodes 100');
      const lines = await s.until('Fen: 10/10/10/10/10/10/10/10/10/10 b - 1');
      assert.equal(bestmoves(lines).length, 1);
      await s.until(/^bestmove /);
    });

    scenario('the clock counts', async (s) => {
      const began = performance.now();
      s.send(PLAY, 'go movetime 200');
      await s.until(/^bestmove/);
      assert.ok(performance.now() - began >= 180);
      s.send('go ponder wtime 1000 btime 1000', 'ponderhit');
      await s.until(/^bestmove/);
    });

    scenario('a game of many plies is searched to its end', async (s) => {
      s.send('setoption name UCI_Variant value veletas-7', 'position fen 1w2b1W/wbww1ww/1b2wb1/1sbbwb1/1ww1wb1/bbwb3/s1b1b2 w - 13', 'go depth 100');
      const lines = await s.until(/^bestmove/);
      assert.match(lines.at(-2), / score mate /);
      s.send('setoption name UCI_Variant value veletas', 'position fen 1s2b5/wbwbwbw3/wbwws1b3/1bw1bww3/wbw1b1w3/1bbbb5/5w4/2s3s3/4s5/1s5s2 b - 15',
        'go mate 50');
      await sleep(500);
      s.send('stop');
      await s.until(/^bestmove/);
    });

    scenario('a table that memory is too small for is refused, and the old one stays', async (s) => {
      for (const megabytes of [131072, 4096, 4093, 2048, 1500]) {
        const lines = await s.ask(`setoption name Hash value ${megabytes}`);
        assert.deepEqual(lines, [`info string error: no memory for a Hash of ${megabytes} MB, the old one stays`]);
      }
      assert.deepEqual(await s.ask('setoption name Hash value 200', 'setoption name Hash value 1', 'setoption name Hash value 128'), []);
      s.send(PLAY, 'go nodes 1000');
      await s.until(/^bestmove/);
      s.send('bench 1 1 131072');
      await s.until('info string error: bench: not enough memory');
    });

    scenario('more threads than processors are refused, and the old ones stay', async (s) => {
      const most = threads ? cpus().length : 1;
      for (const count of [most + 1, 256])
        assert.deepEqual(await s.ask(`setoption name Threads value ${count}`), [`info string error: no memory for ${count} Threads, the old ones stay`]);
      for (const count of [most, 1, most])
        assert.deepEqual(await s.ask(`setoption name Threads value ${count}`), []);
      s.send(PLAY, 'go nodes 20000');
      await s.until(/^bestmove/);
      s.send(`bench 2 ${most}`);
      await s.until(/ nps$/);
      s.send('bench 2 200');
      await s.until('info string error: bench: not enough memory');
    });

    scenario('bad lines get an error line and change nothing', async (s) => {
      const before = await s.ask(PLAY, 'd');
      const lines = await s.ask('', '  ', 'nonsense', `position startpos moves ${'a1 '.repeat(200_000)}`, 'position fen ♜♜', '\u0000\ud800',
        'setoption name Debug Log File value /tmp/log', 'setoption name HashFile value /tmp/hash', 'setoption name LoadHashfromFile',
        'go nodes x searchmoves zz perft');
      assert.ok(errors(lines).length >= 6, lines.join('\n'));
      s.send('stop');
      assert.deepEqual((await s.ask('stop', 'd')).filter((line) => !/^info|^bestmove/.test(line)), before);
      s.send('isready\r\nisready\n');
      await s.until('readyok');
      await s.until('readyok');
    });

    scenario('quit ends a search with its bestmove, and the engine with status 0', async (s) => {
      s.send(PLAY, 'go infinite');
      await s.until(/^info depth 2/);
      s.send('quit', 'isready');
      assert.equal((await s.ended()).status, 0);
      assert.equal(bestmoves(s.lines).length, 1);
      assert.equal(s.lines.filter((line) => line === 'readyok').length, 0);
    });

    test('sessions come and go, also several at a time', async () => {
      for (let round = 0; round < 4; round++) {
        const sessions = Array.from({ length: 3 }, () => new Session({ threads }));
        for (const s of sessions) s.send(PLAY, 'go nodes 500');
        const answers = await Promise.all(sessions.map(async (s) => (await s.until(/^bestmove/)).at(-1)));
        assert.equal(new Set(answers).size, 1);
        for (const end of await Promise.all(sessions.map((s) => s.quit()))) assert.equal(end.status, 0);
      }
    });

    test('terminate is the end, whatever runs', async () => {
      const s = new Session({ threads });
      s.send(PLAY, 'go infinite');
      await s.until(/^info depth 2/);
      await s.engine.terminate();
      const said = s.lines.length;
      s.send('isready');
      await sleep(100);
      assert.equal(s.lines.length, said);
      assert.equal(s.end, undefined);
    });

    test('the files work wherever they are copied to', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'cierzo '));
      await cp(here('../dist'), folder, { recursive: true });
      await cp(here('../package.json'), join(folder, 'package.json'));
      await with_session({ threads, base: pathToFileURL(`${folder}/`) }, async (s) => {
        await s.ask();
        assert.equal((await s.quit()).status, 0);
      });
      await rm(folder, { recursive: true });
    });
  });
}

test('two threads find what one finds', async () => {
  if (cpus().length < 2) return;
  await with_session({ threads: true }, async (s) => {
    for (let i = 0; i < 5; i++) {
      s.send('setoption name Threads value 2', 'setoption name UCI_Variant value veletas-7',
        'position fen 1s2b2/wbwbwbw/wbwwsWb/1bw1bww/wbw1b1w/1bbbb2/5w1 b x 15', 'go depth 100');
      assert.match((await s.until(/^bestmove/)).at(-2), / score mate \d/);
      s.send('setoption name Threads value 1', 'ucinewgame');
    }
  });
});

test('files that are not there end the engine with an error line', async () => {
  const s = new Session({ base: 'file:///nowhere/' });
  assert.equal((await s.ended()).status, 1);
});

test('the example plays a move', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [here('../examples/play.mjs'), 'veletas-7', 'd4/a1', 'c3,e5/g7']);
  assert.match(stdout, /^bestmove [a-g][1-7]\S*( ponder \S+)?\n$/);
});

test('no script makes code from text, which content security policies forbid', async () => {
  for (const name of await readdir(here('../dist'))) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(here(`../dist/${name}`), 'utf8');
    assert.ok(!/\beval\(|new Function/.test(text), name);
  }
});

test('version and types are those of the project', async () => {
  const { version } = JSON.parse(await readFile(here('../package.json'), 'utf8'));
  assert.match(await readFile(here('../../../meson.build'), 'utf8'), new RegExp(`version: '${version}'`));
});
