"""Engines in processes of their own: any that speaks UCI or UGI, with Veletas' positions and turns (docs/protocol.md).

>>> import cierzo.engine                                                     # doctest: +SKIP
>>> with cierzo.engine.popen("cierzo") as engine:                            # doctest: +SKIP
...     engine.configure({"Hash": 64})
...     print(engine.play(cierzo.Board(), cierzo.Limit(time=1.0)).turn)

`popen` gives an engine whose methods wait; `popen_async` one for asyncio, whose methods are coroutines. Both do the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import shlex
import signal
import threading
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Optional, TypeVar, Union

from .board import Board
from .errors import CierzoError, EngineBusy, EngineError, EngineTerminated, EngineTimeout
from .info import Bound, Info, Limit, PlayResult, Score
from .turn import Colour, Turn

T = TypeVar("T")

Command = Union[str, Sequence[str]]
OptionValue = Union[str, int, bool, None]

_LINE_LIMIT = 1 << 24
_STDERR_KEPT = 4000


@dataclass(frozen=True)
class Option:
    """An option that an engine has."""

    name: str
    type: str
    """`spin`, `check`, `combo`, `string` or `button`."""
    default: str = ""
    min: Optional[int] = None
    max: Optional[int] = None
    choices: tuple[str, ...] = ()

    def text_of(self, value: OptionValue) -> str:
        """The value as the engine is told it. Raises EngineError where it makes no sense."""
        if self.type == "check":
            if isinstance(value, str) and value.lower() in ("true", "false"):
                return value.lower()
            if isinstance(value, bool):
                return "true" if value else "false"
        elif self.type == "spin":
            with contextlib.suppress(TypeError, ValueError):
                number = int(value)  # type: ignore[arg-type]
                if not isinstance(value, bool) and (self.min is None or self.min <= number) and (self.max is None or number <= self.max):
                    return str(number)
        elif self.type == "combo":
            for choice in self.choices:
                if isinstance(value, str) and value.lower() == choice.lower():
                    return choice
        elif isinstance(value, str) and "\n" not in value and "\r" not in value:
            return value
        raise EngineError(f"the option {self.name}, a {self.type}, cannot be {value!r}")


def parse_option(line: str) -> Option:
    """Of a line `option name N type T [default D] [min N] [max N] [var V]...`."""
    words = line.split()[1:]
    fields: dict[str, list[str]] = {}
    choices: list[list[str]] = []
    current: list[str] = []
    for word in words:
        if word == "var":
            current = []
            choices.append(current)
        elif word in ("name", "type", "default", "min", "max") and word not in fields:
            fields[word] = current = []
        else:
            current.append(word)

    def text(name: str) -> str:
        return " ".join(fields.get(name, []))

    def number(name: str) -> Optional[int]:
        with contextlib.suppress(ValueError):
            return int(text(name))
        return None

    return Option(text("name"), text("type"), text("default"), number("min"), number("max"), tuple(" ".join(c) for c in choices))


def _number(words: Sequence[str], index: int) -> Optional[int]:
    try:
        return int(words[index])
    except (IndexError, ValueError):
        return None


def _score(kind: str, value: int, plies: bool) -> Score:
    if kind == "cp":
        return Score(cp=value)
    return Score(mate=(abs(value) + 1) // 2 * (1 if value > 0 else -1) if plies else value)


def parse_info(line: str, board: Board, plies: bool = False) -> Optional[Info]:
    """Of a line `info depth ...` about a search of the board's position; None where it has no score. What cannot be understood is passed over,
    and a line of turns is cut before the first that is not legal. With `plies` a mate is in plies, as in UGI."""
    words = line.split()
    numbers = {"depth": 0, "seldepth": 0, "multipv": 1, "nodes": 0, "nps": 0, "time": 0, "hashfull": 0}
    score, bound, pv = None, Bound.EXACT, []
    at = 1
    while at < len(words):
        word = words[at]
        at += 1
        if word == "string":
            break
        if word in numbers:
            numbers[word] = _number(words, at) or 0
            at += 1
        elif word == "score" and at < len(words) and words[at] in ("cp", "mate"):
            value = _number(words, at + 1)
            score = None if value is None else _score(words[at], value, plies)
            at += 2
        elif word in ("lowerbound", "upperbound"):
            bound = Bound.LOWER if word == "lowerbound" else Bound.UPPER
        elif word == "pv":
            line_board = board.copy()
            with contextlib.suppress(CierzoError):
                for turn in words[at:]:
                    pv.append(line_board.play(turn))
            break
    if score is None:
        return None
    return Info(
        score=score,
        pv=tuple(pv),
        depth=numbers["depth"],
        seldepth=numbers["seldepth"],
        multipv=numbers["multipv"],
        bound=bound,
        nodes=numbers["nodes"],
        nps=numbers["nps"],
        time=numbers["time"] / 1000,
        hashfull=numbers["hashfull"],
    )


def parse_claims(line: str) -> dict[str, float]:
    """Of a line `info string claims SQ P SQ P ...`; empty for any other."""
    words = line.split()
    if words[:3] != ["info", "string", "claims"]:
        return {}
    with contextlib.suppress(ValueError):
        return {square: float(black) for square, black in zip(words[3::2], words[4::2])}
    return {}


def _clock_words(limit: Limit, ugi: bool, board: Board) -> list[str]:
    """UCI names clocks by colour; UGI by player, which after a swap is not the same."""
    clocks = {Colour.BLACK: (limit.black_clock, limit.black_inc), Colour.WHITE: (limit.white_clock, limit.white_inc)}
    words = []
    for colour, (clock, increment) in clocks.items():
        name = ("p1" if colour is board.first_player else "p2") if ugi else "bw"[colour]
        for kind, seconds in (("time", clock), ("inc", increment)):
            if seconds is not None:
                words += [name + kind, str(max(0, round(1000 * seconds)))]
    return words


def go_command(board: Board, limit: Optional[Limit], turns: Optional[Iterable[Union[Turn, str]]] = None, ugi: bool = False) -> str:
    """The command that starts a search; without a limit it is an infinite one."""
    asked = limit or Limit()
    words = ["go"]
    for name, value in (("depth", asked.depth), ("nodes", asked.nodes), ("mate", asked.mate), ("movestogo", asked.remaining_moves)):
        if value is not None:
            words += [name, str(value)]
    if asked.time is not None:
        words += ["movetime", str(max(0, round(1000 * asked.time)))]
    words += _clock_words(asked, ugi, board)
    if len(words) == 1:
        words.append("infinite")
    if turns is not None:
        words += ["searchmoves", *map(str, turns)]
    return " ".join(words)


def _most_seconds(limit: Optional[Limit], board: Board) -> Optional[float]:
    """How long a search may take by its limits of time; None where they do not say."""
    if limit is None:
        return None
    clock = (limit.black_clock, limit.white_clock)[board.side]
    times = [seconds for seconds in (limit.time, clock) if seconds is not None]
    return max(0.0, min(times)) if times else None


class AsyncAnalysis:
    """A search that runs. Iterated with `async for`, it gives what the engine says as it is said, and ends with the search; `async with` stops it
    at its end."""

    def __init__(self, engine: AsyncEngine, board: Board) -> None:
        self._engine = engine
        self.board = board
        self._infos: asyncio.Queue[Optional[Info]] = asyncio.Queue()
        self._lines: dict[int, Info] = {}
        self._forecast: dict[str, float] = {}
        self._result: asyncio.Future[PlayResult] = asyncio.get_running_loop().create_future()
        self._result.add_done_callback(_look_at)

    @property
    def lines(self) -> list[Info]:
        """What was said last of each line, the best first."""
        found = [self._lines[i] for i in sorted(self._lines)]
        if found and self._forecast:
            found[0] = dataclasses.replace(found[0], forecast=dict(self._forecast))
        return found

    def stop(self) -> None:
        """Ends the search soon."""
        if not self._result.done():
            self._engine._send("stop")

    async def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        return await asyncio.shield(self._result)

    async def next(self) -> Optional[Info]:
        """The next thing that the engine says, waiting for it; None at the end of the search."""
        if self._infos.empty() and self._result.done():
            self._result.result()
            return None
        info = await self._infos.get()
        if info is None:
            self._result.result()
        return info

    async def __aiter__(self) -> AsyncIterator[Info]:
        while (info := await self.next()) is not None:
            yield info

    async def __aenter__(self) -> AsyncAnalysis:
        return self

    async def __aexit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.stop()
        if error is None:
            await self._engine._in_time(self.wait(), self._engine.timeout, "stop")
        else:
            with contextlib.suppress(EngineError):
                await self._engine._in_time(self.wait(), self._engine.timeout, "stop")

    # ---- for the engine ----

    def _take(self, line: str) -> None:
        self._forecast = parse_claims(line) or self._forecast
        info = parse_info(line, self.board, self._engine.dialect == "ugi")
        if info is not None:
            self._lines[info.multipv] = info
            self._infos.put_nowait(info)

    def _finish(self, line: str) -> None:
        words = line.split()
        try:
            best = self.board.parse(words[1]) if words[1:] and words[1] != "(none)" else None
        except CierzoError as error:
            self._fail(EngineError(f"the engine answered with {words[1]!r}, which is not legal: {error}"))
            return
        ponder = None
        if best is not None and len(words) > 3 and words[2] == "ponder":
            with contextlib.suppress(CierzoError):
                reply = self.board.copy()
                reply.play(best)
                ponder = reply.parse(words[3])
        lines = self.lines
        self._settle(PlayResult(best, ponder, lines[0] if lines else None))

    def _settle(self, result: PlayResult) -> None:
        if not self._result.done():
            self._result.set_result(result)
        self._infos.put_nowait(None)

    def _fail(self, error: CierzoError) -> None:
        if not self._result.done():
            self._result.set_exception(error)
        self._infos.put_nowait(None)


def _look_at(future: asyncio.Future[Any]) -> None:
    """So that asyncio does not complain of an exception that nobody waited for."""
    if not future.cancelled():
        future.exception()


class AsyncEngine:
    """An engine in a process of its own, for asyncio. Made by popen_async."""

    def __init__(self, process: asyncio.subprocess.Process, dialect: str, timeout: float) -> None:
        self._process = process
        self.dialect = dialect
        """`uci` or `ugi`."""
        self.timeout = timeout
        """Seconds that an answer may take, beyond the time that a search is given."""
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self.errors: list[str] = []
        """What the engine complained of, by `info string error: ...`."""
        self._rules: Optional[str] = None
        self._search: Optional[AsyncAnalysis] = None
        self._answers: dict[str, list[asyncio.Future[None]]] = {}
        self._stderr = b""
        self._ended: Optional[EngineTerminated] = None
        self._failure: Optional[EngineTimeout] = None
        self._reader = asyncio.create_task(self._read())
        self._complaints = asyncio.create_task(self._read_stderr())

    # ---- lines ----

    def _send(self, line: str) -> None:
        if self._ended is not None:
            raise self._ended
        assert self._process.stdin is not None
        if "\n" in line or "\r" in line:
            raise EngineError(f"a command of more than one line: {line!r}")
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(line.encode() + b"\n")

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(4096):
            self._stderr = (self._stderr + chunk)[-_STDERR_KEPT:]

    async def _read(self) -> None:
        assert self._process.stdout is not None
        reason = ""
        try:
            while line := await self._process.stdout.readline():
                self._take(line.decode("utf-8", "replace").strip())
        except ValueError:
            reason = f"a line of more than {_LINE_LIMIT} bytes; "
            self._send_kill()
        await self._process.wait()
        await self._complaints
        said = self._stderr.decode("utf-8", "replace").strip()
        status = self._process.returncode
        self._ended = EngineTerminated(
            f"the engine's process has ended: {reason}status {status}" + (f": {said.splitlines()[-1]}" if said else ""), status, said
        )
        failure = self._failure or self._ended
        if self._search is not None:
            self._search._fail(failure)
            self._search = None
        for waiting in self._answers.values():
            for future in waiting:
                if not future.done():
                    future.set_exception(failure)

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "info":
            if rest.startswith("string error"):
                self.errors.append(rest[len("string ") :])
            if self._search is not None:
                self._search._take(line)
        elif word == "bestmove" and self._search is not None:
            search, self._search = self._search, None
            search._finish(line)
        elif word == "id":
            name, _, value = rest.partition(" ")
            self.id[name] = value
        elif word == "option":
            option = parse_option(line)
            self.options[option.name] = option
        for future in self._answers.pop(word, []):
            if not future.done():
                future.set_result(None)

    async def _answer(self, command: str, answer: str) -> None:
        """Sends a command, and waits for the line that answers it."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        future.add_done_callback(_look_at)
        self._send(command)
        self._answers.setdefault(answer, []).append(future)
        await self._in_time(future, self.timeout, command)

    async def _in_time(self, work: Union[asyncio.Future[T], Coroutine[Any, Any, T]], seconds: Optional[float], what: str) -> T:
        """Waits so long at most; then the engine is ended."""
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=seconds)
        if not done:
            task.cancel()
            self._failure = EngineTimeout(f"the engine did not answer {what!r} in {seconds:g} s")
            await self._kill()
            raise self._failure
        return task.result()

    def _send_kill(self) -> None:
        """To the process and to those that it started, which would keep its pipes open."""
        if self._reader.done():
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _kill(self) -> None:
        self._send_kill()
        await asyncio.wait({self._reader}, timeout=self.timeout)

    # ---- commands ----

    async def _initialize(self) -> None:
        await self._answer(self.dialect, self.dialect + "ok")

    async def ping(self) -> None:
        """Waits until the engine has done all that it was told."""
        await self._answer("isready", "readyok")

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. Raises EngineError for one that the engine has not, for a value that it cannot have, and for what the engine itself
        refuses; before it was told anything in the first two cases."""
        by_name = {name.lower(): option for name, option in self.options.items()}
        lines = []
        for name, value in options.items():
            option = by_name.get(name.lower())
            if option is None:
                raise EngineError(f"the engine has no option {name!r}")
            lines.append(f"setoption name {option.name}" + ("" if option.type == "button" else f" value {option.text_of(value)}"))
        self._require_idle()
        self.errors.clear()
        for line in lines:
            self._send(line)
        await self.ping()
        if self.errors:
            raise EngineError(self.errors[0])

    def _require_idle(self) -> None:
        if self._search is not None:
            raise EngineBusy("the engine searches")

    async def new_game(self) -> None:
        """What it learnt of the last game no longer counts."""
        self._require_idle()
        self._send(f"{self.dialect}newgame")
        await self.ping()

    async def _set_position(self, board: Board) -> None:
        if self._rules != board.rules.name:
            if "UCI_Variant" in self.options:
                await self.configure({"UCI_Variant": board.rules.name})
            elif board.rules.name != "veletas":
                raise EngineError(f"the engine has no option UCI_Variant, and cannot play {board.rules.name}")
            self._rules = board.rules.name
        moves = [str(turn) for turn in board.turns]
        self._send(" ".join(["position fen", board.start, *(["moves"] if moves else []), *moves]))

    async def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        turns: Optional[Iterable[Union[Turn, str]]] = None,
    ) -> AsyncAnalysis:
        """Starts a search of the board's position. Without a limit it goes on until it is stopped. Raises EngineBusy while another runs."""
        self._require_idle()
        own = board.copy()
        if multipv is not None:
            await self.configure({"MultiPV": multipv})
        await self._set_position(own)
        self._send(go_command(own, limit, turns, self.dialect == "ugi"))
        self._search = AsyncAnalysis(self, own)
        return self._search

    async def play(self, board: Board, limit: Limit, *, turns: Optional[Iterable[Union[Turn, str]]] = None) -> PlayResult:
        """The engine's turn; it is not played on the board. Raises EngineTimeout where it does not come in time, EngineTerminated where the process
        ends, EngineError where it is not legal."""
        search = await self._searched(board, limit, None, turns)
        return await search.wait()

    async def _searched(
        self, board: Board, limit: Limit, multipv: Optional[int], turns: Optional[Iterable[Union[Turn, str]]]
    ) -> AsyncAnalysis:
        """A search that has ended."""
        if limit == Limit():
            raise ValueError("a search without a limit never ends: use analysis(), and stop() it")
        seconds = _most_seconds(limit, board)
        search = await self.analysis(board, limit, multipv=multipv, turns=turns)
        try:
            await self._in_time(search.wait(), None if seconds is None else seconds + self.timeout, "go")
        except asyncio.CancelledError:
            search.stop()
            raise
        return search

    async def analyse(
        self, board: Board, limit: Limit, *, multipv: Optional[int] = None, turns: Optional[Iterable[Union[Turn, str]]] = None
    ) -> list[Info]:
        """What the engine says at the end of a search: of its best line, or with `multipv` of so many."""
        search = await self._searched(board, limit, multipv, turns)
        return search.lines

    async def quit(self) -> int:
        """Ends the process, and returns its status."""
        with contextlib.suppress(EngineTerminated):
            self._send("quit")
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._reader), self.timeout)
        except asyncio.TimeoutError:
            await self._kill()
        return self._process.returncode or 0

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        await self.quit()


async def popen_async(
    command: Command,
    *,
    dialect: str = "uci",
    timeout: float = 10.0,
    cwd: Optional[str] = None,
    env: Optional[Mapping[str, str]] = None,
) -> AsyncEngine:
    """Starts an engine and greets it. `command` is a list of words, or a line that is split as a shell would. Raises OSError where it cannot be
    started, EngineTerminated or EngineTimeout where it does not return the greeting."""
    if dialect not in ("uci", "ugi"):
        raise ValueError(f"no dialect is called {dialect!r}")
    words = shlex.split(command) if isinstance(command, str) else list(command)
    pipe = asyncio.subprocess.PIPE
    environment = None if env is None else {**os.environ, **env}
    process = await asyncio.create_subprocess_exec(
        *words, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=environment, limit=_LINE_LIMIT, start_new_session=True
    )
    engine = AsyncEngine(process, dialect, timeout)
    try:
        await engine._initialize()
    except BaseException:
        await engine._kill()
        raise
    return engine


# ---- without asyncio ----


class SyncAnalysis:
    """AsyncAnalysis for programs without asyncio."""

    def __init__(self, engine: SyncEngine, analysis: AsyncAnalysis) -> None:
        self._engine = engine
        self._analysis = analysis

    @property
    def lines(self) -> list[Info]:
        """What was said last of each line, the best first."""
        return self._analysis.lines

    def stop(self) -> None:
        """Ends the search soon. Any thread may call this."""
        self._engine._loop.call_soon_threadsafe(self._analysis.stop)

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        return self._engine._run(self._analysis.wait())

    def __iter__(self) -> Iterator[Info]:
        while (info := self._engine._run(self._analysis.next())) is not None:
            yield info

    def __enter__(self) -> SyncAnalysis:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self._engine._run(self._analysis.__aexit__(kind, error, trace))


class SyncEngine:
    """AsyncEngine for programs without asyncio: its loop runs in a thread of its own. Made by popen."""

    def __init__(self, command: Command, dialect: str, timeout: float, cwd: Optional[str], env: Optional[Mapping[str, str]]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cierzo.engine", daemon=True)
        self._thread.start()
        try:
            self._engine = self._run(popen_async(command, dialect=dialect, timeout=timeout, cwd=cwd, env=env))
        except BaseException:
            self._end_loop()
            raise

    @property
    def timeout(self) -> float:
        """So many seconds an engine may take for an answer, beyond what its limit allows."""
        return self._engine.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._engine.timeout = seconds

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop.is_closed():
            work.close()
            raise EngineError("the engine was closed")
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _end_loop(self) -> None:
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def id(self) -> dict[str, str]:
        return self._engine.id

    @property
    def options(self) -> dict[str, Option]:
        return self._engine.options

    def ping(self) -> None:
        """Waits until the engine has done all that it was told."""
        self._run(self._engine.ping())

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options; see AsyncEngine.configure."""
        self._run(self._engine.configure(options))

    def new_game(self) -> None:
        """What it learnt of the last game no longer counts."""
        self._run(self._engine.new_game())

    def play(self, board: Board, limit: Limit, *, turns: Optional[Iterable[Union[Turn, str]]] = None) -> PlayResult:
        """The engine's turn; see AsyncEngine.play."""
        return self._run(self._engine.play(board, limit, turns=turns))

    def analyse(
        self, board: Board, limit: Limit, *, multipv: Optional[int] = None, turns: Optional[Iterable[Union[Turn, str]]] = None
    ) -> list[Info]:
        """What the engine says at the end of a search: of its best line, or with `multipv` of so many."""
        return self._run(self._engine.analyse(board, limit, multipv=multipv, turns=turns))

    def analysis(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        turns: Optional[Iterable[Union[Turn, str]]] = None,
    ) -> SyncAnalysis:
        """Starts a search; see AsyncEngine.analysis."""
        return SyncAnalysis(self, self._run(self._engine.analysis(board, limit, multipv=multipv, turns=turns)))

    def quit(self) -> int:
        """Ends the process, and returns its status. What is asked of the engine afterwards raises EngineError."""
        if self._loop.is_closed():
            return 0
        try:
            return self._run(self._engine.quit())
        finally:
            self._end_loop()

    def __enter__(self) -> SyncEngine:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.quit()


def popen(
    command: Command,
    *,
    dialect: str = "uci",
    timeout: float = 10.0,
    cwd: Optional[str] = None,
    env: Optional[Mapping[str, str]] = None,
) -> SyncEngine:
    """Starts an engine and greets it; see popen_async."""
    return SyncEngine(command, dialect, timeout, cwd, env)


__all__ = [
    "AsyncAnalysis",
    "AsyncEngine",
    "Option",
    "SyncAnalysis",
    "SyncEngine",
    "go_command",
    "parse_claims",
    "parse_info",
    "parse_option",
    "popen",
    "popen_async",
]
