// What the engine says of positions: whose turn it is, what may follow, groups, claims, the result. The page has no
// rules of its own; all it knows of a position is an answer kept here.

import { Client } from './engine';
import {
  errorOf,
  parseBestmove,
  NOTHING_NEXT,
  parseClaims,
  parseGroups,
  parseNext,
  parseOption,
  parseRemoved,
  parseTotal,
} from './protocol';
import type { Claim, Group, Next, Option } from './protocol';
import { parsePosition } from './position';
import type { Position } from './position';

/** A position as the protocol gives it: a rule set, where it began, and the moves since. */
export interface Line {
  variant: string;
  /** Null for the rule set's own start. */
  start: string | null;
  moves: readonly string[];
}

export interface Facts {
  fen: string;
  position: Position;
  /** The player who made the first setup turn is to move. */
  first: boolean;
  over: boolean;
  winner: 'first' | 'second' | null;
  claims: Claim[];
  groups: Group[];
  next: Next;
  removed: string[];
  total: number;
}

export function positionCommand(line: Line): string {
  const start = line.start === null ? 'startpos' : `fen ${line.start}`;
  return `position ${start}${line.moves.length ? ' moves ' : ''}${line.moves.join(' ')}`;
}

const QUESTIONS = ['d', 'query gameover', 'query p1turn', 'query result', 'groups', 'claims', 'next'];

export class Desk {
  private readonly client: Client;
  private readonly known = new Map<string, Next>();
  private variant = '';

  constructor(client: Client) {
    this.client = client;
  }

  async options(): Promise<Map<string, Option>> {
    const lines = await this.client.ask(['uci']);
    return new Map(lines.map(parseOption).filter((option) => option !== null));
  }

  /** The facts of a position, or what the engine has against it, or why there is no engine. */
  async facts(line: Line): Promise<Facts | { error: string }> {
    const heard = await this.ask(line.variant, [positionCommand(line), ...QUESTIONS]);
    if (heard instanceof Error) return { error: heard.message };
    const error = heard.map(errorOf).find((text) => text !== null);
    return error === undefined ? readFacts(heard) : { error };
  }

  /** The facts after every one of the moves, the start first; up to the first move that is refused, and why. */
  async history(line: Line): Promise<{ facts: Facts[]; error: string | null }> {
    const facts: Facts[] = [];
    for (let n = 0; n <= line.moves.length; n++) {
      const answer = await this.facts({ ...line, moves: line.moves.slice(0, n) });
      if ('error' in answer) return { facts, error: answer.error };
      facts.push(answer);
    }
    return { facts, error: null };
  }

  /** The engine has nothing against the position and the moves. */
  async takes(line: Line): Promise<boolean> {
    const heard = await this.ask(line.variant, [positionCommand(line)]);
    return !(heard instanceof Error) && heard.every((each) => errorOf(each) === null);
  }

  /** What can follow a partial turn; nothing where the engine does not take it, or where there is none. */
  async next(variant: string, fen: string, partial: string): Promise<Next> {
    const key = `${variant} ${fen} ${partial}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const heard = await this.ask(variant, [`position fen ${fen}`, `next ${partial}`]);
    if (heard instanceof Error) return NOTHING_NEXT;
    const line = heard.find((each) => /^next\b/.test(each));
    const next = line === undefined ? NOTHING_NEXT : parseNext(line);
    if (this.known.size > 2000) this.known.clear();
    this.known.set(key, next);
    return next;
  }

  /** The engine's own choice by the words of a `go`, at full strength and soon; null where there is none, or no engine. */
  async best(line: Line, go: string): Promise<string | null> {
    let move: string | null = null;
    const hear = (said: string) => {
      if (said.startsWith('bestmove')) move = parseBestmove(said);
    };
    const { ended } = this.client.search([...this.choose(line.variant), positionCommand(line), go], hear);
    await ended.catch(() => undefined);
    return move;
  }

  // Whoever starts engines tells why there is none; here it is an answer like others.
  private ask(variant: string, lines: string[]): Promise<string[] | Error> {
    return this.client.ask([...this.choose(variant), ...lines]).catch((error: Error) => error);
  }

  // The option also sets up a start, so it is only sent when it changes.
  private choose(variant: string): string[] {
    if (variant === this.variant) return [];
    this.variant = variant;
    return [`setoption name UCI_Variant value ${variant}`];
  }
}

export function readFacts(heard: readonly string[]): Facts {
  const find = (word: string) => heard.find((line) => line === word || line.startsWith(`${word} `)) ?? word;
  const responses = heard.filter((line) => line.startsWith('response ')).map((line) => line.split(' ')[1]);
  const fen = find('Fen:').slice('Fen: '.length);
  const [over, first, result] = responses;
  return {
    fen,
    position: parsePosition(fen),
    first: first === 'true',
    over: over === 'true',
    winner: result === 'p1win' ? 'first' : result === 'p2win' ? 'second' : null,
    claims: parseClaims(find('claims')),
    groups: parseGroups(find('groups')),
    next: parseNext(find('next')),
    removed: parseRemoved(heard),
    total: parseTotal(heard),
  };
}
