/* Plays one turn: the position of `node play.mjs [VARIANT [MOVE…]]`, searched for 200 ms. In another project the import is from 'cierzo-engine'. */
import { createEngine } from '../dist/index.js';

const [variant = 'veletas', ...moves] = process.argv.slice(2);

const engine = createEngine({
  onLine(line) {
    if (line.startsWith('info string error')) console.error(line);
    if (!line.startsWith('bestmove')) return;
    console.log(line);
    engine.send('quit');
  },
});
engine.send(`setoption name UCI_Variant value ${variant}`);
engine.send(`position startpos${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
engine.send('go movetime 200');
