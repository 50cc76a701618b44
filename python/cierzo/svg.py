"""Boards as pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Optional

from .turn import Turn, square_index

_CELL = 40
_MARGIN = 24

_FIELD, _LINE, _TEXT, _MARK = "#e8d9b5", "#b39a68", "#5b4a2a", "#d9a441"
_STONES = {"b": ("#222222", "#000000"), "w": ("#fafafa", "#777777")}
_SHOOTERS = {"s": ("#c0392b", "#7b241c"), "B": ("#222222", "#c0392b"), "W": ("#fafafa", "#c0392b")}


def _centre(index: int, size: int) -> tuple[int, int]:
    return _MARGIN + index % 10 * _CELL + _CELL // 2, (size - 1 - index // 10) * _CELL + _CELL // 2


def _piece(piece: str, x: int, y: int) -> str:
    if piece in _STONES:
        fill, stroke = _STONES[piece]
        return f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
    fill, stroke = _SHOOTERS[piece]
    corners = f"{x},{y - 16} {x + 16},{y} {x},{y + 16} {x - 16},{y}"
    return f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="3"/>'


def _squares_of(turn: Optional[Turn]) -> list[str]:
    if turn is None:
        return []
    squares = [turn.from_square, turn.to_square, turn.shot, turn.stone, *turn.placed]
    return [square for square in squares if square]


def board_svg(squares: str, size: int, last: Optional[Turn], claimed: Iterable[str], pixels: int) -> str:
    """A picture of the characters of Board.squares: `size` squares a side, `pixels` wide, with the squares of the last turn marked and those
    of its claims framed."""
    side = size * _CELL
    extent = side + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {extent} {extent}" width="{pixels}" height="{pixels}" '
        'font-family="sans-serif" font-size="13">'
    ]
    marked = {square_index(name) for name in _squares_of(last)}
    framed = {square_index(name) for name in claimed}
    for index, piece in enumerate(squares):
        if piece == " ":
            continue
        x, y = _centre(index, size)
        fill = _MARK if index in marked else _FIELD
        corner = f'x="{x - _CELL // 2}" y="{y - _CELL // 2}" width="{_CELL}" height="{_CELL}"'
        parts.append(f'<rect {corner} fill="{fill}" stroke="{_LINE}"/>')
        if piece != ".":
            parts.append(_piece(piece, x, y))
        if index in framed:
            parts.append(f'<circle cx="{x}" cy="{y}" r="19" fill="none" stroke="#1f7a3d" stroke-width="2.5"/>')
    for i in range(size):
        middle = i * _CELL + _CELL // 2
        parts.append(f'<text x="{_MARGIN + middle}" y="{side + 17}" text-anchor="middle" fill="{_TEXT}">{"abcdefghij"[i]}</text>')
        parts.append(f'<text x="{_MARGIN // 2}" y="{side - middle + 5}" text-anchor="middle" fill="{_TEXT}">{i + 1}</text>')
    return "".join([*parts, "</svg>"])
