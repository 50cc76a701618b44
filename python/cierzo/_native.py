"""libcierzo by ctypes, which gives up the interpreter's lock during every call. For the modules of this package alone."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sysconfig
from collections.abc import Iterator
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import Any

ABI = 1

SQUARES = 100
MAX_TURNS = 8668
MAX_SHOOTERS = 7
MAX_PLACED = 4
MAX_PV = 128

IDLE, INFO, DONE, TIMEOUT = range(4)

OK = 0
FIRST_TURN_ERROR, LAST_TURN_ERROR = 15, 29
MEMORY, RULE_SET, ILLEGAL, RANGE, NOTHING, BUSY = range(100, 106)


class Rules(Structure):
    """CierzoRules"""

    _fields_ = [("name", c_char_p)] + [
        (name, c_int)
        for name in (
            "size",
            "first",
            "second",
            "setup_stones",
            "swap",
            "ban_perimeter",
            "ban_adjacent",
            "unclaimed_block",
            "claimed_block",
            "corners_removed",
        )
    ]


class TurnParts(Structure):
    """CierzoTurnParts"""

    _fields_ = [
        ("kind", c_int),
        ("from_square", c_int),
        ("to_square", c_int),
        ("shot", c_int),
        ("placed", c_int * MAX_PLACED),
        ("stone", c_int),
    ]


class State(Structure):
    """CierzoState"""

    _fields_ = [
        ("side", c_int),
        ("phase", c_int),
        ("winner", c_int),
        ("number", c_int),
        ("swap", c_int),
        ("first_player", c_int),
        ("shooters", c_int),
        ("claims", c_int * 2),
        ("plies", c_int),
        ("key", c_uint64),
    ]


class Group(Structure):
    """CierzoGroup"""

    _fields_ = [("colour", c_int), ("size", c_int), ("squares", c_uint8 * SQUARES)]


class Claim(Structure):
    """CierzoClaim"""

    _fields_ = [("square", c_int), ("colour", c_int), ("largest", c_int * 2)]


class Forecast(Structure):
    """CierzoForecast"""

    _fields_ = [("square", c_int), ("claimed", c_int), ("black", c_double)]


class Limits(Structure):
    """CierzoLimits"""

    _fields_ = [
        ("depth", c_int64),
        ("nodes", c_int64),
        ("movetime", c_int64),
        ("clock", c_int64),
        ("increment", c_int64),
        ("movestogo", c_int64),
        ("mate", c_int64),
        ("elo", c_int64),
        ("move_overhead", c_int64),
        ("infinite", c_int),
        ("ponder", c_int),
        ("multipv", c_int),
        ("forecast", c_int),
        ("turns", POINTER(c_uint64)),
        ("turn_count", c_size_t),
    ]


class Info(Structure):
    """CierzoInfo"""

    _fields_ = [
        ("depth", c_int),
        ("seldepth", c_int),
        ("multipv", c_int),
        ("is_mate", c_int),
        ("score", c_int),
        ("bound", c_int),
        ("chance", c_double),
        ("nodes", c_uint64),
        ("nps", c_uint64),
        ("time", c_int64),
        ("hashfull", c_int),
        ("finished", c_int),
        ("forecast_count", c_int),
        ("pv_length", c_int),
        ("pv", c_uint64 * MAX_PV),
        ("forecast", Forecast * MAX_SHOOTERS),
        ("best", c_uint64),
        ("ponder", c_uint64),
    ]


_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "cierzo_abi": (c_int, []),
    "cierzo_error_text": (c_char_p, [c_int]),
    "cierzo_version": (c_char_p, []),
    "cierzo_compiled_for": (c_char_p, []),
    "cierzo_runs_v3": (c_int, []),
    "cierzo_rules_count": (c_int, []),
    "cierzo_rules": (c_int, [c_int, POINTER(Rules)]),
    "cierzo_turn_text": (c_size_t, [c_uint64, c_char_p, c_size_t]),
    "cierzo_turn_parts": (None, [c_uint64, POINTER(TurnParts)]),
    "cierzo_board_new": (c_int, [c_char_p, c_char_p, POINTER(c_void_p)]),
    "cierzo_board_copy": (c_int, [c_void_p, POINTER(c_void_p)]),
    "cierzo_board_free": (None, [c_void_p]),
    "cierzo_board_rules": (None, [c_void_p, POINTER(Rules)]),
    "cierzo_board_state": (None, [c_void_p, POINTER(State)]),
    "cierzo_board_text": (c_size_t, [c_void_p, c_char_p, c_size_t]),
    "cierzo_board_squares": (None, [c_void_p, POINTER(c_char)]),
    "cierzo_board_seen": (None, [c_void_p, c_int, POINTER(c_uint8)]),
    "cierzo_board_count": (c_uint64, [c_void_p]),
    "cierzo_board_turns": (c_size_t, [c_void_p, POINTER(c_uint64)]),
    "cierzo_board_is_legal": (c_int, [c_void_p, c_uint64]),
    "cierzo_board_parse": (c_int, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "cierzo_board_steps": (c_int, [c_void_p, c_char_p, POINTER(c_uint8), POINTER(c_int), POINTER(c_int)]),
    "cierzo_board_play": (c_int, [c_void_p, c_uint64]),
    "cierzo_board_undo": (c_int, [c_void_p]),
    "cierzo_board_played": (c_uint64, [c_void_p, c_int]),
    "cierzo_board_random": (c_uint64, [c_void_p, POINTER(c_uint64)]),
    "cierzo_board_random_play": (c_int, [c_void_p, c_int, POINTER(c_uint64)]),
    "cierzo_board_perft": (c_uint64, [c_void_p, c_int]),
    "cierzo_board_groups": (c_int, [c_void_p, POINTER(Group)]),
    "cierzo_board_claims": (c_int, [c_void_p, POINTER(Claim)]),
    "cierzo_board_forecast": (c_int, [c_void_p, POINTER(Forecast)]),
    "cierzo_setups_new": (c_int, [c_void_p, POINTER(c_void_p)]),
    "cierzo_setups_next": (c_size_t, [c_void_p, POINTER(c_uint64), c_size_t]),
    "cierzo_setups_free": (None, [c_void_p]),
    "cierzo_limits_none": (Limits, []),
    "cierzo_engine_new": (c_int, [c_int, POINTER(c_void_p)]),
    "cierzo_engine_free": (None, [c_void_p]),
    "cierzo_engine_set_hash": (c_int, [c_void_p, c_int]),
    "cierzo_engine_set_threads": (c_int, [c_void_p, c_int]),
    "cierzo_engine_clear": (c_int, [c_void_p]),
    "cierzo_engine_start": (c_int, [c_void_p, c_void_p, POINTER(Limits)]),
    "cierzo_engine_next": (c_int, [c_void_p, POINTER(Info), c_int]),
    "cierzo_engine_stop": (None, [c_void_p]),
    "cierzo_engine_ponderhit": (None, [c_void_p]),
    "cierzo_engine_running": (c_int, [c_void_p]),
}


def _candidates() -> Iterator[str]:
    """Names of the library's file, the most wanted first."""
    named = os.environ.get("CIERZO_LIBRARY")
    if named:
        yield named
        return
    # A wheel has it in a folder beside the package.
    for folder in (Path(__file__).parent.parent, Path(sysconfig.get_path("platlib"))):
        yield str(folder / ".cierzo.mesonpy.libs" / "libcierzo.so")
    found = ctypes.util.find_library("cierzo")
    yield found or "libcierzo.so.0"


def _faster_copies(path: str) -> Iterator[Path]:
    """Where a copy for x86-64-v3 of the library in this file may lie. What is found by its name alone the system has chosen."""
    if os.sep in path:
        folder = Path(path).parent
        yield folder / "glibc-hwcaps" / "x86-64-v3" / Path(path).name
        yield folder / "x86-64-v3" / Path(path).name


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


def _open(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    library.cierzo_abi.restype = c_int
    if library.cierzo_abi() != ABI:
        raise ImportError(f"{path} is of ABI {library.cierzo_abi()}, and this package needs {ABI}")
    return library


def _load() -> ctypes.CDLL:
    failures = []
    for path in _candidates():
        try:
            library = _open(path)
        except OSError as error:
            failures.append(str(error))
            continue
        level = os.environ.get("CIERZO_CPU")
        if library.cierzo_runs_v3() and level in (None, "", "x86-64-v3"):
            for faster in _faster_copies(path):
                if faster.exists():
                    return _declare(_open(str(faster)))
        return _declare(library)
    raise ImportError("libcierzo is not found: " + "; ".join(failures))


lib = _load()


def squares_buffer() -> ctypes.Array[c_uint8]:
    """Room for a number a square."""
    return (c_uint8 * SQUARES)()


def out_handle() -> c_void_p:
    """Room for a handle that a function makes."""
    return c_void_p()


def text_of(function: Any, *arguments: Any, size: int = 192) -> str:
    """The text that a function writes into a buffer."""
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = int(function(*arguments, buffer, size))
        if length < size:
            return buffer.raw[:length].decode("utf-8", "replace")
        size = length + 1


__all__ = ["byref", "lib"]
