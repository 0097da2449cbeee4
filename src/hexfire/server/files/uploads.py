"""Files that people send: boards, listings, scenarios; each read in a bounded worker."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfire.assist.battles import scenarios as battles
from hexfire.assist.folio import own_scenario
from hexfire.assist.purchase.at_table import read_listing as listing
from hexfire.assist.scenarios import ScenarioCard
from hexfire.boards import Board
from hexfire.boards import read_board as archive
from hexfire.boards import read_text_board as board_text
from hexfire.boards.handed import hand_over, missing_here
from hexfire.rulebook import BadInput
from hexfire.server.files.bounded import readers

Files = Mapping[str, tuple[bytes, str]]
"""Board files by the names they go by, each with what it is called."""
NO_FILES: Files = {}


async def check_board(data: bytes, file_name: str) -> str:
    """Look through a board file in a bounded worker; the board's own name."""
    return await readers.call(board_name, data, file_name)


def board_name(data: bytes, file_name: str) -> str:
    return read_board(data, file_name).name


def read_board(data: bytes, file_name: str) -> Board:
    """A VASL archive, or a board in our text format (`.board`): to be called in a worker."""
    name = re.sub(r"[^\w.-]", "", file_name)[-40:].strip(".") or "bdUpload"
    if name.endswith(".board"):
        return board_text(data.decode("utf-8", "replace"), Path(name).stem)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(data)
        try:
            return archive(file, picture=True)
        except BadInput as refusal:  # where it lay for a moment is nobody's business
            params = {key: value for key, value in refusal.message.params if key != "path"}
            raise BadInput(refusal.message.key, **params, path=name) from None


def take_in(files: Files) -> None:
    """Read uploaded boards, by the names they go by, into this process's memory."""
    for name in missing_here(files):
        hand_over(name, read_board(*files[name]))


async def read_listing(data: bytes, file_name: str) -> dict[str, str]:
    """A player's listing (`.csv`, else TOML) as figures."""
    form = "csv" if file_name.lower().endswith(".csv") else "toml"
    return await readers.call(listing, data.decode("utf-8-sig", "replace"), form)


async def read_scenario(toml: str, map: str) -> own_scenario.CheckedScenario:
    """A Folio scenario from its two texts: its card and board, or its mistakes."""
    own_scenario.check_size(toml, map)
    return await readers.call(own_scenario.check, toml, map)


async def read_battle(toml: str, boards: Mapping[str, str], files: Files) -> battles.CheckedBattle:
    """A battle's scenario from its text: its card, or its mistakes; `boards` as in `load`."""
    own_scenario.check_text("toml", toml, battles.LONGEST)
    return await readers.call(check_battle, toml, boards, files)


def check_battle(toml: str, boards: Mapping[str, str], files: Files) -> battles.CheckedBattle:
    take_in(files)
    return battles.check(toml, boards)


def read_written(source: dict[str, Any], files: Files) -> ScenarioCard:
    """The card of a battle that somebody wrote, with the board files that it names."""
    take_in(files)
    return battles.read(source)
