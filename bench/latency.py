#!/usr/bin/env python3
"""Measures how soon the engine answers: bench/latency.py ENGINE [THREADS [TRIES]].

Prints the median, the 95th and 99th percentile and the maximum, in ms, of
    stop         from `stop` during `go infinite` to `bestmove`,
    isready      from `isready` during `go infinite` to `readyok`,
    movetime     from `go movetime 100` to `bestmove`, which 100 ms are meant for,
    stop at once from `stop` in one write with its `go infinite` to `bestmove`,
each over TRIES searches of four positions in turn, a setup turn among them. A measurement, no test: run it on an idle machine.
Needs only Python 3.
"""
import os, random, subprocess, sys, time

POSITIONS = ('position startpos',
             'position fen 10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b w - 3',
             'position fen 10/10/3s2s3/10/4s5/3s2s3/5s4/2s7/10/b8w b - 2',
             'position fen 2b7/1b3w1www/b2bbw4/2w1bsb1ww/w4b3w/1wbwbbbbsb/s2bw1w1wb/wbbw1w2s1/2b2w1wb1/1s1wbsbsw1 b - 23')


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.lines = self.process.stdout
        self.rest = b''

    def send(self, text):
        self.process.stdin.write(text.encode() + b'\n')

    def until(self, word):
        """Reads up to the line that begins so; returns when that was."""
        while True:
            *lines, self.rest = self.rest.split(b'\n')
            now = time.perf_counter()
            for i, line in enumerate(lines):
                if line.startswith(word):
                    self.rest = b'\n'.join(lines[i + 1:] + [self.rest])
                    return now
            more = self.lines.read(65536)
            if not more:
                sys.exit('the engine has ended')
            self.rest += more


def percentile(sorted_values, percent):
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * percent / 100))]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tries = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    engine = Engine(sys.argv[1])
    engine.send(f'uci\nsetoption name Threads value {threads}\nisready')
    engine.until(b'readyok')
    # Its own wait for a processor, which all threads of the engine may be using, is not the engine's. Needs root.
    try: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except (PermissionError, AttributeError): print('not at real-time priority: the time to read an answer counts as well')
    rng = random.Random(1)
    took = {'stop': [], 'isready': [], 'movetime 100': [], 'stop at once': []}

    def measure(name, text, word):
        begun = time.perf_counter()
        engine.send(text)
        took[name].append(1000 * (engine.until(word) - begun))

    for i in range(tries):
        engine.send(POSITIONS[i % len(POSITIONS)] + '\ngo infinite')
        time.sleep(rng.uniform(0.005, 0.1))
        measure('isready', 'isready', b'readyok')
        time.sleep(rng.uniform(0.0, 0.02))
        measure('stop', 'stop', b'bestmove')
        measure('movetime 100', 'go movetime 100', b'bestmove')
        measure('stop at once', 'go infinite\nstop', b'bestmove')
    engine.send('quit')
    engine.process.wait()

    print(f'{threads} threads, {tries} tries       p50      p95      p99      max   (ms)')
    for name, values in took.items():
        values.sort()
        figures = [percentile(values, p) for p in (50, 95, 99)] + [values[-1]]
        print(f'{name:<24}' + ''.join(f'{v:9.2f}' for v in figures))


if __name__ == '__main__':
    main()
