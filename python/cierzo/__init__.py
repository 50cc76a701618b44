"""Veletas in Python: the rules of all fifteen rule sets, backed by libcierzo.

>>> import cierzo
>>> board = cierzo.Board("veletas-7")
>>> for word in ("d4/a1", "c3,e5/g7", "d4-d7/f7"):
...     turn = board.play(word)
>>> board.position
'3s1bw/7/4s2/7/2s4/7/b6 w - 2'
"""

from __future__ import annotations

from . import _native
from .board import RULE_SETS, Board, Claim, Group, Phase, Random, Rules, Steps, Swap
from .errors import CierzoError, NothingToUndo, PositionError, RuleSetError, TurnError
from .turn import Colour, Kind, Turn, square_index, square_name

BLACK = Colour.BLACK
WHITE = Colour.WHITE

__version__: str = _native.lib.cierzo_version().decode()
"""That of the library."""

compiled_for: str = _native.lib.cierzo_compiled_for().decode()
"""The level of processors that the library was compiled for."""

__all__ = [
    "BLACK",
    "RULE_SETS",
    "WHITE",
    "Board",
    "CierzoError",
    "Claim",
    "Colour",
    "Group",
    "Kind",
    "NothingToUndo",
    "Phase",
    "PositionError",
    "Random",
    "RuleSetError",
    "Rules",
    "Steps",
    "Swap",
    "Turn",
    "TurnError",
    "square_index",
    "square_name",
]
