"""The rules: positions, the turns that are legal in them, and the turns that led to them."""

from __future__ import annotations

import ctypes
import enum
import os
from collections.abc import Iterator
from ctypes import byref, c_int, c_uint64
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _native
from .errors import check
from .svg import board_svg
from .turn import SQUARE_NAMES, Colour, Turn, colour_or_none, square_index

_lib = _native.lib


@dataclass(frozen=True)
class Rules:
    """A rule set: a row of the table of the rules."""

    name: str
    size: int
    first: int
    """Shooters that Black places in the setup."""
    second: int
    """Shooters that White places."""
    setup_stones: bool
    swap: bool
    ban_perimeter: bool
    ban_adjacent: bool
    unclaimed_block: bool
    claimed_block: bool
    corners_removed: bool

    @property
    def shooters(self) -> int:
        return self.first + self.second

    @property
    def majority(self) -> int:
        """Claims that win."""
        return self.shooters // 2 + 1


def _rules_of(row: _native.Rules) -> Rules:
    switches = (row.setup_stones, row.swap, row.ban_perimeter, row.ban_adjacent)
    blocks = (row.unclaimed_block, row.claimed_block, row.corners_removed)
    return Rules(row.name.decode(), row.size, row.first, row.second, *map(bool, switches), *map(bool, blocks))


def _all_rules() -> dict[str, Rules]:
    rows = []
    for index in range(_lib.cierzo_rules_count()):
        row = _native.Rules()
        check(_lib.cierzo_rules(index, byref(row)))
        rows.append(_rules_of(row))
    return {rules.name: rules for rules in rows}


RULE_SETS: dict[str, Rules] = _all_rules()
"""All rule sets by their names, the default one first."""


class Phase(enum.IntEnum):
    """Where a game is."""

    FIRST_SETUP = 0
    SECOND_SETUP = 1
    PLAY = 2
    OVER = 3


class Swap(enum.IntEnum):
    """The swap of colours after Black's setup."""

    NONE = 0
    OFFERED = 1
    DONE = 2


@dataclass(frozen=True)
class Group:
    """Stones of a colour that hang together."""

    colour: Colour
    squares: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.squares)


@dataclass(frozen=True)
class Claim:
    """A shooter claimed, and the largest groups beside it that decided so, 0 without one."""

    square: str
    colour: Colour
    black_group: int
    white_group: int


@dataclass(frozen=True)
class Steps:
    """What can follow the beginning of a turn: on each of these squares, as what they are named, the turn goes on and can be completed."""

    shooters: frozenset[str]
    """A shooter to be moved; in a setup squares for the next one."""
    targets: frozenset[str]
    """Where the shooter chosen can go."""
    shots: frozenset[str]
    stones: frozenset[str]
    """The stone of a setup turn."""
    swap: bool
    """Swapping is possible instead."""
    complete: bool
    """This is a legal turn as it stands."""


class Random:
    """A generator of random turns: the same games from the same seed, everywhere."""

    def __init__(self, seed: Optional[int] = None) -> None:
        self._state = c_uint64(int.from_bytes(os.urandom(8), "little") if seed is None else seed)


class Board:
    """A position of a rule set, and the turns played since it was set.

    A board must not be used by two threads at the same moment; copies may.
    """

    __slots__ = ("_as_parameter_", "_handle", "_rules", "_start")

    def __init__(self, rules: Union[str, Rules] = "veletas", position: Optional[str] = None) -> None:
        """The start of a rule set, or a position as text, such as `6w/7/4s2/3s3/2s4/7/b6 b - 2`.

        Raises RuleSetError, PositionError.
        """
        self._handle: Optional[int] = None
        name = rules.name if isinstance(rules, Rules) else rules
        handle = _native.out_handle()
        code = _lib.cierzo_board_new(_encode(name), None if position is None else _encode(position), byref(handle))
        check(code, repr(name) if position is None or code == _native.RULE_SET else repr(position))
        self._rules = RULE_SETS[name]
        self._adopt(handle.value)
        self._start = self.position

    def _adopt(self, handle: Optional[int]) -> None:
        self._handle = handle
        self._as_parameter_ = ctypes.c_void_p(handle)

    @classmethod
    def _wrap(cls, handle: Optional[int], rules: Rules, start: str) -> Board:
        board = cls.__new__(cls)
        board._rules = rules
        board._adopt(handle)
        board._start = start
        return board

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _lib.cierzo_board_free(self._handle)
            self._handle = None

    def copy(self) -> Board:
        """With the turns played."""
        handle = _native.out_handle()
        check(_lib.cierzo_board_copy(self, byref(handle)))
        return Board._wrap(handle.value, self._rules, self._start)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._rules.name, self._start, [turn.value for turn in self.turns])

    def __eq__(self, other: object) -> bool:
        """Whether rule set and position are the same, turn number included."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._rules == other._rules and self.position == other.position

    __hash__ = None  # type: ignore[assignment]

    # ---- the position ----

    def _state(self) -> _native.State:
        state = _native.State()
        _lib.cierzo_board_state(self, byref(state))
        return state

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def start(self) -> str:
        """The position before the turns played."""
        return self._start

    @property
    def position(self) -> str:
        """The position as text."""
        return _native.text_of(_lib.cierzo_board_text, self)

    @property
    def side(self) -> Colour:
        """The colour to move."""
        return Colour(self._state().side)

    @property
    def phase(self) -> Phase:
        return Phase(self._state().phase)

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def winner(self) -> Optional[Colour]:
        """Who has claimed the majority; None while nobody has. There are no draws."""
        return colour_or_none(self._state().winner)

    @property
    def result(self) -> str:
        """`0-1` where Black has won, `1-0` where White has, else `*`."""
        return {Colour.BLACK: "0-1", Colour.WHITE: "1-0", None: "*"}[self.winner]

    @property
    def number(self) -> int:
        """The number of the turn, raised after each turn of White."""
        return int(self._state().number)

    @property
    def swap(self) -> Swap:
        return Swap(self._state().swap)

    @property
    def first_player(self) -> Colour:
        """The colour that the first player has: White after a swap."""
        return Colour(self._state().first_player)

    @property
    def claims(self) -> tuple[int, int]:
        """How many shooters Black and White have claimed."""
        black, white = self._state().claims
        return black, white

    @property
    def key(self) -> int:
        """64 bits that stand for board, side and swap; not for turn number and rule set."""
        return int(self._state().key)

    def squares(self) -> str:
        """100 characters, that of a square at its number (square_index): `b` `w` stones, `s` shooters, `B` `W` claimed ones, `.` an empty
        square, a blank where this board has no square."""
        buffer = (ctypes.c_char * _native.SQUARES)()
        _lib.cierzo_board_squares(self, buffer)
        return buffer.raw.decode("ascii")

    def pieces(self) -> dict[str, str]:
        """The pieces by their squares."""
        return {SQUARE_NAMES[i]: piece for i, piece in enumerate(self.squares()) if piece not in ". "}

    def __getitem__(self, square: str) -> str:
        """What stands on a square: `board["d4"]`."""
        piece = self.squares()[square_index(square)]
        if piece == " ":
            raise ValueError(f"{self._rules.name} has no square {square}")
        return piece

    def claimed(self) -> dict[str, Colour]:
        """Who has claimed the shooters on these squares."""
        owners = {"B": Colour.BLACK, "W": Colour.WHITE}
        return {square: owners[piece] for square, piece in self.pieces().items() if piece in owners}

    def seen(self, square: str) -> frozenset[str]:
        """The empty squares that the unclaimed shooter on `square` sees; none without one there."""
        marks = _native.squares_buffer()
        _lib.cierzo_board_seen(self, square_index(square), marks)
        return _marked(marks, 1)

    def groups(self) -> list[Group]:
        """The largest first."""
        found = (_native.Group * _native.SQUARES)()
        count = _lib.cierzo_board_groups(self, found)
        return [Group(Colour(g.colour), tuple(SQUARE_NAMES[s] for s in g.squares[: g.size])) for g in found[:count]]

    def forecast(self) -> dict[str, float]:
        """The probability that Black gets the shooter on each of these squares, by the evaluation alone, without a search."""
        found = (_native.Forecast * _native.MAX_SHOOTERS)()
        count = _lib.cierzo_board_forecast(self, found)
        return {SQUARE_NAMES[f.square]: float(f.black) for f in found[:count]}

    # ---- turns ----

    def parse(self, word: str) -> Turn:
        """The turn that a word means here. Raises TurnError, with the reason, where it is not legal."""
        turn = c_uint64()
        check(_lib.cierzo_board_parse(self, _encode(word), byref(turn)), repr(word))
        return Turn(turn.value)

    def is_legal(self, turn: Union[Turn, str]) -> bool:
        if isinstance(turn, Turn):
            return bool(_lib.cierzo_board_is_legal(self, turn.value))
        return bool(_lib.cierzo_board_parse(self, _encode(turn), byref(c_uint64())) == _native.OK)

    def count_turns(self) -> int:
        """How many turns are legal; computed, not counted, in a setup, where they may be millions."""
        return int(_lib.cierzo_board_count(self))

    def legal_turns(self) -> Iterator[Turn]:
        """The legal turns here and now, whatever is played meanwhile. Those of a setup come one after the other."""
        if self.phase is Phase.PLAY:
            found = (c_uint64 * _native.MAX_TURNS)()
            return map(Turn, found[: _lib.cierzo_board_turns(self, found)])
        handle = _native.out_handle()
        check(_lib.cierzo_setups_new(self, byref(handle)))
        return _setup_turns(_SetupsHandle(handle.value))

    def steps(self, begun: str = "") -> Steps:
        """What can follow the beginning of a turn: nothing, `d4`, `d4-`, `d4-d7/`, `c3,e5`. Raises TurnError where no legal turn begins so."""
        marks = _native.squares_buffer()
        swap, complete = c_int(), c_int()
        check(_lib.cierzo_board_steps(self, _encode(begun), marks, byref(swap), byref(complete)), repr(begun))
        shooters, targets, shots, stones = (_marked(marks, step) for step in (1, 2, 4, 8))
        return Steps(shooters, targets, shots, stones, bool(swap.value), bool(complete.value))

    def play(self, turn: Union[Turn, str]) -> Turn:
        """Plays a legal turn, claims included, and returns it. Raises TurnError, and nothing is changed, where it is not legal."""
        played = turn if isinstance(turn, Turn) else self.parse(turn)
        code = _lib.cierzo_board_play(self, played.value)
        if code:
            check(code, str(played))
        return played

    def undo(self) -> Turn:
        """Takes the last turn back, and returns it. Raises NothingToUndo."""
        last = _lib.cierzo_board_played(self, self._state().plies - 1)
        check(_lib.cierzo_board_undo(self))
        return Turn(last)

    @property
    def plies(self) -> int:
        """How many turns were played on this board, and can be undone."""
        return int(self._state().plies)

    @property
    def turns(self) -> list[Turn]:
        """The turns played on this board."""
        return [Turn(_lib.cierzo_board_played(self, i)) for i in range(self.plies)]

    def claims_made(self) -> list[Claim]:
        """The claims that the last turn made."""
        found = (_native.Claim * _native.MAX_SHOOTERS)()
        count = _lib.cierzo_board_claims(self, found)
        return [Claim(SQUARE_NAMES[c.square], Colour(c.colour), c.largest[0], c.largest[1]) for c in found[:count]]

    def random_turn(self, random: Random) -> Optional[Turn]:
        """After the setup all turns are as likely; None in a finished game."""
        value = _lib.cierzo_board_random(self, byref(random._state))
        return Turn(value) if value else None

    def random_play(self, turns: int, random: Random) -> int:
        """Plays up to so many random turns, and stops at the end of the game. Returns how many were played."""
        played = int(_lib.cierzo_board_random_play(self, turns, byref(random._state)))
        if played < 0:
            raise MemoryError("libcierzo: memory is short")
        return played

    def perft(self, depth: int) -> int:
        """The leaves so many turns below; a finished game has no turns. Other threads run meanwhile."""
        return int(_lib.cierzo_board_perft(self, depth))

    # ---- to be looked at ----

    def __str__(self) -> str:
        squares, size = self.squares(), self._rules.size
        rows = [f"{rank + 1:2}  " + " ".join(squares[10 * rank : 10 * rank + size]) for rank in reversed(range(size))]
        return "\n".join([*rows, "    " + " ".join("abcdefghij"[:size])])

    def __repr__(self) -> str:
        return f"Board({self._rules.name!r}, {self.position!r})"

    def svg(self, size: int = 400) -> str:
        """A picture of so many pixels a side, the last turn and its claims marked."""
        last = Turn(_lib.cierzo_board_played(self, self.plies - 1)) if self.plies else None
        return board_svg(self.squares(), self._rules.size, last, [c.square for c in self.claims_made()], size)

    def _repr_svg_(self) -> str:
        return self.svg()


def _encode(text: str) -> bytes:
    """For the library, which must not see a word end where it has a NUL."""
    return text.replace("\0", "?").encode("utf-8", "replace")


def _marked(marks: ctypes.Array[ctypes.c_uint8], step: int) -> frozenset[str]:
    return frozenset(SQUARE_NAMES[i] for i, mark in enumerate(marks) if mark & step)


class _SetupsHandle:
    """A walk over setup turns, freed with the last who knows it."""

    def __init__(self, handle: Optional[int]) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _lib.cierzo_setups_free(self.handle)


def _setup_turns(setups: _SetupsHandle) -> Iterator[Turn]:
    found = (c_uint64 * 1024)()
    while True:
        count = _lib.cierzo_setups_next(setups.handle, found, 1024)
        if not count:
            return
        yield from map(Turn, found[:count])


def _restore(rules: str, start: str, turns: list[int]) -> Board:
    board = Board(rules, start)
    for value in turns:
        board.play(Turn(value))
    return board
