"""An engine that does what a test wants: fake_engine.py MODE. It knows no rules and answers with the turns that it is told in the mode."""

import os
import signal
import sys
import time


def say(text: str) -> None:
    print(text, flush=True)


def greet(dialect: str, mode: str) -> None:
    if mode == "deaf":
        return
    say("id name Fake One")
    say("id author the tests")
    say("option name UCI_Variant type combo default veletas var veletas var veletas-7")
    say("option name Some Long Name type spin default 5 min 1 max 10")
    say("option name Refused type check default false")
    say("nonsense before the end")
    say(dialect + "ok")


def go(mode: str, answer: str) -> None:
    if mode == "crash":
        sys.stderr.write("first line\nout of luck\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "exit":
        sys.exit(3)
    if mode == "hang":
        time.sleep(60)
    say("info depth 1 score cp x nodes")
    say("info depth 2 seldepth 3 score cp 31 lowerbound nodes 55 nps 100 time 12 hashfull 4 pv f4 nonsense")
    say("info string claims c3 0.25 d4 0.50")
    if mode != "quiet":
        say("bestmove " + answer)


def main() -> None:
    mode = sys.argv[1]
    answer = sys.argv[2] if len(sys.argv) > 2 else "f4"
    for line in sys.stdin:
        words = line.split()
        if words[0] in ("uci", "ugi"):
            greet(words[0], mode)
        elif words[0] == "isready":
            say("readyok")
        elif words[:3] == ["setoption", "name", "Refused"]:
            say("info string error: Refused is not for you")
        elif words[0] == "go":
            go(mode, answer)
        elif words[0] == "stop":
            say("bestmove " + answer)
        elif words[0] == "quit":
            if mode == "stays":
                time.sleep(60)
            return


main()
