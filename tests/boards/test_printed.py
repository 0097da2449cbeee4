"""Boards as they were printed: the pictures of archives, laid and turned as the boards lie."""

from __future__ import annotations

import struct
from base64 import b64encode
from dataclasses import replace

import pytest

from hexfire.boards import Board, Placed, builtin, change, is_printed, join, printed


def gif(width: int, height: int) -> bytes:
    """As much of a picture as tells its size."""
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\x00" * 8


@pytest.fixture(scope="module")
def board() -> Board:
    plain = builtin("millbrook")
    return replace(plain, picture=gif(plain.width, plain.height))


def test_a_board_with_its_picture(board: Board) -> None:
    shown = printed(board)
    assert shown is not None and is_printed(board)
    assert b64encode(gif(board.width, board.height)).decode() in shown
    assert "rotate" not in shown


def test_no_picture_can_be_trusted_that_does_not_lie_on_the_board(board: Board) -> None:
    assert printed(builtin("millbrook")) is None
    for data in (b"", b"GIF89a", gif(board.width + 1, board.height), b"<svg onload='x'/>"):
        assert printed(replace(board, picture=data)) is None, data


def test_no_picture_knows_terrain_changes(board: Board) -> None:
    assert printed(change(board, ("HedgesToBocage",))) is None


def test_a_turned_board_is_turned_where_it_lies(board: Board) -> None:
    other = replace(board, name="2")
    both = join([[Placed(replace(board, name="1")), Placed(other, flipped=True)]])
    shown = printed(both)
    assert shown is not None
    left = both.laid[1].left
    assert shown.count("<image ") == 2
    assert f"translate({left} 0) rotate(180 {board.width / 2:g} {board.height / 2:g})" in shown
    assert shown.count("rotate") == 1
