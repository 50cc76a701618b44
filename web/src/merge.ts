// One game changed in two tabs. Pure.

import type { StoredGame } from './stored';

/** What to keep of a game that this tab and another one have changed since it was `before`: what one of them alone has
 * changed; of turns, the longer list where one goes on from the other. Null for `before` where this tab has never seen it kept. */
export function both(before: StoredGame | null, mine: StoredGame, theirs: StoredGame): StoredGame | 'apart' {
  const course = courseOf(before, mine, theirs);
  if (course === null) return 'apart';
  const other = course === mine ? theirs : mine;
  return { ...course, comments: { ...within(other.comments, course, other), ...course.comments }, chances: chancesOf(course, other) };
}

function courseOf(before: StoredGame | null, mine: StoredGame, theirs: StoredGame): StoredGame | null {
  if (before !== null && sameCourse(mine, before)) return theirs;
  if (before !== null && sameCourse(theirs, before)) return mine;
  if (goesOn(mine, theirs)) return mine;
  return goesOn(theirs, mine) ? theirs : null;
}

/** The same turns, and the same result. */
export function sameCourse(a: StoredGame, b: StoredGame): boolean {
  return shared(a, b) === a.moves.length && a.moves.length === b.moves.length && JSON.stringify(a.outcome) === JSON.stringify(b.outcome);
}

// Longer by turns or by a result, and otherwise the same; a game that has ended is gone on with by nobody.
function goesOn(long: StoredGame, short: StoredGame): boolean {
  if (shared(long, short) < short.moves.length) return false;
  return short.outcome === null || sameCourse(long, short);
}

/** How many turns they have in common from the start. */
function shared(a: StoredGame, b: StoredGame): number {
  const different = a.moves.findIndex((move, index) => move !== b.moves[index]);
  return different < 0 ? a.moves.length : different;
}

function within<T>(items: Readonly<Record<number, T>>, a: StoredGame, b: StoredGame): Record<number, T> {
  const common = shared(a, b);
  return Object.fromEntries(Object.entries(items).filter(([at]) => Number(at) <= common));
}

// Of every position, the chance that more nodes have found.
function chancesOf(course: StoredGame, other: StoredGame): StoredGame['chances'] {
  const chances = { ...course.chances };
  for (const [at, chance] of Object.entries(within(other.chances, course, other)))
    if (chance.nodes > (chances[Number(at)]?.nodes ?? -1)) chances[Number(at)] = chance;
  return chances;
}
