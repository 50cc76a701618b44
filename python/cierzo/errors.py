"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import Optional

from . import _native


class CierzoError(Exception):
    """The root of this package's exceptions. `code` is the number of cierzo.h, 0 where the library has none for it."""

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class PositionError(CierzoError, ValueError):
    """A position's text that is broken."""


class TurnError(CierzoError, ValueError):
    """A turn that is not legal, or no turn at all."""


class RuleSetError(CierzoError, ValueError):
    """No rule set has that name."""


class NothingToUndo(CierzoError, IndexError):
    """No turn was played on this board."""


class EngineError(CierzoError):
    """An engine did what it must not, or was asked for what it has not."""


class EngineBusy(EngineError):
    """The engine searches, and has to be stopped first."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time; it was ended."""


class EngineTerminated(EngineError):
    """The engine's process has ended. `returncode` is its status, negative for a signal; `stderr` the last of what it wrote there."""

    def __init__(self, message: str, returncode: Optional[int] = None, stderr: str = "") -> None:
        super().__init__(message)
        self.returncode = returncode
        self.stderr = stderr


def _kind(code: int) -> type[CierzoError]:
    if _native.FIRST_TURN_ERROR <= code <= _native.LAST_TURN_ERROR or code == _native.ILLEGAL:
        return TurnError
    if 0 < code < _native.FIRST_TURN_ERROR:
        return PositionError
    return {_native.RULE_SET: RuleSetError, _native.NOTHING: NothingToUndo, _native.BUSY: EngineBusy}.get(code, CierzoError)


def check(code: int, what: str = "") -> None:
    """Raises what an error number of the library means; `what` goes in front of the reason."""
    if code == _native.OK:
        return
    if code == _native.MEMORY:
        raise MemoryError("libcierzo: memory is short")
    reason = _native.lib.cierzo_error_text(code).decode()
    raise _kind(code)(f"{what}: {reason}" if what else reason, code)
