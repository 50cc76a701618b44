"""Engines in other processes: the real one, if CIERZO names its program, and one that misbehaves."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import cierzo
import cierzo.engine
from cierzo import Board, Colour, Limit, Score
from cierzo.engine import Option, OptionValue, go_command, parse_claims, parse_info, parse_option

# Guards against hanging alone: nothing here is a measurement.
popen = functools.partial(cierzo.engine.popen, timeout=300.0)
popen_async = functools.partial(cierzo.engine.popen_async, timeout=300.0)

MIDDLE = "6w/7/4s2/3s3/2s4/7/b6 b - 2"
FAKE = [sys.executable, str(Path(__file__).parent / "fake_engine.py")]
CIERZO = os.environ.get("CIERZO", "")
real = pytest.mark.skipif(not CIERZO, reason="CIERZO does not name the engine's program")


def middle() -> Board:
    return Board("veletas-7", MIDDLE)


# ---- words ----


def test_options_are_understood() -> None:
    option = parse_option("option name Debug Log File type string default")
    assert (option.name, option.type, option.default) == ("Debug Log File", "string", "")
    assert option.text_of("a b") == "a b"
    spin = parse_option("option name Hash type spin default 64 min 1 max 9")
    assert (spin.min, spin.max, spin.text_of(9), spin.text_of("3")) == (1, 9, "9", "3")
    values: list[OptionValue] = [0, 10, "x", None, True]
    for wrong in values:
        with pytest.raises(cierzo.EngineError):
            spin.text_of(wrong)
    combo = parse_option("option name UCI_Variant type combo default a var a var b c")
    assert combo.choices == ("a", "b c") and combo.text_of("B C") == "b c"
    check = parse_option("option name Ponder type check default false")
    assert check.text_of(True) == "true" and check.text_of("False") == "false"
    refused: list[tuple[Option, OptionValue]] = [(combo, "d"), (check, 1), (check, "yes")]
    for option, wrong in refused:
        with pytest.raises(cierzo.EngineError):
            option.text_of(wrong)


def test_infos_are_understood() -> None:
    info = parse_info("info depth 7 seldepth 9 multipv 2 score cp -31 upperbound nodes 5 nps 6 hashfull 7 time 1500 pv d4-d7/f7 f4", middle())
    assert info is not None
    assert (info.depth, info.seldepth, info.multipv, info.nodes, info.nps, info.hashfull) == (7, 9, 2, 5, 6, 7)
    assert info.score == Score(cp=-31) and info.bound is cierzo.Bound.UPPER and info.time == 1.5
    assert [str(turn) for turn in info.pv] == ["d4-d7/f7", "f4"]
    mate = parse_info("info depth 3 score mate -3 wdl 0 0 1000 pv a1", middle())
    assert mate is not None and mate.score == Score(mate=-3) and mate.chance == 0 and mate.pv == ()
    plies = parse_info("info score mate 5", middle(), plies=True)
    assert plies is not None and plies.score == Score(mate=3)
    for line in ("info depth 5 nodes 7", "info string score cp 5", "info", "info score", "info score cp2 4"):
        assert parse_info(line, middle()) is None
    assert abs(Score(cp=400).chance - 10 / 11) < 1e-9
    assert parse_claims("info string claims c3 0.25 d4 1.00") == {"c3": 0.25, "d4": 1.0}
    assert parse_claims("info string claims c3 x") == {} == parse_claims("info string hello")


def test_limits_become_commands() -> None:
    board = middle()
    assert go_command(board, None) == "go infinite"
    assert go_command(board, Limit(time=0.25, depth=3, nodes=7, mate=2)) == "go depth 3 nodes 7 mate 2 movetime 250"
    clocks = Limit(black_clock=60, white_clock=61, black_inc=1, white_inc=0.5, remaining_moves=9)
    assert go_command(board, clocks) == "go movestogo 9 btime 60000 binc 1000 wtime 61000 winc 500"
    assert go_command(board, Limit(depth=1), [board.parse("f4"), "f3"]) == "go depth 1 searchmoves f4 f3"
    swapped = Board("veletas-7", "6w/7/4s2/3s3/2s4/7/b6 b x 2")
    assert swapped.first_player is Colour.WHITE
    assert go_command(swapped, Limit(black_clock=1, white_clock=2), ugi=True) == "go p2time 1000 p1time 2000"


# ---- an engine that misbehaves ----


def test_an_engine_is_greeted_configured_and_asked() -> None:
    with popen([*FAKE, "good"]) as engine:
        assert engine.id == {"name": "Fake One", "author": "the tests"}
        engine.configure({"some long name": 7})
        refused: list[dict[str, OptionValue]] = [{"Hash": 1}, {"Some Long Name": 11}, {"Refused": True}]
        for wrong in refused:
            with pytest.raises(cierzo.EngineError):
                engine.configure(wrong)
        result = engine.play(middle(), Limit(depth=1))
        assert str(result.turn) == "f4" and result.info is not None
        assert (result.info.depth, result.info.score, result.info.bound) == (2, Score(cp=31), cierzo.Bound.LOWER)
        assert [str(turn) for turn in result.info.pv] == ["f4"] and result.info.forecast == {"c3": 0.25, "d4": 0.5}
        with pytest.raises(cierzo.EngineError, match="classic"):
            engine.play(Board("classic"), Limit(depth=1))
        with pytest.raises(ValueError):
            engine.play(middle(), Limit())
        engine.new_game()
    with pytest.raises(cierzo.EngineError, match="was closed"):
        engine.ping()
    assert engine.quit() == 0


def test_a_crash_is_an_exception_with_its_reason() -> None:
    with popen([*FAKE, "crash"]) as engine:
        with pytest.raises(cierzo.EngineTerminated, match="status -9: out of luck") as caught:
            engine.play(middle(), Limit(depth=1))
        assert caught.value.returncode == -9 and "first line" in caught.value.stderr
        with pytest.raises(cierzo.EngineTerminated):
            engine.ping()
    with popen([*FAKE, "exit"]) as engine, pytest.raises(cierzo.EngineTerminated, match="status 3"):
        engine.analyse(middle(), Limit(depth=1))
    with pytest.raises(cierzo.EngineTerminated, match="status 5"):
        popen([sys.executable, "-c", "raise SystemExit(5)"])
    with pytest.raises(FileNotFoundError):
        popen("/nowhere/no-engine")


def test_an_engine_that_does_not_answer_is_ended() -> None:
    with pytest.raises(cierzo.EngineTimeout, match="'uci'"):
        popen([*FAKE, "deaf"], timeout=0.3)
    with popen([*FAKE, "hang"]) as engine:
        engine.timeout = 0.5
        with pytest.raises(TimeoutError, match="'go'"):
            engine.play(middle(), Limit(time=0.01))
        with pytest.raises(cierzo.EngineTerminated):
            engine.ping()
    with popen([*FAKE, "stays"]) as engine:
        engine.timeout = 0.5
    # killed at its end


def test_an_illegal_answer_is_an_error() -> None:
    for answer in ("a1", "d4-d4/d4", "hello"):
        with popen([*FAKE, "good", answer]) as engine, pytest.raises(cierzo.EngineError, match="not legal"):
            engine.play(middle(), Limit(depth=1))
    with popen([*FAKE, "good", "(none)"]) as engine:
        assert engine.play(middle(), Limit(depth=1)).turn is None


def test_a_search_is_stopped() -> None:
    with popen([*FAKE, "quiet"]) as engine:
        with engine.analysis(middle()) as analysis:
            assert next(iter(analysis)).depth == 2
            with pytest.raises(cierzo.EngineBusy):
                engine.play(middle(), Limit(depth=1))
        assert str(analysis.wait().turn) == "f4" and list(analysis) == [] and len(analysis.lines) == 1


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work, debug=False)


def test_asyncio() -> None:
    async def work() -> None:
        engines = [await popen_async([*FAKE, "good"]) for _ in range(3)]
        results = await asyncio.gather(*(engine.play(middle(), Limit(depth=1)) for engine in engines))
        assert [str(result.turn) for result in results] == ["f4"] * 3
        assert [await engine.quit() for engine in engines] == [0, 0, 0]
        async with await popen_async([*FAKE, "quiet"]) as engine:
            async with await engine.analysis(middle()) as analysis:
                async for info in analysis:
                    assert info.depth == 2
                    break
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.play(middle(), Limit(depth=1)), 0.2)
            await engine.ping()
        async with await popen_async([*FAKE, "crash"]) as engine:
            with pytest.raises(cierzo.EngineTerminated):
                async for info in await engine.analysis(middle()):
                    pass

    run(work())


# ---- the real one ----


@real
@pytest.mark.parametrize("dialect", ["uci", "ugi"])
def test_a_game_against_the_engine_in_this_process(dialect: str) -> None:
    board = Board("veletas-7")
    with popen([CIERZO], dialect=dialect) as other, cierzo.Engine(1) as own:
        other.configure({"Hash": 1})
        while not board.is_over:
            limit = Limit(nodes=50)
            result = other.play(board, limit) if board.plies % 2 else own.play(board, limit)
            assert result.turn is not None
            board.play(result.turn)
        assert other.play(board, Limit(nodes=50)).turn is None


@real
def test_the_same_search_in_and_out_of_this_process() -> None:
    with popen([CIERZO]) as other, cierzo.Engine(1) as own:
        other.configure({"Hash": 1, "UCI_ShowClaims": True})
        for board in (middle(), Board("classic-9"), Board("veletas", "10/10/2s4s2/10/4s5/6b3/2s5s1/4w5/3s4s1/10 b - 2")):
            theirs = other.analyse(board, Limit(nodes=2000), multipv=2)
            ours = own.analyse(board, Limit(nodes=2000), multipv=2)
            assert [(i.pv, i.score, i.depth, i.nodes) for i in theirs] == [(i.pv, i.score, i.depth, i.nodes) for i in ours]
            other.new_game()
            own.clear()
        assert set(theirs[0].forecast) == set(board.forecast())
        with pytest.raises(cierzo.EngineError):
            other.configure({"Hash": 0})
