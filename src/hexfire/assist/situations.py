"""Situations: units on a board, out of a file or from the page, read and checked."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from hexfire.asl.situation import Scene, Situation, read_situation, situation_from
from hexfire.asl.walls import State as State
from hexfire.asl.walls import start
from hexfire.assist.vasl import read_game
from hexfire.boards import open_board
from hexfire.rulebook import BadInput
from hexfire.rulebook.json import read_json
from hexfire.rulebook.toml import read_toml


def situation_of_text(text: str, name: str = "–") -> Situation:
    """A situation out of TOML or JSON; a sentence about every mistake."""
    try:
        data = read_json(text) if text.lstrip().startswith("{") else read_toml(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput("sight.situation.unreadable", path=name, why=str(error)) from None
    return situation_from(data, name)


SAVES = (".vsav", ".vlog")


def situation_of_file(path: Path) -> Situation:
    """The situation of a file: TOML, JSON, or a VASL game as a side may know it.

    The side stands behind the save's name: `game.vsav@allied`; without one it is asked for.
    """
    name, _, side = path.name.partition("@")
    if Path(name).suffix.lower() in SAVES:
        return read_game(path.with_name(name), side or None).situation
    return read_situation(path)


def scene_of_file(path: Path) -> Scene:
    """The situation of a file on its board; a board file may lie beside it."""
    situation = situation_of_file(path)
    beside = path.parent / situation.board
    board = str(beside) if beside.is_file() else situation.board
    return Scene.of(situation, open_board(board, situation.ssr))


def state_of_file(path: Path) -> State:
    """The situation of a file on its board, with who has Wall Advantage."""
    return start(scene_of_file(path))
