"""The engine in this process, by libcierzo."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from ctypes import byref, c_uint64
from types import TracebackType
from typing import Optional, Union, overload

from . import _native
from .board import Board
from .errors import CierzoError, check
from .info import Bound, Info, Limit, PlayResult, Score
from .turn import SQUARE_NAMES, Colour, Turn

_lib = _native.lib

_POLL_MS = 100
"""So long a wait lasts before the interpreter may see to an interrupt."""

ELO_LEAST, ELO_MOST = 400, 2600


def _ms(seconds: Optional[float]) -> int:
    return -1 if seconds is None else max(0, round(1000 * seconds))


def _number(limit: Optional[int]) -> int:
    return -1 if limit is None else max(0, limit)


def _clocks(limit: Limit, side: Colour) -> tuple[Optional[float], Optional[float]]:
    """The clock and increment of a side; of a clock given for one side only the other has the same."""
    clocks = (limit.black_clock, limit.white_clock)
    increments = (limit.black_inc, limit.white_inc)
    clock = clocks[side] if clocks[side] is not None else clocks[~side]
    return clock, increments[side]


def _info_of(found: _native.Info) -> Info:
    mate = (abs(found.score) + 1) // 2 * (1 if found.score > 0 else -1)
    return Info(
        score=Score(mate=mate) if found.is_mate else Score(cp=found.score),
        pv=tuple(map(Turn, found.pv[: found.pv_length])),
        depth=found.depth,
        seldepth=found.seldepth,
        multipv=found.multipv,
        bound=Bound(found.bound),
        nodes=found.nodes,
        nps=found.nps,
        time=found.time / 1000,
        hashfull=found.hashfull,
        forecast={SQUARE_NAMES[f.square]: f.black for f in found.forecast[: found.forecast_count]},
    )


class Analysis:
    """A search that runs. Iterated, it gives what the search says as it is said, and ends with the search; it is also a context manager that
    stops the search at its end."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lines: dict[int, Info] = {}
        self._result: Optional[PlayResult] = None

    @property
    def lines(self) -> list[Info]:
        """What was said last of each line, the best first."""
        return [self._lines[i] for i in sorted(self._lines)]

    def stop(self) -> None:
        """Ends the search soon. Any thread may call this."""
        if self._result is None:
            self._engine.stop()

    def ponderhit(self) -> None:
        """The expected turn was played: from now on the limits count."""
        if self._result is None:
            _lib.cierzo_engine_ponderhit(self._engine._open())

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def __iter__(self) -> Iterator[Info]:
        while (info := self.next()) is not None:
            yield info

    def next(self) -> Optional[Info]:
        """The next thing that the search says, waiting for it; None at its end."""
        found = _native.Info()
        while self._result is None:
            event = _lib.cierzo_engine_next(self._engine._open(), byref(found), _POLL_MS)
            if event == _native.INFO:
                info = _info_of(found)
                self._lines[info.multipv] = info
                return info
            if event == _native.DONE:
                self._finish(Turn(found.best) if found.best else None, Turn(found.ponder) if found.ponder else None)
            elif event == _native.IDLE:
                raise CierzoError("the search of this analysis is over, and another took its place")
        return None

    def _finish(self, best: Optional[Turn], ponder: Optional[Turn]) -> None:
        self._result = PlayResult(best, ponder, self._lines.get(1))

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.stop()
        self.wait()


class Engine:
    """The engine, with a table and threads of its own. Other threads of the interpreter run during its searches.

    An engine belongs to one thread at a time; `stop` alone may come from any. A child of a fork has no engine.
    """

    def __init__(self, hash_mb: int = 16, threads: int = 1) -> None:
        self._handle: Optional[int] = None
        handle = _native.out_handle()
        check(_lib.cierzo_engine_new(hash_mb, byref(handle)), f"a table of {hash_mb} MB")
        self._handle = handle.value
        self._hash_mb, self._threads = hash_mb, 1
        if threads != 1:
            self.threads = threads

    def _open(self) -> ctypes.c_void_p:
        if self._handle is None:
            raise CierzoError("the engine was closed")
        return ctypes.c_void_p(self._handle)

    def close(self) -> None:
        """Stops a search, and gives back memory and threads."""
        handle, self._handle = self._handle, None
        if handle is not None:
            _lib.cierzo_engine_free(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    # ---- settings ----

    @property
    def hash_mb(self) -> int:
        """Megabytes of the table; a new one is empty."""
        return self._hash_mb

    @hash_mb.setter
    def hash_mb(self, value: int) -> None:
        check(_lib.cierzo_engine_set_hash(self._open(), value), f"a table of {value} MB")
        self._hash_mb = value

    @property
    def threads(self) -> int:
        return self._threads

    @threads.setter
    def threads(self, value: int) -> None:
        check(_lib.cierzo_engine_set_threads(self._open(), value), f"{value} threads")
        self._threads = value

    def clear(self) -> None:
        """Forgets all that it learnt, as before a new game."""
        check(_lib.cierzo_engine_clear(self._open()))

    # ---- searches ----

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: int = 1,
        forecast: bool = False,
        turns: Optional[Iterable[Union[Turn, str]]] = None,
        elo: Optional[int] = None,
        ponder: bool = False,
    ) -> Analysis:
        """Starts a search of the board's position and returns at once. Without a limit it goes on until it is stopped.

        `multipv` lines are searched; with `forecast` each info says who will claim each shooter; only `turns` are considered; `elo` plays as a
        level of that strength; with `ponder` limits count from `ponderhit` on. Raises EngineBusy while another search runs.
        """
        asked = limit or Limit()
        limits = _lib.cierzo_limits_none()
        limits.depth, limits.nodes, limits.mate = map(_number, (asked.depth, asked.nodes, asked.mate))
        clock, increment = _clocks(asked, board.side)
        limits.movetime, limits.clock, limits.increment = map(_ms, (asked.time, clock, increment))
        limits.movestogo, limits.elo = map(_number, (asked.remaining_moves, elo))
        limits.multipv, limits.forecast, limits.ponder = multipv, forecast, ponder
        if turns is not None:
            values = [(turn if isinstance(turn, Turn) else board.parse(turn)).value for turn in turns]
            limits.turns = (c_uint64 * len(values))(*values)
            limits.turn_count = len(values)
        check(_lib.cierzo_engine_start(self._open(), board, byref(limits)), "the search is not begun")
        return Analysis(self)

    def play(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        elo: Optional[int] = None,
        turns: Optional[Iterable[Union[Turn, str]]] = None,
        forecast: bool = False,
    ) -> PlayResult:
        """The engine's turn; it is not played on the board. A level (`elo`) needs no limit, full strength does."""
        _require(limit, elo)
        with self.analysis(board, limit, elo=elo, turns=turns, forecast=forecast) as analysis:
            return analysis.wait()

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, forecast: bool = False, turns: Optional[Iterable[Union[Turn, str]]] = None
    ) -> Info: ...

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int, forecast: bool = False, turns: Optional[Iterable[Union[Turn, str]]] = None
    ) -> list[Info]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        forecast: bool = False,
        turns: Optional[Iterable[Union[Turn, str]]] = None,
    ) -> Union[Info, list[Info]]:
        """What the engine says at the end of a search: of the best line, or with `multipv` of so many. Raises CierzoError in a finished game,
        which has no lines."""
        _require(limit, None)
        with self.analysis(board, limit, multipv=multipv or 1, forecast=forecast, turns=turns) as analysis:
            analysis.wait()
        if not analysis.lines:
            raise CierzoError("the game is over: there is nothing to analyse")
        return analysis.lines if multipv is not None else analysis.lines[0]

    def stop(self) -> None:
        """Ends the search that runs soon, if one does. Any thread may call this."""
        _lib.cierzo_engine_stop(self._open())


def _require(limit: Optional[Limit], elo: Optional[int]) -> None:
    if elo is None and (limit is None or limit == Limit()):
        raise ValueError("a search without a limit never ends: use analysis(), and stop() it")
