// The introduction: small positions, what is to be done in each, and what is wrong with a turn that does not do it. Whether it
// does, the engine's answers say: what a shooter sees, groups, claims, the result. There is no list of right turns.

import type { Facts } from '../desk';
import type { Key, Words } from '../i18n';
import type { Claim } from '../protocol';
import type { Side } from '../position';
import { other } from '../position';
import { direction, placeOf, squareName } from '../squares';
import { squaresOf } from '../turn';

/** What the turn has to bring about; all of a lesson's tests. */
export type Test =
  | { kind: 'stay' }
  | { kind: 'group'; size: number }
  | { kind: 'claim'; count: number }
  | { kind: 'win' }
  | { kind: 'setup' }
  | { kind: 'swap' };

export type LessonId = 'see' | 'stay' | 'move' | 'trap' | 'larger' | 'tie' | 'wait' | 'none' | 'two' | 'win' | 'setup' | 'swap';

export interface Lesson {
  id: LessonId;
  start: string;
  /** The shooter that it is about; none during the setup. */
  shooter: string | null;
  /** Ringed on the board. */
  rings: readonly string[];
  tests: readonly Test[];
  /** White answers before it is judged. */
  reply: boolean;
}

/** All are played on the smallest board, where two of three shooters win. */
export const LESSON_VARIANT = 'veletas-7';

const lesson = (id: LessonId, start: string, shooter: string | null, tests: readonly Test[], rings: readonly string[] = [], reply = false): Lesson => ({
  id,
  start,
  shooter,
  rings,
  tests,
  reply,
});

export const LESSONS: readonly Lesson[] = [
  // No turn is made: the ringed squares that the shooter sees are to be clicked.
  lesson('see', '6s/3b3/7/3s1w1/7/1b5/s3w2 b - 20', 'd4', [], ['b4', 'd7', 'e6', 'f6', 'g1', 'g4']),
  lesson('stay', '2w4/s2s1w1/7/7/1bb1bb1/7/w5s b - 20', 'd6', [{ kind: 'stay' }, { kind: 'group', size: 5 }]),
  lesson('move', '4s2/6w/1bb1bb1/6s/w6/3w3/1s5 b - 20', null, [{ kind: 'group', size: 5 }], ['d5']),
  lesson('trap', '7/3w3/4s2/6w/b1w4/b3bs1/sw5 b - 20', 'a1', [{ kind: 'claim', count: 1 }], ['a1']),
  lesson('larger', '3wwws/6b/4w2/7/b1w1b2/b2s3/sw5 b - 20', null, [{ kind: 'claim', count: 1 }], ['a1', 'g7']),
  lesson('tie', '4wws/2b3b/4w1b/7/w1ws3/w6/sb5 b - 20', null, [{ kind: 'claim', count: 1 }], ['a1', 'g7']),
  lesson('wait', '7/3wbw1/1bbb1b1/1wW1bw1/bbsBw2/1wwbw2/7 b - 20', 'c3', [{ kind: 'claim', count: 1 }], ['c3'], true),
  lesson('none', '7/7/7/1wwb3/bb1b3/B1bw3/sWww3 b - 20', 'a1', [{ kind: 'claim', count: 1 }], ['a1'], true),
  lesson('two', '7/4bWw/7/wb5/sbw1w2/b4w1/sww4 b - 20', null, [{ kind: 'claim', count: 2 }], ['a1', 'a3']),
  lesson('win', '3Bwws/2b3b/4w2/7/b1w4/b2wb2/sw5 b - 20', null, [{ kind: 'win' }], ['a1', 'g7']),
  lesson('setup', '7/7/7/7/7/7/7 b - 1', null, [{ kind: 'setup' }]),
  lesson('swap', '7/7/7/3s3/7/7/b6 w ? 1', null, [{ kind: 'swap' }]),
];

/** A turn, and what the engine says of it: the position before and after it and after White's answer, and what the lesson's
 * shooter sees in the end. */
export interface Attempt {
  before: Facts;
  move: string;
  after: Facts;
  reply: { move: string; facts: Facts } | null;
  seen: readonly string[];
}

export interface Reason {
  key: Key;
  words: Words;
  /** To be told with it. */
  claims: readonly { claim: Claim; mover: Side }[];
}

/** Null where the turn does all that the lesson asks for; else what it does not. */
export function judge(lesson: Lesson, attempt: Attempt): Reason | null {
  for (const test of lesson.tests) {
    const reason = judgeTest(lesson, test, attempt);
    if (reason !== null) return { claims: claimsOf(attempt), ...reason };
  }
  return null;
}

type Told = Pick<Reason, 'key' | 'words'> | null;

function judgeTest(lesson: Lesson, test: Test, attempt: Attempt): Told {
  const { before, after, move } = attempt;
  const me = before.position.side;
  switch (test.kind) {
    case 'stay':
      return squaresOf(move).from === null ? null : { key: 'why.moved', words: {} };
    case 'group': {
      const size = Math.max(0, ...after.groups.filter((group) => group.side === me).map((group) => group.size));
      return size >= test.size ? null : { key: 'why.group', words: { size, want: test.size } };
    }
    case 'claim':
      return judgeClaim(lesson, test.count, attempt);
    case 'win':
      if (after.winner !== null && winnerSide(after) === me) return null;
      return judgeClaim(lesson, 1, attempt) ?? { key: 'why.notWon', words: {} };
    case 'setup':
      return after.position.side !== me ? null : { key: 'why.setup', words: {} };
    case 'swap':
      return move === 'swap' ? null : { key: 'why.placed', words: {} };
  }
}

function judgeClaim(lesson: Lesson, want: number, attempt: Attempt): Told {
  const me = attempt.before.position.side;
  const claims = claimsOf(attempt).map(({ claim }) => claim);
  const mine = claims.filter((claim) => claim.side === me).length;
  if (mine >= want) return null;
  if (mine < claims.length) return { key: 'why.theirs', words: {} };
  if (mine > 0) return { key: 'why.fewer', words: { count: mine, want } };
  if (lesson.shooter !== null && attempt.seen.length > 0)
    return { key: 'why.open', words: { square: lesson.shooter, seen: attempt.seen.join(', ') } };
  return { key: 'why.noClaim', words: {} };
}

/** The claims of the turn and of the answer, each with whoever moved then. */
export function claimsOf({ before, after, reply }: Attempt): Reason['claims'] {
  const mover = before.position.side;
  const of = (facts: Facts | null, by: Side) => (facts?.claims ?? []).map((claim) => ({ claim, mover: by }));
  return [...of(after, mover), ...of(reply?.facts ?? null, other(mover))];
}

function winnerSide(facts: Facts): Side {
  const first = facts.first ? facts.position.side : other(facts.position.side);
  return facts.winner === 'first' ? first : other(first);
}

/** Why a shooter does not see a square, for one that the engine says it does not. */
export function whyUnseen(facts: Facts, from: string, square: string): Reason {
  const [dx, dy] = direction(from, square);
  const a = placeOf(from);
  const b = placeOf(square);
  const ways = [Math.abs(b.file - a.file), Math.abs(b.rank - a.rank)] as const;
  const straight = ways[0] === 0 || ways[1] === 0 || ways[0] === ways[1];
  if (!straight) return { key: 'why.noLine', words: { from, square }, claims: [] };
  for (let n = 1; n < Math.max(...ways); n++) {
    const between = squareName(a.file + n * dx, a.rank + n * dy);
    const piece = facts.position.pieces.get(between);
    if (piece === 'b' || piece === 'w') return { key: 'why.behind', words: { from, square, between }, claims: [] };
  }
  return { key: 'why.taken', words: { square }, claims: [] };
}
