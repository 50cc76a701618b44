"""The engine in this process."""

from __future__ import annotations

import gc
import os
import threading

import pytest
from vectors import lines

import cierzo
from cierzo import Board, Engine, Limit

MIDDLE = "6w/7/4s2/3s3/2s4/7/b6 b - 2"


def won_in_one() -> Board:
    """Every legal turn wins at once for Black."""
    ranks = ["s1swwwwwww", "bbwwwwwwww", "wwwwwwwwww", *["bbbbbbbbbb"] * 4, "bbbbwwwwww", "wwwwwwwwww", "BBBWWwwwww"]
    return Board("veletas", "/".join(ranks) + " b - 47")


def test_it_plays_whole_games_of_all_rule_sets() -> None:
    with Engine(1) as engine:
        for rules in cierzo.RULE_SETS:
            board = Board(rules)
            while not board.is_over:
                result = engine.play(board, Limit(nodes=20))
                assert result.turn is not None
                board.play(result.turn)
            assert engine.play(board, Limit(nodes=20)).turn is None


def test_a_search_of_so_many_nodes_is_always_the_same() -> None:
    board = Board("veletas-7", MIDDLE)
    infos = []
    for _ in range(2):
        with Engine(1) as engine:
            infos.append(engine.analyse(board, Limit(nodes=3000)))
    one, two = infos
    assert (one.pv, one.score, one.nodes, one.depth) == (two.pv, two.score, two.nodes, two.depth)
    assert one.nodes >= 3000 and one.score.mate is None and 0 < one.chance < 1
    for turn in one.pv:
        board.play(turn)


def test_several_lines_with_a_forecast() -> None:
    board = Board("veletas-7", MIDDLE)
    with Engine(1) as engine:
        found = engine.analyse(board, Limit(depth=2), multipv=4, forecast=True)
        assert [info.multipv for info in found] == [1, 2, 3, 4] and len({info.pv[0] for info in found}) == 4
        assert all(set(info.forecast) == {"c3", "d4", "e5"} for info in found)
        assert all(0 <= black <= 1 for info in found for black in info.forecast.values())
        assert engine.analyse(board, Limit(depth=1), turns=["f4"]).pv[0] == board.parse("f4")
        with pytest.raises(cierzo.TurnError):
            engine.analyse(board, Limit(depth=1), turns=["f4", "f4"])
        with pytest.raises(cierzo.CierzoError, match="number is outside its range"):
            engine.analyse(board, Limit(depth=1), turns=[])


def test_won_and_lost_positions_are_proved() -> None:
    tried = 0
    with Engine(16) as engine:
        board = won_in_one()
        info = engine.analyse(board, Limit(depth=4))
        assert info.score == cierzo.Score(mate=1) and info.chance == 1 and str(info.score) == "mate 1"
        assert engine.play(board, Limit(mate=1)).turn == info.pv[0] or board.is_legal(info.pv[0])
        for rules, position, counts, words in lines("tactics.epd"):
            winning = words.split()
            if int(counts.split("/")[0]) != len(winning) or tried == 5:
                continue
            tried += 1
            result = engine.play(Board(rules, position), Limit(nodes=200_000, mate=6))
            assert str(result.turn) in winning
    assert tried == 5


def test_a_level_plays_without_a_limit_and_always_the_same() -> None:
    board = Board("veletas-7", MIDDLE)
    with Engine(1) as engine:
        turns = {engine.play(board, elo=cierzo.ELO_LEAST).turn for _ in range(3)}
        assert len(turns) == 1
        with pytest.raises(cierzo.CierzoError):
            engine.play(board, elo=cierzo.ELO_LEAST - 1)


def test_an_analysis_goes_on_until_it_is_stopped() -> None:
    board = Board("veletas", "10/10/2s4s2/10/4s5/6b3/2s5s1/4w5/3s4s1/10 b - 2")
    with Engine(4, threads=2) as engine:
        with engine.analysis(board) as analysis:
            first = next(iter(analysis))
            assert first.pv
            with pytest.raises(cierzo.EngineBusy):
                engine.analysis(board)
            with pytest.raises(cierzo.EngineBusy):
                engine.hash_mb = 2
            threading.Timer(0.05, engine.stop).start()
            result = analysis.wait()
        assert result.turn is not None and board.is_legal(result.turn) and result.info == analysis.lines[0]
        assert analysis.next() is None
        engine.hash_mb, engine.threads = 1, 1
        engine.clear()
        with engine.analysis(board, Limit(depth=1), ponder=True) as analysis:
            analysis.ponderhit()
            assert analysis.wait().turn
        with pytest.raises(ValueError):
            engine.play(board)
        with pytest.raises(cierzo.CierzoError):
            engine.threads = 257
    with pytest.raises(cierzo.CierzoError, match="was closed"):
        engine.play(board, Limit(depth=1))


def test_clocks_count_for_the_side_to_move() -> None:
    board = Board("veletas-7", MIDDLE)
    with Engine(1) as engine:
        empty = engine.play(board, Limit(black_clock=0, white_clock=3600))
        assert empty.info is not None and empty.info.nodes < 100_000
        assert engine.play(board, Limit(white_clock=0.05, white_inc=0)).turn


def test_other_threads_run_during_a_search() -> None:
    done = threading.Event()

    def search() -> None:
        with Engine(1) as engine:
            engine.analyse(Board("veletas-7", MIDDLE), Limit(nodes=20_000))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    moments = 0
    while not done.wait(0.001):
        moments += 1
    thread.join()
    assert moments > 1


def test_a_hundred_engines_leave_nothing_behind() -> None:
    def make(count: int) -> None:
        board = Board("veletas-7", MIDDLE)
        for i in range(count):
            engine = Engine(1, threads=1 + i % 3)
            engine.play(board, Limit(nodes=100))
            if i % 2:
                engine.close()
            if i % 10 == 0:
                engine.analysis(board)  # left running

    def state() -> tuple[int, int]:
        gc.collect()
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096, len(os.listdir("/proc/self/task"))

    make(10)
    memory, threads = state()
    make(100)
    more, threads_now = state()
    assert threads_now == threads
    # An engine takes some megabytes.
    assert more - memory < 30_000_000
