"""Situations: units on a board, out of a file or from the page, read and checked."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from hexfire.asl.situation import Scene, Situation, read_situation, situation_from
from hexfire.boards import open_board
from hexfire.rulebook import BadInput


def situation_of_text(text: str, name: str = "–") -> Situation:
    """A situation out of TOML or JSON; a sentence about every mistake."""
    try:
        data = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput("sight.situation.unreadable", path=name, why=str(error)) from None
    return situation_from(data, name)


def scene_of_file(path: Path) -> Scene:
    """The situation of a file on its board; a board file may lie beside it."""
    situation = read_situation(path)
    beside = path.parent / situation.board
    board = str(beside) if beside.is_file() else situation.board
    return Scene.of(situation, open_board(board, situation.ssr))
