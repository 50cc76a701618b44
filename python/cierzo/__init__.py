"""Veletas in Python: the rules of all fifteen rule sets and the engine, backed by libcierzo.

>>> import cierzo
>>> board = cierzo.Board("veletas-7")
>>> for word in ("d4/a1", "c3,e5/g7", "d4-d7/f7"):
...     turn = board.play(word)
>>> board.position
'3s1bw/7/4s2/7/2s4/7/b6 w - 2'
>>> with cierzo.Engine() as engine:
...     result = engine.play(board, cierzo.Limit(nodes=2000))
>>> board.is_legal(result.turn)
True
"""

from __future__ import annotations

from . import _native, engine
from .board import RULE_SETS, Board, Claim, Group, Phase, Random, Rules, Steps, Swap
from .errors import (
    CierzoError,
    EngineBusy,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    NothingToUndo,
    PositionError,
    RuleSetError,
    TurnError,
)
from .info import Bound, Info, Limit, PlayResult, Score
from .search import ELO_LEAST, ELO_MOST, Analysis, Engine
from .turn import Colour, Kind, Turn, square_index, square_name

BLACK = Colour.BLACK
WHITE = Colour.WHITE

__version__: str = _native.lib.cierzo_version().decode()
"""That of the library."""

compiled_for: str = _native.lib.cierzo_compiled_for().decode()
"""The level of processors that the library was compiled for."""

__all__ = [
    "BLACK",
    "ELO_LEAST",
    "ELO_MOST",
    "RULE_SETS",
    "WHITE",
    "Analysis",
    "Board",
    "Bound",
    "CierzoError",
    "Claim",
    "Colour",
    "Engine",
    "EngineBusy",
    "EngineError",
    "EngineTerminated",
    "EngineTimeout",
    "Group",
    "Info",
    "Kind",
    "Limit",
    "NothingToUndo",
    "Phase",
    "PlayResult",
    "PositionError",
    "Random",
    "RuleSetError",
    "Rules",
    "Score",
    "Steps",
    "Swap",
    "Turn",
    "TurnError",
    "engine",
    "square_index",
    "square_name",
]
