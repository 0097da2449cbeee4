"""Scenes for tests: on a little drawn board, or on a published one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from wall_rows import DRAWN

from hexfire.asl.sight import Sight
from hexfire.asl.situation import Scene, Situation, Unit
from hexfire.asl.walls import State, start
from hexfire.asl.walls import advantage as wa
from hexfire.boards import change, read_board, read_text_board


@cache
def _drawn(ssr: tuple[str, ...]) -> Sight:
    return Sight(change(read_text_board(DRAWN, "drawn"), ssr))


@cache
def _published(path: Path, ssr: tuple[str, ...]) -> Sight:
    return Sight(change(read_board(path), ssr))


def _units(units: list[dict[str, Any]]) -> tuple[Unit, ...]:
    return tuple(msgspec.convert({"side": "german", **unit}, Unit) for unit in units)


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """A scene on the drawn board: units as dicts, and anything else of a Situation."""

    def make(*units: dict[str, Any], ssr: tuple[str, ...] = (), **more: Any) -> Scene:
        situation = Situation(board="drawn", ssr=ssr, units=_units(list(units)), **more)
        return Scene(situation, _drawn(ssr))

    return make


@pytest.fixture
def state(scene: Callable[..., Scene]) -> Callable[..., State]:
    """The same, with Mandatory WA settled."""
    return lambda *units, **more: start(scene(*units, **more))


@pytest.fixture
def on_board(vasl_boards: Path) -> Callable[..., State]:
    """A state on a published board; `settle=False` leaves Mandatory WA alone."""

    def make(
        board: str,
        *units: dict[str, Any],
        ssr: tuple[str, ...] = (),
        settle: bool = True,
        **more: Any,
    ) -> State:
        situation = Situation(board=board, ssr=ssr, units=_units(list(units)), **more)
        found = Scene(situation, _published(vasl_boards / f"bd{board}", ssr))
        return start(found) if settle else wa.begin(found)

    return make
