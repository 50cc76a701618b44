"""What a search is asked, and what it says: for the engine in this process and for those of other processes."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

from .turn import Turn


@dataclass(frozen=True)
class Limit:
    """When a search ends; the first limit reached ends it. Times are seconds; without any limit a search goes on until it is stopped."""

    time: Optional[float] = None
    """For this turn."""
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    """Ends when a win within so many own turns is proved or refuted."""
    black_clock: Optional[float] = None
    white_clock: Optional[float] = None
    black_inc: Optional[float] = None
    white_inc: Optional[float] = None
    remaining_moves: Optional[int] = None


class Bound(enum.Enum):
    """What a score is: exact, or a limit of what it is."""

    EXACT = 0
    LOWER = 1
    UPPER = 2


@dataclass(frozen=True)
class Score:
    """A score from the view of the side to move where the search began: one of the two is given."""

    cp: Optional[int] = None
    """With the winning probability 1 / (1 + 10^(-cp / 400))."""
    mate: Optional[int] = None
    """A proved end: the side to move has won within so many of its own turns, or where it is negative has lost."""

    @property
    def chance(self) -> float:
        """The winning probability that it promises."""
        if self.mate is not None:
            return 1.0 if self.mate > 0 else 0.0
        return float(1 / (1 + 10 ** (-(self.cp or 0) / 400)))

    def __str__(self) -> str:
        return f"mate {self.mate}" if self.mate is not None else f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True)
class Info:
    """What a search says of one of its lines."""

    score: Score
    pv: tuple[Turn, ...] = ()
    """The line: turns that are legal one after the other."""
    depth: int = 0
    seldepth: int = 0
    multipv: int = 1
    """The number of the line."""
    bound: Bound = Bound.EXACT
    nodes: int = 0
    nps: int = 0
    time: float = 0.0
    """Seconds."""
    hashfull: int = 0
    """Per mille."""
    forecast: Mapping[str, float] = field(default_factory=dict)
    """The probability that Black gets the shooter that stands on each of these squares now, as it looks at the end of the line; empty where it
    was not asked for."""

    @property
    def chance(self) -> float:
        """The winning probability of the side to move."""
        return self.score.chance


@dataclass(frozen=True)
class PlayResult:
    """The answer of a search."""

    turn: Optional[Turn]
    """None in a finished game."""
    ponder: Optional[Turn] = None
    """The reply that is expected, where there is one."""
    info: Optional[Info] = None
    """What was said last of the best line."""
