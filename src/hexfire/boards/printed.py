"""A board as it was printed: the pictures of its archives, laid and turned as the boards lie."""

from __future__ import annotations

import struct
from base64 import b64encode

import numpy as np

from hexfire.boards.board import Board, Laid


def is_printed(board: Board) -> bool:
    """Whether all of it can be shown as printed: no picture knows a scenario's terrain changes."""
    return all(_kind(part.board) and not part.board.ssr for part in _parts(board))


def printed(board: Board) -> str | None:
    """The printed board as an SVG document; None where it can only be drawn."""
    if not is_printed(board):
        return None
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}" '
        f'width="{board.width}" height="{board.height}">'
    )
    return "\n".join([head, *map(_image, _parts(board)), "</svg>\n"])


def _parts(board: Board) -> tuple[Laid, ...]:
    own = np.arange(len(board.grid), dtype=np.int32)
    return board.laid or (Laid(board, own, flipped=False, left=0, top=0),)


def _image(part: Laid) -> str:
    board = part.board
    assert board.picture is not None
    data = b64encode(board.picture).decode("ascii")
    turned = f" rotate(180 {board.width / 2:g} {board.height / 2:g})" if part.flipped else ""
    return (
        f'<image transform="translate({part.left} {part.top}){turned}" '
        f'width="{board.width}" height="{board.height}" href="data:{_kind(board)};base64,{data}"/>'
    )


def _kind(board: Board) -> str:
    """The media type of a board's picture, if it lies on the board pixel by pixel."""
    data = board.picture or b""
    match data[:6]:
        case b"GIF87a" | b"GIF89a" if len(data) > 10:
            kind, size = "image/gif", struct.unpack_from("<HH", data, 6)
        case b"\x89PNG\r\n" if len(data) > 24:
            kind, size = "image/png", struct.unpack_from(">II", data, 16)
        case _:
            return ""
    return kind if size == (board.width, board.height) else ""
