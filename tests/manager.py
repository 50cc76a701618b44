#!/usr/bin/env python3
"""A tournament manager that does not know the game: it plays ENGINE against itself and understands no move.

  tests/manager.py ENGINE GAMES REFEREE [--rules NAME,NAME...] [--openings FILE] [--limits LIST] [--second ENGINE]

All it knows is UGI: `position`, `go`, and `query gameover`, `query p1turn`, `query result`. After every ply both engines are asked
and must agree with each other and with the referee, a program that answers `position RULES startpos|FEN` and `move M` with
`ok FEN | p1turn true|false | winner black|white|none` or `error`; so must every result. Rule sets are those that the engine's option
UCI_Variant offers, in turn, unless given. Every second game starts from `startpos`, with its setup turns and the swap, the others from a
line of the openings file (`POSITION` or `RULES;POSITION`), or from a position that the referee has made by random moves. Limits take
turns as well: clocks, movetime, depth and nodes, or those of the list, such as `movetime=20,nodes=500,depth=2,clock=1000+10`.
A crash, an illegal move or silence loses the game, and the match goes on with a new process. Prints a line a game and the sum;
the exit status is 0 when nothing was wrong. Needs only Python 3.
"""
import argparse, queue, random, shlex, subprocess, sys, threading, time

SILENCE = 60  # s: longer than any limit, even under a sanitizer


class Fault(Exception):
    """What an engine did wrong; the game is the other one's."""


class Disagreement(Exception):
    """Somebody has another opinion of the position than the referee."""


class Lines:
    """A process spoken to by lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip('\n'))
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + '\n')
            self.process.stdin.flush()
        except OSError:
            pass  # a dead process shows as the end of its lines

    def read(self):
        try:
            line = self.lines.get(timeout=SILENCE)
        except queue.Empty:
            raise Fault('silence') from None
        if line is None:
            raise Fault('crash')
        return line

    def close(self):
        self.send('quit')
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Engine(Lines):
    """Knows UGI and nothing else."""

    def __init__(self, command):
        super().__init__(command)
        self.options = {}
        self.send('ugi')
        while (line := self.read()) != 'ugiok':
            words = line.split()
            if words[:2] == ['option', 'name'] and 'type' in words:
                self.options[' '.join(words[2:words.index('type')])] = words[words.index('type') + 1:]

    def choices(self, option):
        words = self.options.get(option, [])
        return [words[i + 1] for i in range(len(words) - 1) if words[i] == 'var']

    def ready(self):
        self.send('isready')
        while (line := self.read()) != 'readyok':
            raise Fault(f'said {line!r} before readyok')

    def query(self, what):
        self.send('query ' + what)
        words = self.read().split()
        if len(words) != 2 or words[0] != 'response':
            raise Fault(f'query {what} answered by {" ".join(words)!r}')
        return words[1]

    def go(self, limits):
        self.send('go ' + limits)
        infos = 0
        while True:
            words = self.read().split()
            if words[:1] == ['bestmove']:
                if len(words) != 2 or not infos:
                    raise Fault(f'{" ".join(words)!r} after {infos} info lines')
                return words[1]
            if words[:1] != ['info'] or words[1:3] == ['string', 'error:']:
                raise Fault(f'said {" ".join(words)!r} during its turn')
            infos += 1


class Referee(Lines):
    def ask(self, line):
        self.send(line)
        answer = self.read()
        return None if answer.startswith('error') else answer.removeprefix('ok').strip()

    def see(self, line):
        """What the position is after that line: its FEN and, as UGI has them, p1turn and result; None when it was refused."""
        answer = self.ask(line)
        if answer is None:
            return None
        fen, p1turn, winner = (part.split() for part in answer.split(' | '))
        swapped = fen[2] == 'x'
        result = 'none' if winner[1] == 'none' else 'p1win' if (winner[1] == 'black') != swapped else 'p2win'
        return ' '.join(fen), p1turn[1], result

    def opening(self, rules, plies, rng):
        seen = self.see(f'position {rules} startpos')
        self.ask(f'seed {rng.getrandbits(60)}')
        for _ in range(plies):
            if seen[2] != 'none':
                break
            move = 'swap' if seen[0].split()[2] == '?' and rng.random() < 0.3 else self.ask('random')
            seen = self.see('move ' + move)
        return seen[0] if seen[2] == 'none' else self.opening(rules, plies // 2, rng)


class Limits:
    """One kind of limits for a whole game, as words behind `go`."""

    def __init__(self, text):
        self.kind, value = text.split('=')
        self.value, self.increment = (int(v) for v in (value + '+0').split('+')[:2])
        self.clock = {'p1': self.value, 'p2': self.value}

    def words(self):
        if self.kind != 'clock':
            return f'{self.kind} {self.value}'
        c = {player: max(int(left), 1) for player, left in self.clock.items()}
        return f'p1time {c["p1"]} p2time {c["p2"]} p1inc {self.increment} p2inc {self.increment}'

    def spend(self, player, ms):
        """How late that was, in ms."""
        if self.kind == 'clock':
            self.clock[player] += self.increment - ms
            return -(self.clock[player] - self.increment)
        return ms - self.value if self.kind == 'movetime' else 0


class Match:
    def __init__(self, commands, referee):
        self.commands, self.engines = commands, [None, None]
        self.referee = Referee(referee + ' serve')
        self.faults, self.late, self.plies = [], [], 0

    def engine(self, i):
        if self.engines[i] is None:
            self.engines[i] = Engine(self.commands[i])
        return self.engines[i]

    def agree(self, seats, seen):
        """Both engines see the position as the referee does, or it is a Disagreement."""
        expected = {'gameover': 'false' if seen[2] == 'none' else 'true', 'p1turn': seen[1], 'result': seen[2]}
        for i in seats:
            for what, answer in expected.items():
                told = self.engine(i).query(what)
                if told != answer:
                    raise Disagreement(f'engine {i + 1}: {what} is {told}, the referee says {answer}: {seen[0]}')

    def play(self, seats, rules, start, limits):
        """seats: the numbers of the engines that are player 1 and 2. Returns (winner's number, why)."""
        seen = self.referee.see(f'position {rules} {start}')
        if seen is None:
            raise ValueError(f'the referee refuses the opening {start}')
        head, moves = 'position ' + ('startpos' if start == 'startpos' else 'fen ' + start), []
        for i in seats:
            try:
                self.engine(i).send(f'setoption name UCI_Variant value {rules}')
                self.engine(i).send('uginewgame')
                self.engine(i).ready()
            except Fault as fault:
                return self.lost(seats, seats.index(i), fault)
        while True:
            for player in (0, 1):
                try:
                    self.engine(seats[player]).send(head + (' moves ' + ' '.join(moves) if moves else ''))
                    self.agree([seats[player]], seen)
                except Fault as fault:
                    return self.lost(seats, player, fault)
            if seen[2] != 'none':
                return seats[0 if seen[2] == 'p1win' else 1], f'{seen[2]} in {len(moves)} plies'
            player = 0 if seen[1] == 'true' else 1
            try:
                begun = time.monotonic()
                move = self.engine(seats[player]).go(limits.words())
                self.late.append((limits.spend(f'p{player + 1}', (time.monotonic() - begun) * 1000), limits.kind))
                seen_next = self.referee.see('move ' + move)
                if seen_next is None:
                    raise Fault(f'illegal {move} in {seen[0]}')
            except Fault as fault:
                return self.lost(seats, player, fault)
            seen = seen_next
            moves.append(move)
            self.plies += 1

    def lost(self, seats, player, fault):
        """The game is the other one's, and a new process takes the place of the one that failed."""
        i = seats[player]
        self.faults.append(f'engine {i + 1}: {fault}')
        if self.engines[i] is not None:
            self.engines[i].process.kill()
            self.engines[i].process.wait()
            self.engines[i] = None
        return seats[1 - player], f'fault: {fault}'

    def close(self):
        for i, engine in enumerate(self.engines):
            if engine is not None and (status := engine.close()) != 0:
                self.faults.append(f'engine {i + 1}: exit status {status}')
        self.referee.close()


def read_openings(path, rules):
    with open(path, encoding='ascii') as file:
        lines = [line.strip() for line in file]
    openings = [line.rpartition(';')[::2] for line in lines if line and not line.startswith('#')]
    return [(name or rules[0], position) for name, position in openings]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('engine')
    parser.add_argument('games', type=int)
    parser.add_argument('referee')
    parser.add_argument('--second', help='another engine, to play against')
    parser.add_argument('--rules')
    parser.add_argument('--openings')
    parser.add_argument('--limits', default='movetime=10,nodes=300,clock=500+10,depth=2')
    parser.add_argument('--seed', type=int, default=1)
    o = parser.parse_args()

    match = Match([o.engine, o.second or o.engine], o.referee)
    rules = o.rules.split(',') if o.rules else match.engine(0).choices('UCI_Variant')
    openings = read_openings(o.openings, rules) if o.openings else None
    limits, rng, wins = o.limits.split(','), random.Random(o.seed), [0, 0]
    disagreements = []
    for game in range(o.games):
        # Pairs of games have one opening, played with the seats exchanged.
        pair = game // 2
        if game % 2 == 0:
            names, start = rules[pair % len(rules)], 'startpos'
            if pair % 2 and openings:
                names, start = openings[pair // 2 % len(openings)]
            elif pair % 2:
                start = match.referee.opening(names, rng.randrange(1, 12), rng)
        kind = limits[(pair + pair // 2) % len(limits)]  # each with startpos and without
        seats = [game % 2, 1 - game % 2]
        try:
            winner, why = match.play(seats, names, start, Limits(kind))
            wins[winner] += 1
        except Disagreement as disagreement:
            winner, why = None, f'disagreement: {disagreement}'
            disagreements.append(why)
        print(f'game {game + 1}: {names} {kind} from {start}: '
              f'{"nobody" if winner is None else f"engine {winner + 1}"} wins, {why}', flush=True)
    match.close()

    worst = {}
    for ms, kind in match.late:
        worst[kind] = max(ms, worst.get(kind, ms))
    overdue = sum(ms > 0 for ms, _ in match.late)
    print('behind time at worst: ' + ', '.join(f'{k} {v:+.1f} ms' for k, v in worst.items() if k in ('movetime', 'clock')) +
          f'; {overdue} of {match.plies} turns took longer than they had')
    print(f'{o.games} games, {match.plies} plies: {wins[0]}-{wins[1]}; {len(disagreements)} disagreements, {len(match.faults)} faults')
    for fault in match.faults:
        print('fault:', fault)
    return 1 if disagreements or match.faults else 0


if __name__ == '__main__':
    sys.exit(main())
