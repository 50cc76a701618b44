// Answers of the engine for tests, as it prints them.

import { readFacts } from '../src/desk';
import type { Facts } from '../src/desk';

interface Told {
  fen: string;
  next?: string;
  groups?: string;
  claims?: string;
  first?: boolean;
  result?: 'p1win' | 'p2win' | 'none';
}

export function facts(told: Told): Facts {
  const result = told.result ?? 'none';
  return readFacts([
    'veletas-7: claimed shooters Black 0, White 0, of 3; Black to move',
    `Fen: ${told.fen}`,
    'Key: 0000000000000000',
    'Moves: 1',
    `response ${result !== 'none'}`,
    `response ${told.first ?? true}`,
    `response ${result}`,
    told.groups ?? 'groups',
    told.claims ?? 'claims',
    told.next ?? 'next',
  ]);
}

export const START = facts({ fen: '7/7/7/7/7/7/7 b - 1', next: 'next shooters b2 b3 c3 d4' });
export const OFFER = facts({ fen: '7/7/7/3s3/7/7/b6 w ? 1', next: 'next shooters b2 c3 e5 swap', first: false });
export const PLAY = facts({
  fen: '6w/7/4s2/3s3/2s4/7/b6 b - 2',
  next: 'next shooters c3 d4 e5 shots a3 a4 b2',
  groups: 'groups b 1 a1 w 1 g7',
});
