"""A saved game that somebody drops on the page: which side he is, which boards are still wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from hexfire.asl.situation import Situation
from hexfire.assist.vasl.game import read_as
from hexfire.assist.vasl.reading import Told, Unknown
from hexfire.assist.vasl.sides import BOTH, sides_of
from hexfire.boards import Board
from hexfire.boards.handed import by_their_names
from hexfire.boards.vasl_save import read_save
from hexfire.boards.vasl_save.at_hand import grid_of
from hexfire.boards.vasl_save.layout import Grid


class DroppedGame(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a saved game so far.

    `boards` are those it lies on (`01 03r`: the second turned round). There is a `situation` once a
    side was named (of `sides`; `both` shows everything) and no board is `missing` any more; its
    `board` is written with the names that the boards go by on the page. `told` are markers without
    a word in a situation, `unknown` counters that were not understood, `off_board` lie beside the
    boards, `unread` is what of the boards could not be taken over.
    """

    sides: tuple[str, ...]
    boards: str = ""
    missing: tuple[str, ...] = ()
    situation: Situation | None = None
    told: tuple[Told, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    off_board: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    skipped: int = 0


Find = Callable[[str], Board | None]


def dropped_game(data: bytes, side: str, names: Mapping[str, str], find: Find) -> DroppedGame:
    """A saved game as one side may know it.

    `names` are boards that were dropped too: their numbers, and what they go by; `find` opens a
    board by what it goes by, or by its number if it is at hand.
    """

    def board_of(number: str) -> Board | None:
        return find(names.get(number, number))

    def grid(number: str) -> Grid | None:
        board = board_of(number)
        return grid_of(board) if board is not None else None

    save = read_save(data, grid)
    sides = (*sorted(set(sides_of(save).values())), BOTH)
    wanted = dict.fromkeys(laid.board for laid in save.boards if not laid.is_filler)
    missing = tuple(number for number in wanted if board_of(number) is None)
    if missing or (not side and len(sides) > 2):
        return DroppedGame(sides=sides, missing=missing)
    reading = read_as(save, side or None)
    situation = reading.situation
    return DroppedGame(
        sides=sides,
        boards=situation.board,
        situation=replace(situation, board=by_their_names(situation.board, names)),
        told=reading.told,
        unknown=reading.unknown,
        off_board=reading.off_board,
        unread=reading.unread,
        skipped=reading.skipped,
    )
