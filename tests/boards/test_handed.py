"""Boards that go by what is in their files: found again in the folder of boards, hashed once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hexfire.boards import catalogue, open_board
from hexfire.boards.handed import handed_name
from hexfire.rulebook import BadInput


def test_a_board_is_found_by_what_is_in_its_file_and_large_files_are_not_read(
    vasl_boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = next(path for path in sorted(vasl_boards.iterdir()) if path.name.startswith("bd"))
    shutil.copy(source, tmp_path / source.name)
    with (tmp_path / "film.iso").open("wb") as large:
        large.truncate(catalogue.LARGEST + 1)
    monkeypatch.setenv(catalogue.FOLDER, str(tmp_path))
    read: list[str] = []
    as_ever = Path.read_bytes

    def noted(path: Path) -> bytes:
        if path.parent == tmp_path:
            read.append(path.name)
        return as_ever(path)

    name = handed_name(source.read_bytes(), source.name)
    monkeypatch.setattr(Path, "read_bytes", noted)
    for _ in range(3):
        with pytest.raises(BadInput) as missed:
            open_board("up-0123456789abcdef")
        assert missed.value.message.key == "sight.board.not_kept"
    assert read == [source.name]
    assert open_board(name).grid.hexes == open_board(source.name.removeprefix("bd")).grid.hexes
