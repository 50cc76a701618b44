// Which turns changed the outcome most: how far each one moved the winning chances against whoever made it.

import type { Chance, Player } from './game';

export interface Swing {
  /** The number of turns before the one meant. */
  index: number;
  player: Player;
  /** The mover's chance before and after, and what it lost; negative when it won some. */
  before: number;
  after: number;
  loss: number;
}

export type Grade = 'blunder' | 'mistake' | 'doubtful';

/** What a turn that loses so much of the winning chances is called, from the worst on. */
const GRADES: readonly [Grade, number][] = [
  ['blunder', 0.3],
  ['mistake', 0.17],
  ['doubtful', 0.1],
];

export function gradeOf(loss: number): Grade | null {
  return GRADES.find(([, least]) => loss >= least)?.[0] ?? null;
}

export function swings(chances: Readonly<Record<number, Chance>>, movers: readonly Player[]): Swing[] {
  const found: Swing[] = [];
  movers.forEach((player, index) => {
    const before = chances[index];
    const after = chances[index + 1];
    if (before === undefined || after === undefined) return;
    const own = (chance: Chance) => (player === 'first' ? chance.first : 1 - chance.first);
    found.push({ index, player, before: own(before), after: own(after), loss: own(before) - own(after) });
  });
  return found;
}

/** The turns that lost most, worst first; none that would not be worth a word. */
export function turningPoints(all: readonly Swing[], most = 6): Swing[] {
  return all
    .filter((swing) => gradeOf(swing.loss) !== null)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most);
}
