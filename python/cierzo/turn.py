"""Colours, squares and turns."""

from __future__ import annotations

import enum
import re
from ctypes import byref
from typing import Optional

from . import _native


class Colour(enum.IntEnum):
    """The two sides. `~colour` is the other one."""

    BLACK = 0
    WHITE = 1

    def __invert__(self) -> Colour:
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    def __str__(self) -> str:
        return self.name.capitalize()


def colour_or_none(number: int) -> Optional[Colour]:
    return Colour(number) if number in (0, 1) else None


def square_name(index: int) -> str:
    """`a1` of 0, `b1` of 1, `a2` of 10."""
    if not 0 <= index < _native.SQUARES:
        raise ValueError(f"no square has the number {index}")
    return f"{'abcdefghij'[index % 10]}{index // 10 + 1}"


def square_index(name: str) -> int:
    """0 of `a1`, 1 of `b1`, 10 of `a2`: file + 10 * rank."""
    if not re.fullmatch(r"[a-j]([1-9]|10)", name):
        raise ValueError(f"{name!r} is no square")
    return ord(name[0]) - ord("a") + 10 * (int(name[1:]) - 1)


SQUARE_NAMES = tuple(square_name(i) for i in range(_native.SQUARES))


class Kind(enum.Enum):
    """What a turn is: to move and shoot, or to shoot alone; to place shooters and a stone; to exchange colours."""

    PLAY = 1
    SETUP = 2
    SWAP = 3


class Turn:
    """A turn. `str(turn)` is its word, such as `d4-d7/f7`; to read one takes a board: `board.parse("d4-d7/f7")`. Turns are equal where their
    words are, and may be kept, hashed and pickled."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value

    def __str__(self) -> str:
        return _native.text_of(_native.lib.cierzo_turn_text, self.value, size=32)

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        return self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __reduce__(self) -> tuple[type[Turn], tuple[int]]:
        return Turn, (self.value,)

    def _parts(self) -> _native.TurnParts:
        parts = _native.TurnParts()
        _native.lib.cierzo_turn_parts(self.value, byref(parts))
        return parts

    @property
    def kind(self) -> Kind:
        return Kind(self._parts().kind)

    @property
    def from_square(self) -> Optional[str]:
        """Where the shooter that is moved stands; None for a shot without a move, and in a setup."""
        return _name_or_none(self._parts().from_square)

    @property
    def to_square(self) -> Optional[str]:
        """Where it goes."""
        return _name_or_none(self._parts().to_square)

    @property
    def shot(self) -> Optional[str]:
        """Where the stone is shot; None in a setup."""
        return _name_or_none(self._parts().shot)

    @property
    def placed(self) -> tuple[str, ...]:
        """The shooters that a setup turn places."""
        return tuple(square_name(s) for s in self._parts().placed if s >= 0)

    @property
    def stone(self) -> Optional[str]:
        """The stone that a setup turn places."""
        return _name_or_none(self._parts().stone)


def _name_or_none(index: int) -> Optional[str]:
    return SQUARE_NAMES[index] if index >= 0 else None
